import { setTimeout as sleep } from 'node:timers/promises'
import { eventStates, sequenceEvents } from '#accounts/events.ts'
import { messageOf } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'

const POLL_INTERVAL_MS = 500

/** Notices new events of the accounts that open pages show, with one query for all of them. Idle while no page is open. */
export class EventWatcher {
  readonly #context: Pick<WebContext, 'db' | 'clock' | 'log'>
  readonly #waiting = new Map<string, Set<() => void>>()
  /** The number of the last event that was seen for each watched account. */
  readonly #seen = new Map<string, number>()
  #isPolling = false
  #version: number | null = null

  constructor(context: Pick<WebContext, 'db' | 'clock' | 'log'>) {
    this.#context = context
  }

  /** The number of the account's last event, read once everything that is committed has a number. */
  async last(accountId: string): Promise<number> {
    const { db, clock } = this.#context
    const [state] = await eventStates(db.read, [accountId])
    if (state?.waits) return db.write(tx => sequenceEvents(tx, clock, accountId))
    return state?.seq ?? 0
  }

  /** Resolves when the account has an event after this number, after the time-out, or when the signal aborts. */
  async next(accountId: string, after: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if ((this.#seen.get(accountId) ?? 0) > after) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timeout = setTimeout(resolve, timeoutMs)
    signal.addEventListener('abort', () => resolve(), { once: true })
    this.#watch(accountId, resolve)
    await promise
    clearTimeout(timeout)
    this.#unwatch(accountId, resolve)
  }

  #watch(accountId: string, resolve: () => void): void {
    const waiting = this.#waiting.get(accountId) ?? new Set()
    this.#waiting.set(accountId, waiting.add(resolve))
    // Polls at once: the account that is new here may have events that were committed before.
    this.#version = null
    void this.#poll()
  }

  #unwatch(accountId: string, resolve: () => void): void {
    const waiting = this.#waiting.get(accountId)
    waiting?.delete(resolve)
    if (waiting?.size === 0) this.#waiting.delete(accountId)
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    while (this.#waiting.size > 0) {
      try {
        await this.#look()
      } catch (error) {
        this.#context.log.warn('the events of accounts could not be read', { error: messageOf(error) })
      }
      await sleep(POLL_INTERVAL_MS, undefined, { ref: false })
    }
    this.#isPolling = false
  }

  async #look(): Promise<void> {
    const { db, clock } = this.#context
    const version = db.dataVersion()
    if (version !== null && version === this.#version) return
    this.#version = version
    for (const { accountId, seq, waits } of await eventStates(db.read, [...this.#waiting.keys()])) {
      const last = waits ? await db.write(tx => sequenceEvents(tx, clock, accountId)) : seq
      if (last <= (this.#seen.get(accountId) ?? 0)) continue
      this.#seen.set(accountId, last)
      for (const resolve of this.#waiting.get(accountId) ?? []) resolve()
    }
  }
}
