import type { z } from 'zod'
import { parseInstant } from '#platform/clock.ts'
import { type NetworkContext, NetworkFailure } from '#social/network.ts'
import { failureOfRequest, limitEnd, quoted } from '../requests.ts'

interface Sent {
  json?: unknown
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The interface of one server, with the token of one account, or without one. */
export interface MastodonApi {
  origin: string
  /** Throws `NetworkFailure` for what the server refuses, and any other error for an answer that is not what the schema says. */
  read<T>(path: string, schema: z.ZodType<T>): Promise<T>
  send<T>(method: 'POST' | 'PUT', path: string, schema: z.ZodType<T>, sent: Sent): Promise<T>
  /** False when it was not there. */
  remove(path: string): Promise<boolean>
}

export function openMastodonApi(context: NetworkContext, origin: string, token: string | null): MastodonApi {
  async function request(
    method: string,
    path: string,
    { json, form, headers, signal }: Sent = {},
  ): Promise<Response> {
    const body = form ?? (json === undefined ? null : JSON.stringify(json))
    try {
      return await context.fetch(origin + path, {
        method,
        body,
        // Where a server moves, its people connect again: a token is not sent elsewhere, and a POST not repeated.
        redirect: 'manual',
        signal: signal ?? null,
        headers: {
          accept: 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
    } catch (error) {
      throw failureOfRequest(error)
    }
  }
  return {
    origin,
    async read(path, schema) {
      return parsed(await checked(context, await request('GET', path)), schema)
    },
    async send(method, path, schema, sent) {
      return parsed(await checked(context, await request(method, path, sent)), schema)
    },
    async remove(path) {
      const response = await request('DELETE', path)
      if (response.status === 404) return false
      await (await checked(context, response)).body?.cancel()
      return true
    },
  }
}

async function parsed<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const result = schema.safeParse(await response.json())
  if (result.success) return result.data
  throw new Error('The server answered something else than Mastodon does.')
}

/** Maps the statuses that the documentation lists. Others leave open what the server did. */
async function checked({ clock }: NetworkContext, response: Response): Promise<Response> {
  const { status, headers } = response
  if (status >= 200 && status < 300) return response
  const message = `The server answered ${status}: ${quoted(await errorIn(response))}.`
  if (status === 429)
    throw new NetworkFailure(
      'rate limited',
      message,
      limitEnd(clock, parseInstant(headers.get('x-ratelimit-reset') ?? '')),
    )
  if (status >= 300 && status < 400)
    throw new NetworkFailure(
      'rejected',
      'The server sends requests to another address, which is not followed.',
    )
  if (status === 401 || status === 403) throw new NetworkFailure('unauthorized', message)
  if (status >= 400 && status < 500 && status !== 408) throw new NetworkFailure('rejected', message)
  throw new Error(message)
}

/** The documented form is `{error}`. */
async function errorIn(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  } catch {
    return null
  }
}
