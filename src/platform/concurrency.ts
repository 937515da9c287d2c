import { MINUTE_MS } from './clock.ts'
import { AppError } from './errors.ts'
import { chunksOf } from './iterables.ts'

/**
 * Calls `act` for each item, at most `limit` at a time, and returns the results in the order of the items. After a failure no further call
 * begins; it rejects with the first failure once the running calls have ended.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (const chunk of chunksOf(items, limit)) {
    const settled = await Promise.allSettled(chunk.map(act))
    for (const outcome of settled) {
      if (outcome.status === 'rejected') throw outcome.reason
      results.push(outcome.value)
    }
  }
  return results
}

/**
 * Resolves like `work`, or rejects with what `late` makes when that takes longer than `timeoutMs`. The work itself is not stopped. An error
 * is made only then, because its stack costs more than many a request.
 */
export function withTimeout<T>(
  timeoutMs: number,
  work: Promise<T>,
  late: () => Error = () => new Error('no answer in time'),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(late()), timeoutMs)
    work.finally(() => clearTimeout(timeout)).then(resolve, reject)
  })
}

/** How often it is checked whether the work is still wanted. */
const LOOKS_EVERY_MS = 500

/** Runs work with a signal that is aborted once the work is no longer wanted; then returns null. */
export async function whileWanted<T>(
  isWanted: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const unwanted = new AbortController()
  const timer = setInterval(() => {
    isWanted().then(
      is => is || unwanted.abort(),
      // A check that fails is repeated at the next turn.
      () => {},
    )
  }, LOOKS_EVERY_MS)
  try {
    return await work(AbortSignal.any([signal, unwanted.signal]))
  } catch (error) {
    if (unwanted.signal.aborted && !signal.aborted) return null
    throw error
  } finally {
    clearInterval(timer)
  }
}

interface FairQueueLimits {
  /** How many pieces of work of one owner may wait. */
  mostWaiting: number
  /** How long the work of one owner may take in a minute, in milliseconds. */
  msPerMinute: number
  /** What is worked on, in the plural, for errors: "images". */
  what: string
}

/**
 * Runs one piece of work at a time. Owners take turns, so that nobody waits for all that somebody else has queued, and each has a share
 * of every minute.
 */
export class FairQueue {
  /** The owner whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>()
  readonly #limits: FairQueueLimits
  readonly #now: () => number
  #isRunning = false
  #minute = 0
  #spentMs = new Map<string, number>()

  constructor(limits: FairQueueLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /**
   * Resolves and rejects like `work`, which begins when it is the owner's turn. Throws `unavailable` if too much of the owner's work is
   * waiting, and `rate_limited` if the owner's share of this minute is used up.
   */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const { mostWaiting, what } = this.#limits
    const queued = this.#waiting.get(owner) ?? []
    if (queued.length >= mostWaiting)
      throw new AppError('unavailable', `Too many ${what} are being processed. Try again in a moment.`)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    queued.push(() => this.#timed(owner, work).then(resolve, reject))
    this.#waiting.set(owner, queued)
    void this.#runAll()
    return promise
  }

  async #runAll(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (let work = this.#takeNext(); work; work = this.#takeNext()) await work()
    this.#isRunning = false
  }

  #takeNext(): (() => Promise<void>) | undefined {
    const [owner, queued] = this.#waiting.entries().next().value ?? []
    if (owner === undefined || queued === undefined) return undefined
    const work = queued.shift()
    this.#waiting.delete(owner)
    if (queued.length > 0) this.#waiting.set(owner, queued)
    return work
  }

  async #timed<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const startedAt = this.#now()
    this.#startMinute(Math.floor(startedAt / MINUTE_MS))
    const spent = this.#spentMs.get(owner) ?? 0
    const { msPerMinute, what } = this.#limits
    if (spent >= msPerMinute)
      throw new AppError('rate_limited', `The ${what} of this account take too long. Try again in a minute.`)
    try {
      return await work()
    } finally {
      this.#spentMs.set(owner, spent + this.#now() - startedAt)
    }
  }

  #startMinute(minute: number): void {
    if (minute === this.#minute) return
    this.#minute = minute
    this.#spentMs.clear()
  }
}
