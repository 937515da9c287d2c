import type { Account } from '#accounts/account.ts'
import { createLanguageModels } from '#app/judging.ts'
import type { Service } from '#app/service.ts'
import { type CommandContext, type CommandResult, command } from '#cli/command.ts'
import { secretFromFile, secretFromInput } from '#cli/input-files.ts'
import { ACCOUNT, choice, flag, orNone, text, toggle } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { type Trial, tryWriter } from '#pipeline/judging/try-writer.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { monthOf, usageIn } from '#writing/connection/usage.ts'
import {
  disconnectWriter,
  requireWriter,
  saveWriter,
  showDiff,
  switchWriter,
  type Writer,
  writerOf,
} from '#writing/connection/writer.ts'
import { checkedWriter } from '#writing/connection/writer-settings.ts'
import { budgetText, PRICES_AS_OF, priceOf } from '#writing/models/cost.ts'
import { adviceOn } from '#writing/models/language-model.ts'
import { LANGUAGE_MODEL_PROVIDER_NAMES, LANGUAGE_MODEL_PROVIDERS } from '#writing/models/settings.ts'
import { trialText } from './writer-trial.ts'

export const writerCommand = command({
  usage: 'account writer',
  summary:
    'Connect a language model that words the drafts of an account, try it on recent merges, and switch it on or off. With --send-diff it is shown a part of the diff of a merge. Its key is read from a file or from stdin. Without options, show it.',
  options: {
    account: ACCOUNT,
    provider: choice(LANGUAGE_MODEL_PROVIDER_NAMES),
    model: text('MODEL'),
    url: text('URL'),
    'key-file': text('FILE'),
    budget: orNone('20 USD'),
    'send-diff': toggle('no-send-diff'),
    on: toggle('off'),
    try: flag,
    disconnect: flag,
  },
  atMostOne: ['disconnect', 'try'],
  run({ account: id, on, 'send-diff': sendsDiff, try: isTrial, disconnect, ...given }, _, context) {
    return withAccount(context, id, async (account, service) => {
      if (disconnect) return disconnected(account, service)
      await change(account, service, given, context)
      if (sendsDiff !== undefined)
        await service.db.write(tx => showDiff(tx, operator(service), account.id, sendsDiff))
      if (isTrial) return tried(account, service, context)
      if (on !== undefined) await service.db.write(tx => switchWriter(tx, operator(service), account.id, on))
      return resultOf(account, service)
    })
  },
})

interface Given {
  provider?: Writer['provider'] | undefined
  model?: string | undefined
  url?: string | undefined
  'key-file'?: string | undefined
  budget?: string | null | undefined
}

/** Stores what was given; the rest stays as it is. */
async function change(
  account: Account,
  service: Service,
  { 'key-file': keyFile, ...given }: Given,
  context: CommandContext,
): Promise<void> {
  if (keyFile === undefined && Object.values(given).every(value => value === undefined)) return
  const before = await writerOf(service.db.read, account.id)
  const provider = given.provider ?? before?.provider
  const model = given.model ?? before?.model
  if (provider === undefined || model === undefined)
    throw new AppError('wrong_usage', 'To connect a writer, give --provider and --model.')
  const isSame = provider === before?.provider
  const key = keyFile === undefined ? null : secretFromFile('--key-file', keyFile, context)
  const isNew = !isSame || (given.url !== undefined && given.url !== before?.baseUrl)
  const piped = key === null && isNew && mayHaveKey(provider) ? await secretFromInput(context) : key
  const typed = {
    provider,
    model,
    url: given.url ?? (isSame && before ? before.baseUrl : null),
    apiKey: piped ?? undefined,
    budget: given.budget === undefined ? (before?.budget && budgetText(before.budget)) || null : given.budget,
  }
  const secrets = await service.secrets()
  const checked = checkedWriter(typed, before, service.writers.isListed)
  await service.db.write(tx => saveWriter(tx, operator(service), secrets, account.id, checked))
}

const mayHaveKey = (provider: Writer['provider']): boolean =>
  LANGUAGE_MODEL_PROVIDERS[provider].needsKey || provider === 'openai-compatible'

async function disconnected(account: Account, service: Service): Promise<CommandResult> {
  await service.db.write(tx => disconnectWriter(tx, operator(service), account.id))
  return { json: { writer: null }, text: 'The writer is disconnected and its key is deleted.\n' }
}

async function tried(
  account: Account,
  service: Service,
  { json, out, signal }: CommandContext,
): Promise<CommandResult> {
  const writer = await requireWriter(service.db.read, account.id)
  const candidate = await service.writers.open(writer)
  const trials: Trial[] = []
  const asking = await createLanguageModels(service)
  for await (const trial of tryWriter(asking, account.id, candidate, signal)) {
    trials.push(trial)
    if (!json) await out(trialText(trial))
  }
  const text = trials.length === 0 ? 'There is no merge yet that customers would notice.\n' : ''
  return { json: { trials }, text }
}

/** The writer as it is shown: never its key. */
async function resultOf(account: Account, { db, clock, writers }: Service): Promise<CommandResult> {
  const writer = await writerOf(db.read, account.id)
  const usage = await usageIn(db.read, account.id, monthOf(clock.now()))
  const tokens = usage.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0)
  const microDollars = usage.reduce((sum, one) => sum + one.cost, 0)
  const spent = { tokens, micro_dollars: microDollars }
  if (writer === null) {
    const text =
      writers.operatorModel === null
        ? 'No writer is connected. Connect one with --provider and --model.\n'
        : `No writer is connected; drafts are written by the operator's ${writers.operatorModel}.\n`
    return { json: { writer: null, operator_model: writers.operatorModel, spent }, text }
  }
  const { provider, model, baseUrl, keyEnd, hasKey, budget, isOn, sendsDiff, fault } = writer
  const price = priceOf(`${provider}/${model}`)
  const used =
    budget?.unit === 'tokens' || !price ? `${tokens.toLocaleString('en')} tokens` : usd(microDollars)
  return {
    json: {
      writer: {
        ...{ provider, model, url: baseUrl, key_end: keyEnd, on: isOn, send_diff: sendsDiff },
        budget: budget && budgetText(budget),
        fault: fault && { reason: fault.reason, at: isoOf(fault.at) },
      },
      spent,
      prices_as_of: PRICES_AS_OF,
    },
    text: [
      `${provider}/${model} is ${isOn ? 'on' : 'off'}`,
      `  Address  ${baseUrl}`,
      `  Key      ${hasKey ? `stored${keyEnd ? `, ends in ${keyEnd}` : ''}` : 'none'}`,
      `  Diff     ${sendsDiff ? 'a part of it is sent' : 'not sent'}`,
      ...(price
        ? [
            `  Price    $${price.input} in, $${price.output} out per million tokens (list price of ${PRICES_AS_OF})`,
          ]
        : []),
      `  Month    ${used}${budget ? ` of ${budgetText(budget)}` : ', no limit'}`,
      ...(fault ? [`  Fault    ${adviceOn(fault.reason)} (${isoOf(fault.at)})`] : []),
    ]
      .join('\n')
      .concat('\n'),
  }
}

const usd = (microDollars: number): string => `${(microDollars / 1e6).toFixed(2)} USD`
