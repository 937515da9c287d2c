import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const storage = new AsyncLocalStorage<string>()

/** The id of the request that is being answered, or that a job follows from; null outside both. Log lines and new jobs carry it. */
export const currentRequestId = (): string | null => storage.getStore() ?? null

/** Runs `work`, and all that it awaits, under this id. */
export const withRequestId = <T>(id: string | null, work: () => T): T =>
  id === null ? work() : storage.run(id, work)

/** The id that a proxy gave the request, if it is one that a log can hold; else a new one. */
export const requestIdFrom = (header: string | undefined): string =>
  header !== undefined && /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID()
