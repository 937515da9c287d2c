import type { Budget } from './cost.ts'

/** The facts about a provider that the configuration needs without loading it. */
interface ProviderFacts {
  /** The default URL; null if the operator has to set it. */
  url: string | null
  /** Appended to a URL without a path. */
  path: string
  needsKey: boolean
  /** Whether its models may run on the operator's own machines, which may be slow. */
  mayBeLocal: boolean
  /** The deadline of a request with its retries. */
  timeoutMs: number
  /** The number of concurrent requests. */
  atOnce: number
  /** Whether its protocol supports a seed. */
  takesSeed: boolean
}

/** The providers. `app/registry.ts` names the implementation of each. */
export const LANGUAGE_MODEL_PROVIDERS = {
  anthropic: facts('https://api.anthropic.com', '/v1', { needsKey: true }),
  openai: facts('https://api.openai.com', '/v1', { needsKey: true }),
  'openai-compatible': facts(null, '/v1', { mayBeLocal: true, timeoutMs: 120_000, takesSeed: true }),
  ollama: facts('http://127.0.0.1:11434', '/api', {
    mayBeLocal: true,
    timeoutMs: 180_000,
    atOnce: 1,
    takesSeed: true,
  }),
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
  /** The URL of the API, without a slash at the end. */
  baseUrl: string
  /** The limit of each account; null for none. */
  monthlyBudget: Budget | null
}

function facts(url: string | null, path: string, more: Partial<ProviderFacts>): ProviderFacts {
  const usual = { needsKey: false, mayBeLocal: false, timeoutMs: 60_000, atOnce: 4, takesSeed: false }
  return { url, path, ...usual, ...more }
}

/** The URL of a provider's API: the configured one, otherwise the default; null if there is neither. */
export function providerUrl(provider: LanguageModelProviderName, given: string | null): string | null {
  const { url: defaultUrl, path } = LANGUAGE_MODEL_PROVIDERS[provider]
  const url = URL.parse(given ?? defaultUrl ?? '')
  if (url === null) return null
  return url.pathname === '/'
    ? `${url.origin}${path}`
    : `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}
