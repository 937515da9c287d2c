import { LRUCache } from 'lru-cache'
import { memoizeOnce } from '#platform/cache.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { parseAllowedHosts } from '#platform/http/address.ts'
import type { AccountModel, ModelOf } from '#writing/connection/model.ts'
import { recordWriterFault, type Writer, writerKey, writerOf } from '#writing/connection/writer.ts'
import type { FoundServer, Writers } from '#writing/connection/writers.ts'
import {
  type LanguageModel,
  LanguageModelFailure,
  type LanguageModelFailureReason,
} from '#writing/models/language-model.ts'
import {
  type LanguageModelProviderName,
  type LanguageModelSettings,
  providerUrl,
} from '#writing/models/settings.ts'
import type { Config } from './config/config.ts'
import { listLanguageModels, openLanguageModel } from './registry.ts'
import type { ServiceBase } from './service.ts'

/** How many models of accounts a process keeps open. */
const MOST_OPEN = 200

/**
 * Finds the language model of an account: its own writer if that is switched on, otherwise the operator's. The settings are read for each
 * question, so that a change takes effect in every process with the next one; open models are kept as long as their settings stay the same.
 */
export function openModelOf({ config, db, clock }: ServiceBase, writers: Writers): ModelOf {
  const operators = memoizeOnce(() => openOperatorModel(config.languageModel as LanguageModelSettings, clock))
  const open = new LRUCache<string, Promise<AccountModel>>({ max: MOST_OPEN })
  return async accountId => {
    const writer = await writerOf(db.read, accountId)
    if (!writer?.isOn) return config.languageModel === null ? null : operators()
    const known = open.get(writer.revision)
    if (known) return known
    const opening = writers.open(writer)
    open.set(writer.revision, opening)
    opening.catch(() => open.delete(writer.revision))
    return opening
  }
}

/** Tells whether an account has a language model, by the same rule as `openModelOf`. */
export const whoHasWriter =
  ({ languageModel }: Pick<Config, 'languageModel'>) =>
  async (db: Reader, accountId: string): Promise<boolean> =>
    languageModel !== null || (await writerOf(db, accountId))?.isOn === true

/** Opens the operator's language model. Its host may be private. */
export async function openOperatorModel(
  settings: LanguageModelSettings,
  clock: Clock,
): Promise<AccountModel> {
  const { host, hostname, port } = new URL(settings.baseUrl)
  const [model, { createCircuitBreaker }] = await Promise.all([
    openLanguageModel(settings, [port === '' ? hostname : host]),
    import('#writing/connection/model.ts'),
  ])
  return {
    model,
    budget: settings.monthlyBudget,
    sendsDiff: false,
    breaker: createCircuitBreaker(clock),
  }
}

/** The time limit for listing models, which is short work even for a slow server. */
const LIST_TIMEOUT_MS = 15_000
/** The time limit for a server on this machine, which answers at once or does not run. */
const LOCAL_TIMEOUT_MS = 2_000
/** The host names of this machine in addresses. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** The servers of language models that people run on their own machines, with their default ports. */
const LOCAL_SERVERS: readonly { name: string; provider: LanguageModelProviderName; port: number }[] = [
  { name: 'Ollama', provider: 'ollama', port: 11_434 },
  { name: 'LM Studio', provider: 'openai-compatible', port: 1_234 },
  { name: 'llama.cpp', provider: 'openai-compatible', port: 8_080 },
]

/** Opens the language models that accounts connect themselves: only at public addresses, or on hosts that the operator allows. */
export function openWriters(context: ServiceBase): Writers {
  const { privateHosts, languageModel } = context.config
  const isListed = parseAllowedHosts(privateHosts)
  return {
    operatorModel: languageModel && `${languageModel.provider}/${languageModel.model}`,
    isListed,
    models: place => listLanguageModels(place, privateHosts, LIST_TIMEOUT_MS),
    findLocal: () => Promise.all(LOCAL_SERVERS.map(server => lookFor(server, privateHosts))),
    open: writer => openWriter(context, writer),
  }
}

async function lookFor(
  { name, provider, port }: (typeof LOCAL_SERVERS)[number],
  privateHosts: readonly string[],
): Promise<FoundServer> {
  const host = LOOPBACK.find(one => parseAllowedHosts(privateHosts)(one, port))
  const url = `http://${host ?? LOOPBACK[0]}:${port}`
  if (host === undefined) return { name, provider, url, models: null }
  const place = { provider, baseUrl: providerUrl(provider, url) ?? url, apiKey: null }
  const models = await listLanguageModels(place, privateHosts, LOCAL_TIMEOUT_MS).catch(error => {
    if (error instanceof LanguageModelFailure) return null
    throw error
  })
  return { name, provider, url, models: models ?? [] }
}

/** Opens the writer of an account. Whether its questions fail is recorded, so that owners see it. */
async function openWriter(context: ServiceBase, writer: Writer): Promise<AccountModel> {
  const { config, db, clock, secrets } = context
  const apiKey = await writerKey(db.read, await secrets(), writer)
  const [model, { createCircuitBreaker }] = await Promise.all([
    openLanguageModel({ ...writer, apiKey }, config.privateHosts),
    import('#writing/connection/model.ts'),
  ])
  return {
    model: watched(model, context, writer),
    budget: writer.budget,
    sendsDiff: writer.sendsDiff,
    onBudgetSpent: () => recordOutcome(context, writer, 'budget'),
    breaker: createCircuitBreaker(clock),
  }
}

/** The model, with its failures recorded for the writer, and the first success after a failure. */
const watched = (model: LanguageModel, context: ServiceBase, writer: Writer): LanguageModel => ({
  ...model,
  async ask(request) {
    try {
      const response = await model.ask(request)
      await recordOutcome(context, writer, null)
      return response
    } catch (error) {
      if (error instanceof LanguageModelFailure) await recordOutcome(context, writer, error.reason)
      throw error
    }
  },
})

/** Records the outcome of a question if it differs from the recorded one. */
async function recordOutcome(
  { db, clock }: ServiceBase,
  writer: Writer,
  reason: LanguageModelFailureReason | null,
): Promise<void> {
  const stored = await writerOf(db.read, writer.accountId)
  if (stored?.revision !== writer.revision || (stored.fault?.reason ?? null) === reason) return
  await db.write(tx => recordWriterFault(tx, writer, reason, clock.now()))
}
