import { createOllama } from 'ollama-ai-provider-v2'
import { type ProviderOf, throughSdk } from './sdk.ts'

/** The context window in tokens. Ollama's default is smaller, and it silently drops the start of a longer prompt. */
const CONTEXT = 16_384

/** The provider package sends the output limit in a field that Ollama ignores. */
const options = (maxOutputTokens: number) => ({
  ollama: { options: { num_ctx: CONTEXT, num_predict: maxOutputTokens, temperature: 0 } },
})

export const ollama: ProviderOf = settings => {
  const { apiKey, baseUrl, fetch } = settings
  const headers = { ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }) }
  const sdk = createOllama({ baseURL: baseUrl, fetch, headers })
  return throughSdk('ollama', settings, sdk(settings.model), options)
}
