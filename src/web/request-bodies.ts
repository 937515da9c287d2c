import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { validator } from 'hono/validator'
import type { z } from 'zod'
import { checkedInput } from '#actions/input.ts'
import type { BodyReader, MemoryPool } from './body-reader.ts'

declare module 'hono' {
  interface ContextVariableMap {
    bodies: BodyReader
  }
}

/** Reads the body of a request without a session, at most `limit` bytes, before the handler runs. */
export const limitBody =
  (limit: number): MiddlewareHandler =>
  (c, next) =>
    withLimitedBody(c, 'strangers', limit, next)

/** Reads the body, at most `limit` bytes, from within a handler. Runs `work` while the body is in memory. */
export function withLimitedBody<T>(
  c: Context,
  pool: MemoryPool,
  limit: number,
  work: () => Promise<T>,
): Promise<T> {
  const { incoming } = c.env as HttpBindings
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return work()
  return c.var.bodies.read(incoming, pool, limit, body => {
    // @hono/node-server reads the body from `rawBody` instead of the connection.
    Object.assign(incoming, { rawBody: body })
    return work()
  })
}

/** Validates the JSON body. Throws `invalid_parameter` with the name of each bad field. */
export const jsonBody = <T extends z.ZodObject>(shape: T) =>
  validator('json', (given: z.input<T>): z.output<T> => checkedInput(shape, given))

/** Validates the query parameters. Throws `invalid_parameter` with the name of each bad one. */
export const queryParameters = <T extends z.ZodObject>(shape: T) =>
  validator('query', (given: Record<string, string | string[]>): z.output<T> => checkedInput(shape, given))
