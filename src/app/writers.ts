import { parseAllowedHosts } from '#platform/http/address.ts'
import type { AccountModel } from '#writing/connection/model.ts'
import { recordWriterFault, type Writer, writerKey, writerOf } from '#writing/connection/writer.ts'
import type { FoundServer, Writers } from '#writing/connection/writers.ts'
import {
  type LanguageModel,
  LanguageModelFailure,
  type LanguageModelFailureReason,
} from '#writing/models/language-model.ts'
import { LOCAL_SERVERS, providerUrl } from '#writing/models/settings.ts'
import { listLanguageModels, openLanguageModel } from './registry.ts'
import type { ServiceBase } from './service.ts'

/** A list of models is short work, also for a slow server. */
const LIST_TIMEOUT_MS = 15_000
/** A server on this machine answers at once, or is not there. */
const LOCAL_TIMEOUT_MS = 2_000
/** How this machine is written in an address. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** The language models that accounts connect: only at public addresses, or on hosts that the operator lists. */
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

/** Opens the writer of an account. What its questions end with is remembered, so that owners see it. */
export async function openWriter(context: ServiceBase, writer: Writer): Promise<AccountModel> {
  const { config, db, clock, secrets } = context
  const apiKey = await writerKey(db.read, await secrets(), writer)
  const [model, { createCircuitBreaker }] = await Promise.all([
    openLanguageModel({ ...writer, apiKey }, config.privateHosts),
    import('../writing/connection/model.ts'),
  ])
  return {
    model: watched(model, context, writer),
    budget: writer.budget,
    sendsDiff: writer.sendsDiff,
    onBudgetSpent: () => recordOutcome(context, writer, 'budget'),
    breaker: createCircuitBreaker(clock),
  }
}

/** A model whose failures are recorded with the writer, and its first answer after one. */
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

/** Writes only what is new. */
async function recordOutcome(
  { db, clock }: ServiceBase,
  writer: Writer,
  reason: LanguageModelFailureReason | null,
): Promise<void> {
  const stored = await writerOf(db.read, writer.accountId)
  if (stored?.revision !== writer.revision || (stored.fault?.reason ?? null) === reason) return
  await db.write(tx => recordWriterFault(tx, writer, reason, clock.now()))
}
