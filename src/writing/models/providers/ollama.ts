import { createOllama } from 'ollama-ai-provider-v2'
import { z } from 'zod'
import { STEADY } from '../language-model.ts'
import { bearer, listModels } from './model-list.ts'
import { type Provider, throughSdk } from './sdk.ts'

/** The context window in tokens. Ollama's default is smaller, and it silently drops the start of a longer prompt. */
const CONTEXT = 16_384

/** The options of a request. The provider package sends the output limit in a field that Ollama ignores, so it is repeated here. */
const options = (maxOutputTokens: number) => ({
  ollama: { options: { num_ctx: CONTEXT, num_predict: maxOutputTokens, ...STEADY } },
})

const list = z.object({ models: z.array(z.object({ name: z.string() })) })

export const ollama: Provider = {
  open(settings) {
    const { baseUrl, fetch } = settings
    const sdk = createOllama({ baseURL: baseUrl, fetch, headers: bearer(settings) })
    return throughSdk('ollama', settings, sdk(settings.model), options)
  },
  models: connection =>
    listModels(connection, {
      path: '/tags',
      headers: bearer(connection),
      schema: list,
      names: ({ models }) => models.map(({ name }) => name),
    }),
}
