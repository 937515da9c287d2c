import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type ProviderOf, throughSdk } from './sdk.ts'

export const openaiCompatible: ProviderOf = settings => {
  const { apiKey, baseUrl, fetch } = settings
  const sdk = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl,
    fetch,
    // Without this the schema is not sent.
    supportsStructuredOutputs: true,
    ...(apiKey !== null && { apiKey }),
  })
  return throughSdk('openai-compatible', settings, sdk(settings.model))
}
