import { createAnthropic } from '@ai-sdk/anthropic'
import { type ProviderOf, throughSdk } from './sdk.ts'

export const anthropic: ProviderOf = settings => {
  const { apiKey, baseUrl, fetch } = settings
  const sdk = createAnthropic({ apiKey: apiKey ?? '', baseURL: baseUrl, fetch })
  return throughSdk('anthropic', settings, sdk(settings.model))
}
