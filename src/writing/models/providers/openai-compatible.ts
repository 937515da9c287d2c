import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { openAiModels } from './model-list.ts'
import { type Provider, throughSdk } from './sdk.ts'

export const openaiCompatible: Provider = {
  open(settings) {
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
  },
  models: openAiModels,
}
