import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import {
  type CodeHostOptions,
  DEFAULT_RETRY_TIMING,
  type RetryTiming,
  type TokenSource,
} from '#pulls/hosts/code-host.ts'
import { HostBusy, HostFailure, hostFailureFor } from '#pulls/hosts/host-failure.ts'

/** The most concurrent requests to one code host while a page is read. */
export const REQUESTS_AT_ONCE = 4

type Query = Record<string, string | number | readonly string[]>

interface RestOptions {
  apiUrl: string
  host: string
  fetch: typeof globalThis.fetch
  clock: Clock
  retryTiming: RetryTiming
}

export interface ListPage<T> {
  items: T[]
  /** Whether the response links to a next page. */
  hasMore: boolean
  /** The token with which Azure DevOps continues some lists; null at their end. */
  token: string | null
}

/** A client of a JSON REST API. Every method checks the response against a schema and rejects with `HostFailure`. */
export interface RestClient {
  get<T>(path: string, schema: z.ZodType<T>, query?: Query): Promise<T>
  /** Sends a request with a body that only asks and changes nothing, so it is retried. */
  query<T>(path: string, schema: z.ZodType<T>, body: Record<string, unknown>): Promise<T>
  /** Sends a request that must not be repeated, so it is not retried. */
  post<T>(path: string, schema: z.ZodType<T>, body?: Record<string, unknown>): Promise<T>
  /** Changes or deletes the resource at the path. It is not retried either. The response is not read. */
  change(method: 'PATCH' | 'PUT' | 'DELETE', path: string, body?: Record<string, unknown>): Promise<void>
  /** The body as text; null if the host responds with 404, 410 or 451. */
  getText(path: string, query?: Query): Promise<string | null>
  getPage<T>(path: string, schema: z.ZodType<T[]>, query: Query): Promise<ListPage<T>>
  /** Reads pages until there are no more items or `most` are read. */
  getAll<T>(path: string, schema: z.ZodType<T[]>, most: number, query?: Query): Promise<T[]>
}

/** The most attempts of a request, including the first one. */
const MAX_ATTEMPTS = 3

/** A header with a token. */
type HeaderOf = (token: string) => readonly [name: string, value: string]

export const bearer: HeaderOf = token => ['authorization', `Bearer ${token}`]

/** Opens a client that sends the token in a header. `host` is the host's name in records. */
export function openHostClient(
  { apiUrl, token, fetch, clock, retryTiming = DEFAULT_RETRY_TIMING }: CodeHostOptions,
  headerOf: HeaderOf,
  host = new URL(apiUrl).host,
): { host: string; rest: RestClient } {
  const options = { apiUrl, host, fetch: withToken(fetch, token, headerOf), clock, retryTiming }
  return { host, rest: openRestClient(options) }
}

function openRestClient(options: RestOptions): RestClient {
  const ask = <T>(
    path: string,
    query: Query,
    read: (response: Response) => Promise<T>,
    init?: RequestInit,
  ): Promise<T> =>
    withRetries(options, () => request(options, urlOf(options.apiUrl, path, query), read, init))
  const getPage = <T>(path: string, schema: z.ZodType<T[]>, query: Query) =>
    ask(path, query, async response => ({
      items: await parseResponse(options.host, response, schema),
      hasMore: /\brel="?next"?/.test(response.headers.get('link') ?? ''),
      token: response.headers.get('x-ms-continuationtoken') || null,
    }))
  const send = <T>(
    method: string,
    path: string,
    body: Record<string, unknown> | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T> =>
    request(options, urlOf(options.apiUrl, path, {}), read, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    get: (path, schema, query = {}) =>
      ask(path, query, response => parseResponse(options.host, response, schema)),
    getPage,
    query: (path, schema, body) =>
      ask(path, {}, response => parseResponse(options.host, response, schema), {
        ...{ method: 'POST', body: JSON.stringify(body) },
      }),
    post: (path, schema, body) =>
      send('POST', path, body, response => parseResponse(options.host, response, schema)),
    change: (method, path, body) => send(method, path, body, async response => response.body?.cancel()),
    async getAll(path, schema, most, query = {}) {
      const found = []
      for (let number = 1; found.length < most; number++) {
        const { items, hasMore } = await getPage(path, schema, { ...query, page: number })
        found.push(...items)
        if (!hasMore || items.length === 0) break
      }
      return found.slice(0, most)
    },
    async getText(path, query = {}) {
      try {
        return await ask(path, query, response => response.text())
      } catch (error) {
        if (error instanceof HostFailure && error.reason === 'gone') return null
        throw error
      }
    },
  }
}

function urlOf(apiUrl: string, path: string, query: Query): URL {
  const url = new URL(`${apiUrl.replace(/(?<!\/)\/+$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  return url
}

const HEADERS = { accept: 'application/json', 'user-agent': 'tidings' }
const BODY_HEADERS = { 'content-type': 'application/json' }

async function request<T>(
  { host, fetch, clock }: RestOptions,
  url: URL,
  read: (response: Response) => Promise<T>,
  init: RequestInit = {},
): Promise<T> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: init.body ? { ...HEADERS, ...BODY_HEADERS } : HEADERS,
    })
    if (response.ok) return await read(response)
    const message = (await response.text()).slice(0, 1_000)
    const header = (name: string) => response.headers.get(name)
    throw hostFailureFor(host, { status: response.status, header, message }, clock.now())
  } catch (error) {
    throw asHostFailure(host, error)
  }
}

/**
 * Converts an error of the guarded HTTP client to a `HostFailure`. A refused address stays
 * `invalid_parameter`, since a person has to change it; any other error may be temporary, and a body that is too large counts as withheld.
 */
export function asHostFailure(host: string, error: unknown): unknown {
  const isOurs = error instanceof HostFailure || !(error instanceof AppError)
  if (isOurs || error.code === 'invalid_parameter') return error
  return new HostFailure('temporary', host, {
    cause: error,
    ...(error.code === 'too_large' && { status: 413 }),
  })
}

async function parseResponse<T>(host: string, response: Response, schema: z.ZodType<T>): Promise<T> {
  const text = await response.text()
  const read = schema.safeParse(jsonOf(text))
  if (read.success) return read.data
  throw new HostFailure('temporary', host, { detail: 'unexpected response format', cause: read.error })
}

/** Returns undefined for text that is not JSON, which no schema accepts. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function withRetries<T>(options: RestOptions, ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      const pause = attempt < MAX_ATTEMPTS ? retryDelay(error, attempt, options) : null
      if (pause === null) throw error
      await sleep(pause)
    }
  }
}

function retryDelay(error: unknown, attempt: number, { clock, retryTiming }: RestOptions): number | null {
  if (error instanceof HostBusy) {
    const wait = ((error.until - clock.now()) / 1_000) * retryTiming.secondMs
    return wait <= retryTiming.longestWaitMs ? Math.max(wait, 0) : null
  }
  if (!(error instanceof HostFailure) || error.reason !== 'temporary') return null
  return retryTiming.secondMs * attempt ** 2 * (0.5 + Math.random() / 2)
}

/**
 * Adds a token to each request of `fetch`. If the host responds with 401, asks the token source once for a
 * newer token: installation tokens last an hour and can be revoked earlier.
 */
export function withToken(
  fetch: typeof globalThis.fetch,
  token: TokenSource | null,
  headerOf: HeaderOf,
): typeof globalThis.fetch {
  if (token === null) return fetch
  return async (input, init) => {
    const send = (secret: string) => {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
      headers.set(...headerOf(secret))
      return fetch(input, { ...init, headers })
    }
    const first = await token()
    const response = await send(first)
    if (response.status !== 401) return response
    const second = await token(first)
    if (second === first) return response
    await response.body?.cancel()
    return send(second)
  }
}
