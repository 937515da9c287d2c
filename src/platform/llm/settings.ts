import type { Budget } from './cost.ts'

/** What a start has to know of a provider without loading it. */
interface ProviderFacts {
  /** Where it is unless the operator says otherwise; null: the operator must say. */
  address: string | null
  /** Put after an address that the operator gave without a path. */
  path: string
  needsKey: boolean
  /** For a whole question with its retries, in milliseconds. */
  patienceMs: number
  /** Questions at a time. */
  atOnce: number
}

/** One line for each provider; its file in `providers/` is named in `src/app/registry.ts`. */
export const LANGUAGE_MODEL_PROVIDERS = {
  anthropic: facts('https://api.anthropic.com', '/v1', { needsKey: true }),
  openai: facts('https://api.openai.com', '/v1', { needsKey: true }),
  'openai-compatible': facts(null, '/v1', { patienceMs: 120_000 }),
  ollama: facts('http://127.0.0.1:11434', '/api', { patienceMs: 180_000, atOnce: 1 }),
} as const
export type LanguageModelProviderName = keyof typeof LANGUAGE_MODEL_PROVIDERS

export const LANGUAGE_MODEL_PROVIDER_NAMES = Object.keys(
  LANGUAGE_MODEL_PROVIDERS,
) as LanguageModelProviderName[]

/** The language model that the operator configured. */
export interface LanguageModelSettings {
  provider: LanguageModelProviderName
  model: string
  apiKey: string | null
  /** Of the provider's interface, without a slash at the end. */
  baseUrl: string
  /** For each account; null: no limit. */
  monthlyBudget: Budget | null
}

function facts(address: string | null, path: string, more: Partial<ProviderFacts>): ProviderFacts {
  return { address, path, needsKey: false, patienceMs: 60_000, atOnce: 4, ...more }
}

/** Where the provider's interface is: the operator's address, else the usual one; null where neither is known. */
export function providerUrl(provider: LanguageModelProviderName, given: string | null): string | null {
  const { address, path } = LANGUAGE_MODEL_PROVIDERS[provider]
  const url = URL.parse(given ?? address ?? '')
  if (url === null) return null
  return url.pathname === '/'
    ? `${url.origin}${path}`
    : `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}
