import { join } from 'node:path'
import { createAccount } from '#accounts/account.ts'
import { createLanguageModels } from '#app/judging.ts'
import { openOperatorModel } from '#app/language-models.ts'
import { configOf } from '#cli/with-service.ts'
import { askingFor } from '#pipeline/judging/judge.ts'
import type { Asking } from '#pipeline/judging/wording.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import { randomIds } from '#platform/ids.ts'
import type { AccountModel } from '#writing/connection/model.ts'
import { monthOf, usageIn } from '#writing/connection/usage.ts'

/** A language model to be measured. */
export interface MeasuredModel extends AsyncDisposable {
  asking: Asking
  /** What its answers have cost so far, in plain words. */
  spent(): Promise<string>
}

const NAME = 'Evaluation'
const CHECKOUT = join(import.meta.dirname, '..', '..')

/**
 * Opens the operator's language model for a measurement. Its answers are kept in `evaluation.db` of the data directory, so that a measurement
 * that was stopped goes on where it was, and one that is repeated costs nothing. `wrong_usage` where no model is configured.
 */
export async function openMeasuredModel(): Promise<MeasuredModel> {
  const { languageModel, dataDirectory } = configOf({
    env: process.env,
    directory: process.cwd(),
    checkout: CHECKOUT,
    live: true,
  })
  if (languageModel === null)
    throw new AppError(
      'wrong_usage',
      'No language model is configured: set TIDINGS_LLM_PROVIDER, TIDINGS_LLM_MODEL and what the provider needs.',
    )
  const db = await openDatabase(
    { engine: 'sqlite', file: join(dataDirectory, 'evaluation.db') },
    { migrate: true },
  )
  const operators = await openOperatorModel(languageModel, systemClock)
  const modelOf = async () => operators
  const models = await createLanguageModels({ db, clock: systemClock, ids: randomIds, modelOf })
  const accountId = await evaluationAccount(db)
  const account = { ...operators, breaker: ALWAYS_ASKS }
  const asking = await askingFor(models, accountId, account, new AbortController().signal)
  return {
    asking,
    spent: () => spentBy(db, accountId),
    [Symbol.asyncDispose]: () => db.close(),
  }
}

/** A measurement waits for a model that fails, rather than to go on without it. */
const ALWAYS_ASKS: AccountModel['breaker'] = { isOpen: () => false, recordSuccess() {}, recordFailure() {} }

async function evaluationAccount(db: Database): Promise<string> {
  const known = await db.read.selectFrom('account').select('id').where('name', '=', NAME).executeTakeFirst()
  return known?.id ?? (await db.write(tx => createAccount(tx, systemClock, randomIds, { name: NAME }))).id
}

async function spentBy(db: Database, accountId: string): Promise<string> {
  const usage = await usageIn(db.read, accountId, monthOf(systemClock.now()))
  const sum = (of: (row: (typeof usage)[number]) => number) =>
    usage.reduce((total, row) => total + of(row), 0)
  const tokens = `${sum(row => row.inputTokens).toLocaleString('en')} tokens in, ${sum(row => row.outputTokens).toLocaleString('en')} out`
  const dollars = sum(row => row.cost) / 1e6
  const cost = dollars > 0 ? `, ${dollars.toFixed(2)} USD` : ''
  return `${sum(row => row.calls).toLocaleString('en')} questions this month: ${tokens}${cost}`
}
