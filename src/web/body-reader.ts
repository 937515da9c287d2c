import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { AppError } from '#platform/errors.ts'
import { HttpError } from './problems.ts'

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
  /** Requests with a session or a token. */
  members: 32 * MIB,
  /** Everything else: signing in, set-up and invitations, OAuth. */
  strangers: 16 * MIB,
}

export type MemoryPool = keyof typeof POOLS

/** The slowest acceptable sender. It is measured in ticks instead of time, because no tick passes while this process is busy. */
const PACE = {
  tickMs: 1_000,
  /** How many ticks may pass before the rate is checked. */
  graceTicks: 10,
  /** How many bytes must have arrived for each tick after those. */
  bytesPerTick: 16 * 1024,
}

/**
 * A body that is too large is still received and dropped, up to this multiple of its limit, so that the client gets to see the response.
 */
const DISCARDED = 4

/** Reads request bodies within limits: for one body, for all bodies in memory together, and for how slowly a body may arrive. */
export class BodyReader {
  readonly #pools: Record<MemoryPool, Pool> = {
    connections: new Pool(POOLS.connections),
    callbacks: new Pool(POOLS.callbacks),
    members: new Pool(POOLS.members),
    strangers: new Pool(POOLS.strangers),
  }

  /**
   * Reads the whole body and passes it to `work`; its bytes count towards the pool until `work` is done. Throws `too_large` beyond `limit`
   * bytes, `request_timeout` for one that arrives too slowly, and `unavailable` for one that had to give way in a full pool.
   */
  async read<T>(
    request: IncomingMessage,
    pool: MemoryPool,
    limit: number,
    work: (body: Buffer) => Promise<T>,
  ): Promise<T> {
    const cut = new AbortController()
    const body = new PooledBody(this.#pools[pool], limit, cut)
    try {
      await receive(request, limit, body, cut)
      return await work(body.complete())
    } finally {
      body.release()
    }
  }

  /** Receives a body and drops it. Throws `too_large` beyond `limit` bytes, and `request_timeout` if it arrives too slowly. */
  async discard(request: IncomingMessage, limit: number): Promise<void> {
    await receive(request, limit, NOWHERE, new AbortController())
  }
}

/** Receives the bytes of a body. */
interface Sink {
  append(chunk: Uint8Array): void
  release(): void
}

const NOWHERE: Sink = { append: () => {}, release: () => {} }

/** Passes each chunk on until the body ends or `cut` aborts. After a failure the rest is dropped, so that the client sees the response. */
async function receive(
  request: IncomingMessage,
  limit: number,
  sink: Sink,
  cut: AbortController,
): Promise<void> {
  let size = 0
  let failure: unknown = null
  request.on('data', (chunk: Uint8Array) => {
    size += chunk.byteLength
    if (size > limit * DISCARDED) request.destroy()
    if (failure !== null || cut.signal.aborted) return
    try {
      if (size > limit) throw new AppError('too_large', `At most ${limit} bytes are accepted here.`)
      sink.append(chunk)
    } catch (error) {
      failure = error
      sink.release()
    }
  })
  const watching = cutWhenTooSlow(() => size, cut)
  try {
    await finished(request, { writable: false, cleanup: true, signal: cut.signal })
  } catch (error) {
    throw failure ?? cut.signal.reason ?? closedEarly(error)
  } finally {
    clearInterval(watching)
  }
  if (failure !== null) throw failure
}

function cutWhenTooSlow(received: () => number, cut: AbortController): NodeJS.Timeout {
  let ticks = 0
  return setInterval(() => {
    ticks += 1
    if (received() < (ticks - PACE.graceTicks) * PACE.bytesPerTick) cut.abort(tooSlow())
  }, PACE.tickMs)
}

/** Closes the connection, which cannot be used again because the client is still sending. */
const CLOSING = { Connection: 'close' }

const tooSlow = () =>
  new HttpError('request_timeout', 'The body arrives too slowly. Send it at 16 KiB/s or faster.', CLOSING)

const noRoom = () =>
  new HttpError('unavailable', 'Too much is being sent at the moment. Try again in a few seconds.', {
    ...CLOSING,
    'Retry-After': '10',
  })

const closedEarly = (cause: unknown) =>
  new AppError('invalid_parameter', 'The connection closed before the whole body arrived.', { cause })

/** Memory that bodies share. If it is full, the body that has been arriving longest gives way to the one that needs room. */
class Pool {
  #free: number
  /** The bodies that are being received, in the order in which their first bytes arrived. */
  readonly #arriving = new Set<PooledBody>()

  constructor(size: number) {
    this.#free = size
  }

  /** Reserves memory for a body. Throws `unavailable` if no other body can give way. */
  reserve(body: PooledBody, bytes: number): void {
    this.#arriving.add(body)
    while (bytes > this.#free) {
      const [oldest] = this.#arriving
      if (oldest === undefined || oldest === body) throw noRoom()
      oldest.giveWay()
    }
    this.#free -= bytes
  }

  /** From now on the body keeps its memory until it is released. */
  keep(body: PooledBody): void {
    this.#arriving.delete(body)
  }

  release(body: PooledBody, bytes: number): void {
    this.#arriving.delete(body)
    this.#free += bytes
  }
}

/** Collects chunks in one buffer that grows with them, so that many small chunks cost no more memory than one large chunk. */
class PooledBody implements Sink {
  #bytes = Buffer.alloc(0)
  #size = 0
  readonly #pool: Pool
  readonly #limit: number
  readonly #cut: AbortController

  constructor(pool: Pool, limit: number, cut: AbortController) {
    this.#pool = pool
    this.#limit = limit
    this.#cut = cut
  }

  append(chunk: Uint8Array): void {
    const size = this.#size + chunk.byteLength
    if (size > this.#bytes.length) this.#grow(Math.min(this.#limit, Math.max(size, this.#bytes.length * 2)))
    this.#bytes.set(chunk, this.#size)
    this.#size = size
  }

  #grow(capacity: number): void {
    this.#pool.reserve(this, capacity - this.#bytes.length)
    // Allocated outside of Node's shared slabs, since a single byte there would keep a whole slab in memory.
    const grown = Buffer.allocUnsafeSlow(capacity)
    this.#bytes.copy(grown, 0, 0, this.#size)
    this.#bytes = grown
  }

  /** Returns the whole body, which from now on keeps its memory until it is released. */
  complete(): Buffer {
    this.#pool.keep(this)
    return this.#bytes.subarray(0, this.#size)
  }

  giveWay(): void {
    this.release()
    this.#cut.abort(noRoom())
  }

  release(): void {
    this.#pool.release(this, this.#bytes.length)
    this.#bytes = Buffer.alloc(0)
    this.#size = 0
  }
}
