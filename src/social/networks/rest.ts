import type { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { NetworkFailure } from '#social/network.ts'
import { failureOfRequest } from './requests.ts'

export interface RestRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  json?: unknown
  body?: FormData | URLSearchParams | Uint8Array<ArrayBuffer>
  signal?: AbortSignal
}

/** Sends a request. Throws `NetworkFailure` if it certainly never arrived, and any other error if that is open. */
export async function sendRest(
  fetch: typeof globalThis.fetch,
  { method, url, headers, json, body, signal }: RestRequest,
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      body: body ?? (json === undefined ? null : JSON.stringify(json)),
      // No redirects: a token must not be sent to another address, and a POST must not be repeated.
      redirect: 'manual',
      signal: signal ?? null,
      headers: {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
  } catch (error) {
    throw failureOfRequest(error)
  }
}

/** The JSON body of an answer that a network gave to a request it accepted. Throws `unavailable` if it does not match the schema. */
export async function answerOf<T>(title: string, response: Response, schema: z.ZodType<T>): Promise<T> {
  const body = await response.json().catch(error => {
    if (!(error instanceof SyntaxError)) throw error
  })
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new AppError('unavailable', `${title} sent an answer that Tidings does not understand.`)
}

/**
 * The error for an answer by its status, if none of the network's own rules applies. A status that reports a
 * fault of the server leaves open what the server did.
 */
export function failureOfStatus(status: number, message: string): Error {
  if (status === 401) return new NetworkFailure('unauthorized', message)
  if (status >= 300 && status < 500 && status !== 408) return new NetworkFailure('rejected', message)
  return new AppError('unavailable', message)
}
