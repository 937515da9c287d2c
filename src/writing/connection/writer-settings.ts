import { AppError } from '#platform/errors.ts'
import { type IsAllowed, portOf } from '#platform/http/address.ts'
import { safeLine } from '#platform/text.ts'
import { type Budget, budgetFrom, hasPrice } from '#writing/models/cost.ts'
import {
  LANGUAGE_MODEL_PROVIDERS,
  type LanguageModelProviderName,
  providerUrl,
} from '#writing/models/settings.ts'
import { keepsKey, type Writer, type WriterSettings } from './writer.ts'

/** The address of a provider as an owner typed it. */
interface TypedPlace {
  provider: LanguageModelProviderName
  /** Null or empty for the provider's own address. */
  url: string | null
  /** Undefined to keep the stored key, if it may be sent to this address. */
  apiKey: string | null | undefined
}

/** The values that an owner typed to connect or to change a writer. */
interface TypedWriter extends TypedPlace {
  model: string
  /** Like `20 USD` or `2,000,000 tokens`; null or empty for no limit. */
  budget: string | null
}

const LONGEST_MODEL = 200
const LONGEST_URL = 500
/** Matches a key, which is sent in a header. */
const KEY = /^[\x21-\x7e]{1,2000}$/

/** Validates the typed values. Throws `invalid_parameter` with the name of the field. `isListed` says which hosts the operator listed. */
export function checkedWriter(
  typed: TypedWriter,
  before: Writer | null,
  isListed: IsAllowed,
): WriterSettings {
  const place = checkedPlace(typed, before, isListed)
  const model = safeLine(typed.model)
  if (model === '' || model.length > LONGEST_MODEL)
    throw refused('model', 'the name of a model at the provider')
  const budget = checkedBudget(typed.budget)
  if (budget?.unit === 'micro-dollars' && !hasPrice(`${place.provider}/${model}`))
    throw refused('budget', 'in tokens, like 2,000,000 tokens, because the price of this model is not known')
  return { ...place, model, budget }
}

/** Validates the address and key of a provider. Throws `invalid_parameter` with the name of the field. */
export function checkedPlace(
  { provider, url, apiKey: typedKey }: TypedPlace,
  before: Writer | null,
  isListed: IsAllowed,
): Pick<WriterSettings, 'provider' | 'baseUrl' | 'apiKey'> {
  const baseUrl = checkedUrl(provider, url, isListed)
  const apiKey = typedKey?.trim() === '' ? undefined : (typedKey?.trim() ?? typedKey)
  if (typeof apiKey === 'string' && !KEY.test(apiKey)) throw refused('apiKey', 'a key without spaces')
  const hasKey =
    typeof apiKey === 'string' || (apiKey === undefined && keepsKey(before, { provider, baseUrl }))
  if (!hasKey && LANGUAGE_MODEL_PROVIDERS[provider].needsKey)
    throw refused('apiKey', 'a key of this provider')
  return { provider, baseUrl, apiKey }
}

function checkedUrl(provider: LanguageModelProviderName, typed: string | null, isListed: IsAllowed): string {
  const text = typed?.trim() ?? ''
  const url = URL.parse(text === '' ? (LANGUAGE_MODEL_PROVIDERS[provider].url ?? '') : text)
  const baseUrl = providerUrl(provider, text === '' ? null : text)
  if (url === null || baseUrl === null || text.length > LONGEST_URL || url.username || url.password)
    throw refused('url', 'the address of a server, like https://llm.example.com/v1')
  const isOperators = isListed(url.hostname, portOf(url))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOperators))
    throw refused(
      'url',
      `an https address, or one that the operator of this server has listed in TIDINGS_PRIVATE_HOSTS (${url.host})`,
    )
  return baseUrl
}

function checkedBudget(text: string | null): Budget | null {
  if (text === null || text.trim() === '') return null
  try {
    return budgetFrom(text)
  } catch {
    throw refused('budget', 'an amount a month, like 20 USD or 2,000,000 tokens')
  }
}

const refused = (name: string, accepts: string): AppError =>
  new AppError('invalid_parameter', `The ${NAMES[name] ?? name} must be ${accepts}.`, {
    parameters: [{ name, got: '', accepts }],
  })

const NAMES: Record<string, string> = { apiKey: 'key', url: 'address' }
