import { createOpenAI } from '@ai-sdk/openai'
import { openAiModels } from './model-list.ts'
import { type Provider, throughSdk } from './sdk.ts'

/** Options that tell the provider not to store the text of pull requests. */
const options = () => ({ openai: { store: false } })

/** Match the models for text; the list also has models for pictures, speech and embeddings. */
const FOR_TEXT = /^(?:gpt|o\d|chatgpt|ft:)/
const FOR_OTHERS = /image|audio|realtime|tts|transcribe|search|instruct|codex/

export const openai: Provider = {
  open(settings) {
    const { apiKey, baseUrl, fetch } = settings
    const sdk = createOpenAI({ apiKey: apiKey ?? '', baseURL: baseUrl, fetch })
    return throughSdk('openai', settings, sdk(settings.model), options)
  },
  async models(connection) {
    const all = await openAiModels(connection)
    return all?.filter(name => FOR_TEXT.test(name) && !FOR_OTHERS.test(name)).toSorted() ?? null
  },
}
