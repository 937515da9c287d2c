import { LRUCache } from 'lru-cache'
import { memoizeOnce } from '#platform/cache.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { AccountModel, ModelOf } from '#writing/connection/model.ts'
import { writerOf } from '#writing/connection/writer.ts'
import type { Writers } from '#writing/connection/writers.ts'
import type { LanguageModelSettings } from '#writing/models/settings.ts'
import type { Config } from './config/config.ts'
import { openLanguageModel } from './registry.ts'
import type { ServiceBase } from './service.ts'

/** Models of accounts that stay open in a process. */
const MOST_OPEN = 200

/**
 * Which language model works for an account: its own writer where that is switched on, else the operator's. The settings are read with each
 * question, so that a change holds from the next one on in every process; opened models are kept for as long as nothing changes.
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

/** Whether a language model writes for an account, as `openModelOf` would find. */
export const whoHasWriter =
  ({ languageModel }: Pick<Config, 'languageModel'>) =>
  async (db: Reader, accountId: string): Promise<boolean> =>
    languageModel !== null || (await writerOf(db, accountId))?.isOn === true

/** The operator's address is allowed wherever it is. */
export async function openOperatorModel(
  settings: LanguageModelSettings,
  clock: Clock,
): Promise<AccountModel> {
  const { host, hostname, port } = new URL(settings.baseUrl)
  const [model, { createCircuitBreaker }] = await Promise.all([
    openLanguageModel(settings, [port === '' ? hostname : host]),
    import('../writing/connection/model.ts'),
  ])
  return {
    model,
    budget: settings.monthlyBudget,
    sendsDiff: false,
    breaker: createCircuitBreaker(clock),
  }
}
