import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type ProviderOf, throughSdk } from './sdk.ts'

export const openaiCompatible: ProviderOf = settings => {
  const { apiKey, baseUrl, fetch } = settings
  const sdk = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl,
    fetch,
    // Without it the schema is dropped and the model answers in whatever shape it likes.
    supportsStructuredOutputs: true,
    ...(apiKey !== null && { apiKey }),
  })
  return throughSdk('openai-compatible', settings, sdk(settings.model))
}
