import { baseUrlFrom, type Environment, optionalText, variable } from '#platform/environment.ts'
import { type Budget, budgetFrom, hasPrice } from '#writing/models/cost.ts'
import {
  LANGUAGE_MODEL_PROVIDER_NAMES,
  LANGUAGE_MODEL_PROVIDERS,
  type LanguageModelProviderName,
  type LanguageModelSettings,
  providerUrl,
} from '#writing/models/settings.ts'

export const LANGUAGE_MODEL_VARIABLES = {
  TIDINGS_LLM_PROVIDER: variable<LanguageModelProviderName | null>({
    about: `The language model that helps to classify and to write. Default: none. One of: ${LANGUAGE_MODEL_PROVIDER_NAMES.join(', ')}.`,
    example: 'anthropic',
    fallback: null,
    read: text => {
      const name = LANGUAGE_MODEL_PROVIDER_NAMES.find(one => one === text)
      if (name) return name
      throw new Error(`expected one of ${LANGUAGE_MODEL_PROVIDER_NAMES.join(', ')}`)
    },
  }),
  TIDINGS_LLM_MODEL: optionalText({
    about: 'The name of the model at its provider.',
    example: 'claude-haiku-4-5',
  }),
  TIDINGS_LLM_API_KEY: optionalText({
    about: "The provider's API key. anthropic and openai require one.",
    example: 'sk-…',
  }),
  TIDINGS_LLM_BASE_URL: variable<string | null>({
    about:
      'The address of the model, for openai-compatible and for Ollama on another machine. It may be on a private network.',
    example: 'http://ollama.lan:11434',
    fallback: null,
    read: baseUrlFrom,
  }),
  TIDINGS_LLM_MONTHLY_BUDGET: variable<Budget | null>({
    about:
      'The monthly budget of each account, in US dollars or tokens. When it is used up, Tidings continues without the model.',
    example: '20 USD',
    fallback: null,
    read: budgetFrom,
  }),
}

/** Reads the language model's settings. Reports a fault when only some of them are set. */
export function languageModelFrom({ all, faults }: Environment): LanguageModelSettings | null {
  const values = all(LANGUAGE_MODEL_VARIABLES)
  if (values === null) return null
  const { TIDINGS_LLM_PROVIDER: provider, TIDINGS_LLM_MODEL: model, TIDINGS_LLM_API_KEY: apiKey } = values
  const { TIDINGS_LLM_BASE_URL: address, TIDINGS_LLM_MONTHLY_BUDGET: monthlyBudget } = values
  if (provider === null) {
    const isMeant = [model, apiKey, address, monthlyBudget].some(value => value !== null)
    if (isMeant) faults.push('TIDINGS_LLM_PROVIDER: not set, although other TIDINGS_LLM_ variables are')
    return null
  }
  const baseUrl = providerUrl(provider, address)
  const lacks = (name: string) => faults.push(`${name}: needed with TIDINGS_LLM_PROVIDER=${provider}`)
  if (model === null) lacks('TIDINGS_LLM_MODEL')
  if (apiKey === null && LANGUAGE_MODEL_PROVIDERS[provider].needsKey) lacks('TIDINGS_LLM_API_KEY')
  if (baseUrl === null) lacks('TIDINGS_LLM_BASE_URL')
  if (model !== null && monthlyBudget?.unit === 'micro-dollars' && !hasPrice(`${provider}/${model}`)) {
    faults.push(
      `TIDINGS_LLM_MONTHLY_BUDGET: the price of ${provider}/${model} is not known, so give it in tokens`,
    )
  }
  return model === null || baseUrl === null ? null : { provider, model, apiKey, baseUrl, monthlyBudget }
}
