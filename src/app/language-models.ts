import type { ModelOf } from '#accounts/language-model/model.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { Clock } from '#platform/clock.ts'
import type { LanguageModelSettings } from '#platform/llm/settings.ts'
import { openLanguageModel } from './registry.ts'

/** Which language model works for an account. Its library is loaded with the first question. */
export function openModelOf(operator: LanguageModelSettings | null, clock: Clock): ModelOf {
  const operators = memoizeOnce(() => openAccountModel(operator as LanguageModelSettings, clock))
  return async () => (operator === null ? null : operators())
}

async function openAccountModel(settings: LanguageModelSettings, clock: Clock) {
  const [model, { createCircuitBreaker }] = await Promise.all([
    openLanguageModel(settings),
    import('#platform/llm/circuit-breaker.ts'),
  ])
  return { model, budget: settings.monthlyBudget, breaker: createCircuitBreaker(clock) }
}
