import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { validator } from 'hono/validator'
import type { z } from 'zod'
import { AppError } from '#platform/errors.ts'

const MIB = 1024 * 1024

/**
 * Bytes of request bodies that may be in memory at once, by pool. Clients that fill one pool do not affect the others.
 *
 * `hono/body-limit` is not enough here: it limits each request but not all of them together, and it stops reading as soon as a body is
 * too large, so that a client that is still sending gets a reset connection instead of the 413.
 */
const POOLS = {
  /** Webhooks of connections, whose addresses are secret. */
  connections: 64 * MIB,
  /** Webhooks of the whole service, whose addresses are public. */
  callbacks: 32 * MIB,
  /** Everything else. */
  requests: 32 * MIB,
}

export type MemoryPool = keyof typeof POOLS

/** A body that is too large is still received, and dropped, up to this multiple of its limit, so that the client sees the response. */
const DISCARDED = 4
const FIRST_BYTES = 16 * 1024

/** Reads request bodies within limits on one body, and on all that are in memory at once. */
export interface BodyReader {
  /**
   * Reads the whole body and passes it to `work`; its bytes count towards the pool until `work` is done. Throws `too_large` beyond
   * `limit` bytes, `unavailable` while the pool is full.
   */
  read<T>(
    request: IncomingMessage,
    share: MemoryPool,
    limit: number,
    work: (jsonBody: Buffer) => Promise<T>,
  ): Promise<T>
}

declare module 'hono' {
  interface ContextVariableMap {
    bodies: BodyReader
  }
}

/** Counts the bytes of this process. */
export function createBodyReader(shares: Record<MemoryPool, number> = POOLS): BodyReader {
  const held: Record<MemoryPool, number> = { connections: 0, callbacks: 0, requests: 0 }
  return {
    async read(request, share, limit, work) {
      const buffer = new GrowingBuffer(bytes => {
        if (held[share] + bytes > shares[share]) throw new AppError('unavailable', NO_ROOM)
        held[share] += bytes
      })
      const release = () => {
        held[share] -= buffer.forget()
      }
      try {
        await receive(request, limit, chunk => buffer.append(chunk, limit), release)
        return await work(buffer.content())
      } finally {
        release()
      }
    },
  }
}

const NO_ROOM = 'Too much is being sent at the moment. Try again in a few seconds.'

/** Receives a body and drops it. Throws `too_large` beyond `limit` bytes. */
export const discardBody = (request: IncomingMessage, limit: number): Promise<void> =>
  receive(
    request,
    limit,
    () => {},
    () => {},
  )

/** Passes each chunk to `accept`. After a failure the rest is received and dropped, so that the client sees the response. */
async function receive(
  request: IncomingMessage,
  limit: number,
  accept: (chunk: Uint8Array) => void,
  failed: () => void,
): Promise<void> {
  let size = 0
  let failure: unknown = null
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength
    if (size > limit * DISCARDED) break
    if (failure !== null) continue
    try {
      if (size > limit) throw new AppError('too_large', `At most ${limit} bytes are accepted here.`)
      accept(chunk)
    } catch (error) {
      failure = error
      failed()
    }
  }
  if (failure !== null) throw failure
}

async function* chunksOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request
  } catch (error) {
    throw new AppError('invalid_parameter', 'The connection closed before the whole body arrived.', {
      cause: error,
    })
  }
}

/** Collects chunks in one buffer, so that many small chunks cost no more memory than one large chunk. */
class GrowingBuffer {
  #bytes = Buffer.alloc(0)
  #size = 0
  readonly #reserve: (bytes: number) => void

  constructor(reserve: (bytes: number) => void) {
    this.#reserve = reserve
  }

  append(chunk: Uint8Array, limit: number): void {
    const size = this.#size + chunk.byteLength
    if (size > this.#bytes.length)
      this.#grow(Math.min(limit, Math.max(size, FIRST_BYTES, this.#bytes.length * 2)))
    this.#bytes.set(chunk, this.#size)
    this.#size = size
  }

  #grow(capacity: number): void {
    this.#reserve(capacity - this.#bytes.length)
    const grown = Buffer.allocUnsafe(capacity)
    this.#bytes.copy(grown, 0, 0, this.#size)
    this.#bytes = grown
  }

  content(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  /** Drops the content and gives the number of bytes that were reserved. */
  forget(): number {
    const reserved = this.#bytes.length
    this.#bytes = Buffer.alloc(0)
    this.#size = 0
    return reserved
  }
}

/** Reads the body, at most `limit` bytes, before the handler. */
export const limitBody =
  (limit: number): MiddlewareHandler =>
  (c, next) =>
    withLimitedBody(c, limit, next)

/** Reads the body, at most `limit` bytes, from within a handler, and runs `work` while it is in memory. */
export function withLimitedBody<T>(c: Context, limit: number, work: () => Promise<T>): Promise<T> {
  const { incoming } = c.env as HttpBindings
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return work()
  return c.var.bodies.read(incoming, 'requests', limit, body => {
    // @hono/node-server reads the body from `rawBody` instead of the connection.
    Object.assign(incoming, { rawBody: body })
    return work()
  })
}

/** Validates the JSON body. Throws `invalid_parameter` with the name of each bad field. */
export const jsonBody = <T extends z.ZodObject>(shape: T) =>
  validator('json', (given: z.input<T>): z.output<T> => checked(shape, given))

/** Validates the query parameters. Throws `invalid_parameter` with the name of each bad one. */
export const queryParameters = <T extends z.ZodObject>(shape: T) =>
  validator('query', (given: Record<string, string | string[]>): z.output<T> => checked(shape, given))

function checked<T extends z.ZodObject>(shape: T, given: unknown): z.output<T> {
  const read = shape.safeParse(given)
  if (read.success) return read.data
  const parameters = read.error.issues.map(({ path, message }) => ({
    name: path.join('.'),
    got: '',
    accepts: message,
  }))
  const names = parameters.map(({ name }) => name).join(', ')
  throw new AppError('invalid_parameter', `Not as expected: ${names}.`, { parameters })
}
