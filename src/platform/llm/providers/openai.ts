import { createOpenAI } from '@ai-sdk/openai'
import { type ProviderOf, throughSdk } from './sdk.ts'

/** The provider does not store the text of pull requests. */
const options = () => ({ openai: { store: false } })

export const openai: ProviderOf = settings => {
  const { apiKey, baseUrl, fetch } = settings
  const sdk = createOpenAI({ apiKey: apiKey ?? '', baseURL: baseUrl, fetch })
  return throughSdk('openai', settings, sdk(settings.model), options)
}
