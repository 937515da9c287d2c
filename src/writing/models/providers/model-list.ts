import { z } from 'zod'
import { LanguageModelFailure } from '../language-model.ts'
import { failureOfConnection, failureReasonOf } from '../provider-fetch.ts'
import type { ProviderConnection } from './sdk.ts'

/** The most models that are listed; longer lists are truncated. OpenRouter has a few hundred. */
const MOST_MODELS = 1_000
const MOST_NAME = 200

/** Matches models that turn text into numbers for a search. Local servers list them among the others. */
const FOR_SEARCH = /embed/i

/** How a provider lists its models. */
interface ModelList<T> {
  path: string
  headers: Record<string, string>
  schema: z.ZodType<T>
  names(answer: T): string[]
}

/**
 * The names of the provider's models, in its order; null if the server has no such list, so that a name has
 * to be typed. Throws `LanguageModelFailure`.
 */
export async function listModels<T>(
  connection: ProviderConnection,
  { path, headers, schema, names }: ModelList<T>,
): Promise<string[] | null> {
  const response = await answerTo(connection, path, headers)
  if (response === null) return null
  const parsed = schema.safeParse(await response.json().catch(() => null))
  if (!parsed.success) throw new LanguageModelFailure('wrong_address')
  const found = names(parsed.data).filter(
    name => name !== '' && name.length <= MOST_NAME && !FOR_SEARCH.test(name),
  )
  return [...new Set(found)].slice(0, MOST_MODELS)
}

/** The successful response; null if there is nothing at this path. */
async function answerTo(
  { fetch, baseUrl }: ProviderConnection,
  path: string,
  headers: Record<string, string>,
): Promise<Response | null> {
  try {
    const response = await fetch(`${baseUrl}${path}`, { headers })
    if (response.ok) return response
    throw new LanguageModelFailure(failureReasonOf(response.status, '') ?? 'server_error')
  } catch (error) {
    const failure = failureOfConnection(error)
    // A server that does not know the path may name it in its answer, and the path ends in "models", which looks like an unknown model.
    if (failure.reason === 'wrong_address' || failure.reason === 'unknown_model') return null
    throw failure
  }
}

const openAiList = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The list in OpenAI's form, which most servers that speak its protocol have. */
export const openAiModels = (connection: ProviderConnection): Promise<string[] | null> =>
  listModels(connection, {
    path: '/models',
    headers: bearer(connection),
    schema: openAiList,
    names: ({ data }) => data.map(({ id }) => id),
  })

export const bearer = ({ apiKey }: ProviderConnection): Record<string, string> =>
  apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` }
