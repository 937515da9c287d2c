import { after, before, beforeEach } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import type { Classifier } from '#judgement/classification/classifier.ts'
import {
  judgeWithLanguageModel,
  type LanguageModels,
  offlineOnThisThread,
  type SurroundingsOf,
} from '#pipeline/judging/judge.ts'
import type { Judge } from '#pipeline/judging/judged.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { randomIds } from '#platform/ids.ts'
import type { AccountModel } from '#writing/connection/model.ts'
import { createCircuitBreaker } from '#writing/connection/model.ts'
import { NO_SURROUNDINGS } from '#writing/excerpt.ts'
import type { Guidance } from '#writing/guidance.ts'
import type { Budget } from '#writing/models/cost.ts'
import { providerFetch } from '#writing/models/provider-fetch.ts'
import { openaiCompatible } from '#writing/models/providers/openai-compatible.ts'
import { NO_GUIDANCE } from './guidance.ts'
import { type LanguageModelServer, startLanguageModelServer } from './language-model-server.ts'
import { noAccountContext } from './offline-judge.ts'
import type { World } from './world.ts'

/** The conditions under which an account's language model is asked. */
export interface Terms {
  budget?: Budget
  guidance?: Guidance
  timeoutMs?: number
  /** What belongs to a pull request besides its record; nothing by default. */
  surroundings?: SurroundingsOf
}

/** A server for language models and a classifier, for the tests of a file. Before each of them, what the server was asked is forgotten. */
export function aModel(): { server: LanguageModelServer; classifier: Classifier } {
  const opened = {} as ReturnType<typeof aModel>
  before(async () => {
    opened.server = await startLanguageModelServer()
    opened.classifier = await createProductClassifier()
  })
  after(() => opened.server.close())
  beforeEach(() => {
    for (const questions of [opened.server.asked, opened.server.proofread]) questions.length = 0
  })
  return opened
}

/** Language models for tests: every account has the one on the server. */
export function modelsAt(
  {
    server,
    world: { db, clock },
    classifier,
  }: { server: LanguageModelServer; world: World; classifier: Classifier },
  {
    budget,
    guidance = NO_GUIDANCE,
    timeoutMs = 60_000,
    surroundings = async () => NO_SURROUNDINGS,
  }: Terms = {},
): LanguageModels & { account: AccountModel } {
  const { host } = new URL(server.address)
  const outbound = openOutbound({ allow: [host], timeoutMs: 60_000, idleMs: 60_000, maxBytes: 65_536 })
  const baseUrl = `${server.address}/v1`
  const fetch = providerFetch(outbound.fetch)
  const model = openaiCompatible.open({ model: 'test', apiKey: null, baseUrl, fetch, timeoutMs })
  const account = { model, budget: budget ?? null, sendsDiff: false, breaker: createCircuitBreaker(clock) }
  return {
    db,
    clock,
    ids: randomIds,
    account,
    offline: offlineOnThisThread(classifier, noAccountContext),
    modelOf: async () => account,
    guidanceFor: async () => guidance,
    surroundings,
  }
}

/** A judge whose language model is on the server. */
export const judgeAsking = (world: Parameters<typeof modelsAt>[0], terms: Terms = {}): Judge =>
  judgeWithLanguageModel(modelsAt(world, terms))
