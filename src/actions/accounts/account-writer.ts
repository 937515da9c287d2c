import { z } from 'zod'
import { enqueueEditionWording } from '#changelog/entries/edition-place.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Secrets } from '#platform/secrets.ts'
import { monthOf, usageIn } from '#writing/connection/usage.ts'
import {
  disconnectWriter,
  saveWriter,
  showDiff,
  switchWriter,
  type Writer,
  writerOf,
} from '#writing/connection/writer.ts'
import { checkedWriter } from '#writing/connection/writer-settings.ts'
import { budgetText, PRICES_AS_OF, priceOf } from '#writing/models/cost.ts'
import { adviceOn } from '#writing/models/language-model.ts'
import { LANGUAGE_MODEL_PROVIDER_NAMES } from '#writing/models/settings.ts'
import { type Acting, action, factsText, flag } from '../action.ts'

const place = z.object({
  provider: z.enum(LANGUAGE_MODEL_PROVIDER_NAMES).optional(),
  model: z.string().max(1_000).optional(),
  /** Null or empty for the provider's own address. */
  url: z.string().max(1_000).nullable().optional(),
  /** Left out to keep the stored key, which works only while provider and address stay the same. */
  apiKey: z.string().max(3_000).nullable().optional().meta({ isSecret: true, option: 'key-file' }),
  budget: z.string().max(100).nullable().optional().meta({ placeholder: '20 USD' }),
})

/** Connects a writer or changes it. Settings that are left out stay. */
async function change(
  tx: Tx,
  acting: Acting,
  secrets: Secrets,
  given: z.output<typeof place>,
): Promise<void> {
  const { accountId, services } = acting
  const before = await writerOf(tx, accountId)
  const provider = given.provider ?? before?.provider
  const model = given.model ?? before?.model
  if (provider === undefined || model === undefined)
    throw new AppError('invalid_parameter', 'To connect a writer, give its provider and its model.')
  const url = given.url === undefined && provider === before?.provider ? before.baseUrl : (given.url ?? null)
  const budget =
    given.budget === undefined && before?.budget ? budgetText(before.budget) : (given.budget ?? null)
  const typed = { provider, model, url, apiKey: given.apiKey, budget }
  const checked = checkedWriter(typed, before, services.writers.isListed)
  await saveWriter(tx, acting, secrets, accountId, checked)
}

/** What all models of an account together used in this month (UTC). */
export async function spentByAll(db: Reader, accountId: string, now: Instant) {
  const usage = await usageIn(db, accountId, monthOf(now))
  return {
    tokens: usage.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0),
    microDollars: usage.reduce((sum, one) => sum + one.cost, 0),
    calls: usage.reduce((sum, one) => sum + one.calls, 0),
  }
}

/** What is wrong with the writer. A budget that was used up in an earlier month is no fault now. */
export const faultNow = ({ fault }: Writer, now: Instant): Writer['fault'] =>
  fault?.reason === 'budget' && monthOf(fault.at) !== monthOf(now) ? null : fault

/** Prints the writer. Its key is never shown. */
async function print(
  _: unknown,
  { db, clock, accountId, services: { writers } }: Acting,
  { disconnect }: { disconnect?: true | undefined },
) {
  if (disconnect)
    return { json: { writer: null }, text: 'The writer is disconnected and its key is deleted.\n' }
  const writer = await writerOf(db.read, accountId)
  const { tokens, microDollars } = await spentByAll(db.read, accountId, clock.now())
  const spent = { tokens, micro_dollars: microDollars }
  if (writer !== null) return printed({ ...writer, fault: faultNow(writer, clock.now()) }, spent)
  return {
    json: { writer: null, operator_model: writers.operatorModel, spent },
    text:
      writers.operatorModel === null
        ? 'No writer is connected. Connect one with --provider and --model.\n'
        : `No writer is connected; drafts are written by the operator's ${writers.operatorModel}.\n`,
  }
}

function printed(writer: Writer, spent: { tokens: number; micro_dollars: number }) {
  const { provider, model, baseUrl, keyEnd, hasKey, isOn, sendsDiff, fault } = writer
  const price = priceOf(`${provider}/${model}`)
  const budget = writer.budget && budgetText(writer.budget)
  const used =
    writer.budget?.unit === 'tokens' || !price
      ? `${spent.tokens.toLocaleString('en')} tokens`
      : `${(spent.micro_dollars / 1e6).toFixed(2)} USD`
  const facts = factsText({
    '  Address': baseUrl,
    '  Key': hasKey ? `stored${keyEnd ? `, ends in ${keyEnd}` : ''}` : 'none',
    '  Diff': sendsDiff ? 'a part of it is sent' : 'not sent',
    ...(price && {
      '  Price': `$${price.input} in, $${price.output} out per million tokens (list price of ${PRICES_AS_OF})`,
    }),
    '  Month': `${used}${budget ? ` of ${budget}` : ', no limit'}`,
    ...(fault && { '  Fault': `${adviceOn(fault.reason)} (${isoOf(fault.at)})` }),
  })
  return {
    json: {
      writer: {
        ...{ provider, model, url: baseUrl, key_end: keyEnd, on: isOn, send_diff: sendsDiff, budget },
        fault: fault && { reason: fault.reason, at: isoOf(fault.at) },
      },
      spent,
      prices_as_of: PRICES_AS_OF,
    },
    text: `${provider}/${model} is ${isOn ? 'on' : 'off'}\n${facts}`,
  }
}

export const writer = action({
  summary:
    'Connect a language model that words the drafts of an account, and switch it on or off. With --send-diff it is shown a part of the diff of a merge. Its key is read from a file, or with --key-file - from standard input. Without options, show it.',
  role: 'owner',
  input: place.extend({
    sendsDiff: z.boolean().optional().meta({ option: 'send-diff', opposite: 'no-send-diff' }),
    isOn: z.boolean().optional().meta({ option: 'on', opposite: 'off' }),
    disconnect: flag,
  }),
  async run(acting, { sendsDiff, isOn, disconnect, ...given }) {
    const { db, accountId, services } = acting
    const secrets = Object.keys(given).length > 0 ? await services.secrets() : null
    await db.write(async tx => {
      if (disconnect) return disconnectWriter(tx, acting, accountId)
      if (secrets) await change(tx, acting, secrets, given)
      if (sendsDiff !== undefined) await showDiff(tx, acting, accountId, sendsDiff)
      if (isOn !== undefined) await switchWriter(tx, acting, accountId, isOn)
      await enqueueEditionWording(tx, acting, accountId)
    })
  },
  print,
})
