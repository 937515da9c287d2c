import type { Reader } from '#platform/db/schema.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import type { AccountModel } from '#writing/connection/model.ts'
import type { TokenUsage } from '#writing/models/language-model.ts'
import type { Copy } from '#writing/pitch.ts'
import { askingFor, type LanguageModels } from './judge.ts'
import { write } from './wording.ts'

/** What a writer makes of one of the account's own merges. */
export interface WriterTrial {
  /** The reference, such as `acme/app#12`. */
  reference: string
  /** The title of the pull request. */
  title: string
  /** The words without a language model. */
  before: Copy
  /** The words of the language model; null if none of them can be used. */
  after: Copy | null
  /** Why there are none, as the end of a sentence about the writer or its words. */
  fault: string | null
  seconds: number
  usage: TokenUsage
  /** The cost in micro-dollars; null if the price is unknown. */
  cost: number | null
}

const TRIALS = 5
/** How many of the newest merges are considered, since some address a model or have the team's own words. */
const CANDIDATES = 4 * TRIALS

/**
 * Lets a language model, which need not be switched on, write about the account's newest merges that
 * customers read about. Yields each as soon as it is written. Stores only the usage.
 */
export async function* tryWriter(
  context: Omit<LanguageModels, 'modelOf'>,
  accountId: string,
  candidate: AccountModel,
  signal?: AbortSignal,
): AsyncGenerator<WriterTrial> {
  const ids = await newestTold(context.db.read, accountId)
  const byId = await pullsById(context.db.read, ids)
  const pulls = ids.flatMap(id => byId.get(id) ?? [])
  const inputs = await context.offline.judgeForModel(accountId, pulls, signal)
  let tried = 0
  for (const input of inputs) {
    if (tried === TRIALS) return
    if ('failure' in input || input.hasPromptInjection) continue
    const { pull, pitch, classification } = input.judged
    if (pitch === null || pitch.writer === 'team') continue
    tried++
    const { account, usage } = counted(candidate)
    const asking = await askingFor(context, accountId, account, signal)
    const began = context.clock.now()
    const wording = await write(asking, pull, classification)
    const isWritten = 'pitch' in wording
    yield {
      reference: referenceOf(pull),
      title: pull.title,
      before: { headline: pitch.headline, body: pitch.body },
      after: isWritten ? { headline: wording.pitch.headline, body: wording.pitch.body } : null,
      fault: isWritten ? null : faultOf(wording),
      seconds: (context.clock.now() - began) / 1_000,
      usage: usage(),
      cost: candidate.model.costOf(usage()) ?? null,
    }
  }
}

/** The same model, counting the tokens that it uses. */
function counted(candidate: AccountModel): { account: AccountModel; usage(): TokenUsage } {
  let used: TokenUsage = { inputTokens: 0, outputTokens: 0 }
  const { model } = candidate
  const ask: typeof model.ask = async request => {
    const response = await model.ask(request)
    const { inputTokens, outputTokens } = response.usage
    used = { inputTokens: used.inputTokens + inputTokens, outputTokens: used.outputTokens + outputTokens }
    return response
  }
  return { account: { ...candidate, model: { ...model, ask } }, usage: () => used }
}

/** Why there are no words, as the end of a sentence about the writer or its words. */
export function faultOf(wording: Exclude<Awaited<ReturnType<typeof write>>, { pitch: unknown }>): string {
  if ('fault' in wording) return `its words ${wording.fault}`
  if ('silence' in wording) return `it ${wording.silence}`
  if ('unnoticed' in wording) return `it found nothing that customers notice: ${wording.unnoticed}`
  return 'it found nothing in the pull request that says what is different for customers'
}

/** The newest merges that customers would notice, including those from before the account was created. */
async function newestTold(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pull_request as pull')
    .select('pull.id')
    .where('pull.account_id', '=', accountId)
    .where('pull.place', 'in', ['drafted', 'queued', 'announced', 'history'])
    .orderBy('pull.merged_at', 'desc')
    .limit(CANDIDATES)
    .execute()
  return rows.map(({ id }) => id)
}
