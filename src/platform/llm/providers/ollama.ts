import { createOllama } from 'ollama-ai-provider-v2'
import { type ProviderOf, throughSdk } from './sdk.ts'

/** Tokens of question and answer. Ollama's own default is smaller and drops the start of a longer prompt without a word. */
const CONTEXT = 16_384

/** The provider writes the SDK's limit where Ollama does not look for it. */
const options = (maxOutputTokens: number) => ({
  ollama: { options: { num_ctx: CONTEXT, num_predict: maxOutputTokens, temperature: 0 } },
})

export const ollama: ProviderOf = settings => {
  const { apiKey, baseUrl, fetch } = settings
  const headers = { ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }) }
  const sdk = createOllama({ baseURL: baseUrl, fetch, headers })
  return throughSdk('ollama', settings, sdk(settings.model), options)
}
