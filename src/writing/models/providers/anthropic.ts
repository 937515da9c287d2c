import { createAnthropic } from '@ai-sdk/anthropic'
import { z } from 'zod'
import { listModels } from './model-list.ts'
import { type Provider, throughSdk } from './sdk.ts'

const list = z.object({ data: z.array(z.object({ id: z.string() })) })

export const anthropic: Provider = {
  open(settings) {
    const { apiKey, baseUrl, fetch } = settings
    const sdk = createAnthropic({ apiKey: apiKey ?? '', baseURL: baseUrl, fetch })
    return throughSdk('anthropic', settings, sdk(settings.model))
  },
  models: connection =>
    listModels(connection, {
      path: '/models?limit=1000',
      headers: { 'x-api-key': connection.apiKey ?? '', 'anthropic-version': '2023-06-01' },
      schema: list,
      names: ({ data }) => data.map(({ id }) => id),
    }),
}
