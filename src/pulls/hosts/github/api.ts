import { Octokit } from '@octokit/core'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import Bottleneck from 'bottleneck'
import { z } from 'zod'
import { type CodeHostOptions, DEFAULT_RETRY_TIMING, type RetryTiming } from '#pulls/hosts/code-host.ts'
import { type ErrorResponse, HostFailure, hostFailureFor } from '#pulls/hosts/host-failure.ts'
import { asHostFailure, withToken } from '#pulls/hosts/rest/client.ts'
import { gitHubHostOf } from './site.ts'

/**
 * GitHub's REST (`get`, `send`) and GraphQL (`query`) APIs. Every method checks the response against a schema and rejects with
 * `HostFailure`.
 */
export interface GitHubApi {
  host: string
  get<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<T>
  /** Sends a request that changes something. It is not repeated if its outcome is unknown. */
  send<T>(route: string, schema: z.ZodType<T>, parameters: Record<string, unknown>): Promise<T>
  query<T>(query: string, variables: Record<string, unknown>, schema: z.ZodType<T>): Promise<T>
}

const Client = Octokit.plugin(retry, throttling)

/** How often a request is retried within the call. The job retries it later. */
const RETRIES = 2
/** The statuses that are not retried: another attempt does not change them, and 429 is left to the throttling plugin. */
const NOT_RETRIED = [400, 401, 403, 404, 410, 422, 429, 451]

export function openGitHubApi({
  apiUrl,
  token,
  fetch,
  clock,
  retryTiming = DEFAULT_RETRY_TIMING,
}: CodeHostOptions): GitHubApi {
  const host = gitHubHostOf(apiUrl)
  const octokit = new Client({
    baseUrl: apiUrl.replace(/(?<!\/)\/+$/, ''),
    userAgent: 'tidings',
    request: {
      fetch: readingWholeBody(withToken(fetch, token, secret => ['authorization', `Bearer ${secret}`])),
    },
    retry: { doNotRetry: NOT_RETRIED, retries: RETRIES, retryAfterBaseValue: retryTiming.secondMs },
    throttle: throttleOf(retryTiming),
    log: SILENT,
  })
  const checked = async <T>(schema: z.ZodType<T>, ask: () => Promise<unknown>): Promise<T> => {
    // The token is fetched outside of the request, since Octokit would take its failure for that of the request and retry it.
    await token?.()
    const read = schema.safeParse(await ask().catch(error => throwHostFailure(host, error, clock.now())))
    if (read.success) return read.data
    throw new HostFailure('temporary', host, { detail: 'unexpected response format', cause: read.error })
  }
  return {
    host,
    get: (route, schema, parameters = {}) =>
      checked(schema, async () => (await octokit.request(`GET ${route}`, parameters)).data),
    send: (route, schema, parameters) =>
      checked(
        schema,
        async () => (await octokit.request(route, { ...parameters, request: { retries: 0 } })).data,
      ),
    query: (query, variables, schema) =>
      checked(schema, () =>
        octokit.graphql(query, variables).catch(error => dataDespiteErrors(error, schema)),
      ),
  }
}

/** Octokit logs warnings to the terminal by default. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * The options of the throttling plugin. Short rate limits are waited out within the call, longer ones fail it. Mutations and GraphQL
 * queries are a second apart, as GitHub's best practices ask, and those that notify people are three seconds apart.
 */
function throttleOf({ longestWaitMs, secondMs }: RetryTiming) {
  const isShort = (seconds: number, _options: object, _octokit: object, retryCount: number) =>
    seconds * secondMs <= longestWaitMs && retryCount < RETRIES
  return {
    id: `client ${++opened}`,
    retryAfterBaseValue: secondMs,
    write: groupWithPause(secondMs),
    notifications: groupWithPause(3 * secondMs),
    onRateLimit: isShort,
    onSecondaryRateLimit: isShort,
  }
}

let opened = 0
const groups = new Map<number, Bottleneck.Group>()

/**
 * The group of the requests that are this far apart. It is shared by all clients, since each Bottleneck group runs a timer for the life of
 * the process. It drops the queues of idle clients.
 */
function groupWithPause(minTime: number): Bottleneck.Group {
  const known = groups.get(minTime) ?? new Bottleneck.Group({ maxConcurrent: 1, minTime })
  groups.set(minTime, known)
  return known
}

/**
 * Returns the data of a GraphQL response that matches the schema although it has errors, such as one about a linked issue that the
 * token may not see.
 */
function dataDespiteErrors<T>(error: unknown, schema: z.ZodType<T>): unknown {
  const data = error instanceof Error && 'data' in error ? error.data : null
  if (schema.safeParse(data).success) return data
  throw error
}

/** Reads the whole body of a response, so that one that breaks off is an error that Octokit retries, instead of a short body. */
const readingWholeBody =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const { status, headers } = response
    const body = await response.arrayBuffer()
    return new Response(status === 204 || status === 304 ? null : body, { status, headers })
  }

/** Throws the `HostFailure` that stands for an error of Octokit. */
function throwHostFailure(host: string, error: unknown, now: number): never {
  if (!(error instanceof Error)) throw error
  if (error.name === 'GraphqlResponseError') throw graphqlFailureOf(host, error, now)
  const refusal = errorResponseOf(error)
  if (refusal !== null) throw hostFailureFor(host, refusal, now)
  // Errors of the guarded HTTP client are wrapped as `cause`. Without a cause, Octokit failed to parse the response.
  if (error.cause === undefined) throw new HostFailure('temporary', host, { cause: error })
  throw asHostFailure(host, error.cause)
}

/**
 * The status and headers in an error of Octokit; null when there was no response. The throttling plugin's error for a GraphQL rate
 * limit has no status, because GitHub answers with 200.
 */
function errorResponseOf(error: Error): ErrorResponse | null {
  const { response, status } = requestError.parse(error)
  if (response === undefined) return null
  const header = (name: string) =>
    response.headers[name] === undefined ? null : String(response.headers[name])
  return { status: status ?? 429, header, message: error.message }
}

const requestError = z.object({
  status: z.number().optional().catch(undefined),
  response: z
    .object({ headers: z.record(z.string(), z.unknown()) })
    .optional()
    .catch(undefined),
})

/** The errors of a GraphQL response, which has the status 200. */
const graphqlErrors = z.object({
  headers: z.record(z.string(), z.unknown()).catch({}),
  errors: z
    .array(
      z.object({
        type: z.string().optional(),
        message: z.string().catch(''),
        path: z.array(z.unknown()).catch([]),
      }),
    )
    .catch([]),
})

function graphqlFailureOf(host: string, error: Error, now: number): HostFailure {
  const { headers, errors } = graphqlErrors.parse(error)
  const header = (name: string) => (headers[name] === undefined ? null : String(headers[name]))
  // An error at a deeper path than the repository's lists does not say whether the repository may be read.
  const types = errors.filter(({ path }) => path.length <= 2).map(one => one.type)
  const message = errors.map(one => one.message).join(' ')
  if (types.includes('RATE_LIMITED') || /\brate limit\b/i.test(message)) {
    return hostFailureFor(host, { status: 429, header, message }, now)
  }
  if (types.includes('NOT_FOUND')) return new HostFailure('gone', host)
  if (types.includes('FORBIDDEN')) return new HostFailure('unauthorized', host)
  return new HostFailure('temporary', host, { cause: error })
}
