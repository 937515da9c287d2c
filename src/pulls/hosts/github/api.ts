import { Octokit } from '@octokit/core'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import Bottleneck from 'bottleneck'
import { z } from 'zod'
import { type CodeHostOptions, DEFAULT_RETRY_TIMING, type RetryTiming } from '#pulls/hosts/code-host.ts'
import { gitHubHostOf } from '#pulls/hosts/host-address.ts'
import { type ErrorResponse, HostFailure, hostFailureFor } from '#pulls/hosts/host-failure.ts'
import { asHostFailure, withToken } from '#pulls/hosts/rest/client.ts'

/** GitHub's two APIs. Both verbs throw `HostFailure`. */
export interface GitHubApi {
  host: string
  get<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<T>
  query<T>(query: string, variables: Record<string, unknown>, schema: z.ZodType<T>): Promise<T>
}

const Client = Octokit.plugin(retry, throttling)

/** Attempts after the first; more often the job asks, later. */
const RETRIES = 2
/** What another try cannot mend, and 429, which is the throttle's. */
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
    // A token that cannot be had is no failure of a request, which the library would try again.
    await token?.()
    const read = schema.safeParse(await ask().catch(error => throwHostFailure(host, error, clock.now())))
    if (read.success) return read.data
    throw new HostFailure('temporary', host, { detail: 'an answer of another form', cause: read.error })
  }
  return {
    host,
    get: (route, schema, parameters = {}) =>
      checked(schema, async () => (await octokit.request(`GET ${route}`, parameters)).data),
    query: (query, variables, schema) =>
      checked(schema, () =>
        octokit.graphql(query, variables).catch(error => dataDespiteErrors(error, schema)),
      ),
  }
}

/** The library would write warnings to the terminal. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

/** Short waits are kept within the call; a longer one ends it. A second lies between two questions, as GitHub asks. */
function throttleOf({ longestWaitMs, secondMs }: RetryTiming) {
  const isShort = (seconds: number, _options: object, _octokit: object, retryCount: number) =>
    seconds * secondMs <= longestWaitMs && retryCount < RETRIES
  return {
    id: `client ${++opened}`,
    retryAfterBaseValue: secondMs,
    write: writeGroupFor(secondMs),
    onRateLimit: isShort,
    onSecondaryRateLimit: isShort,
  }
}

let opened = 0
const writeGroups = new Map<number, Bottleneck.Group>()

/** One for all clients, since each runs a clock of its own for as long as the process lives; it forgets clients that are done. */
function writeGroupFor(secondMs: number): Bottleneck.Group {
  const known = writeGroups.get(secondMs) ?? new Bottleneck.Group({ maxConcurrent: 1, minTime: secondMs })
  writeGroups.set(secondMs, known)
  return known
}

/** A fault far down, as over a linked issue that nobody shows us, leaves an answer that is otherwise whole. */
function dataDespiteErrors<T>(error: unknown, schema: z.ZodType<T>): unknown {
  const data = error instanceof Error && 'data' in error ? error.data : null
  if (schema.safeParse(data).success) return data
  throw error
}

/** The library takes an answer that broke off for a shorter one; read here to its end, it is a failure that is tried again. */
const readingWholeBody =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const { status, headers } = response
    const body = await response.arrayBuffer()
    return new Response(status === 204 || status === 304 ? null : body, { status, headers })
  }

/** What the library threw, as a failure of ours. */
function throwHostFailure(host: string, error: unknown, now: number): never {
  if (!(error instanceof Error)) throw error
  if (error.name === 'GraphqlResponseError') throw graphqlFailureOf(host, error, now)
  const refusal = errorResponseOf(error)
  if (refusal !== null) throw hostFailureFor(host, refusal, now)
  // What the way out threw comes wrapped; without that, the library fell over an answer that it could not read.
  if (error.cause === undefined) throw new HostFailure('temporary', host, { cause: error })
  throw asHostFailure(host, error.cause)
}

/** The throttle's own error, for a question over the limit, has an answer but no status: GitHub gave that one a 200. */
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

/** How GitHub tells of faults in an answer to a question, which has the status 200. */
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

export function graphqlFailureOf(host: string, error: Error, now: number): HostFailure {
  const { headers, errors } = graphqlErrors.parse(error)
  const header = (name: string) => (headers[name] === undefined ? null : String(headers[name]))
  // A fault deeper than the repository and its list says nothing of what we may see of these.
  const types = errors.filter(({ path }) => path.length <= 2).map(one => one.type)
  const message = errors.map(one => one.message).join(' ')
  if (types.includes('RATE_LIMITED') || /\brate limit\b/i.test(message)) {
    return hostFailureFor(host, { status: 429, header, message }, now)
  }
  if (types.includes('NOT_FOUND')) return new HostFailure('gone', host)
  if (types.includes('FORBIDDEN')) return new HostFailure('unauthorized', host)
  return new HostFailure('temporary', host, { cause: error })
}
