import { setImmediate as nextTurn } from 'node:timers/promises'
import { TaskFailed } from '#platform/background-thread.ts'
import { FairQueue } from '#platform/concurrency.ts'
import { AppError, codeOf } from '#platform/errors.ts'
import type { Database } from './database.ts'
import { DatabaseFailure } from './failure.ts'
import type { Reader } from './schema.ts'

/** How long one query of a search may take. */
export const SEARCH_QUERY_MS = 2_000
const LIMITS = { mostWaiting: 30, msPerMinute: 30_000, what: 'searches' }

/**
 * Runs one search at a time with a reader that serves nothing else. The event loop turns before a search begins and before its result is
 * used, so that other requests are answered in between.
 */
export function searchWith(reader: Reader): Database['search'] {
  const queue = new FairQueue(LIMITS)
  return async (owner, work) => {
    try {
      return await queue.run(owner, async () => {
        await nextTurn()
        const found = await work(reader)
        await nextTurn()
        return found
      })
    } catch (error) {
      if (!isTooSlow(error)) throw error
      throw new AppError('unavailable', 'The search takes too long. Ask for rarer words.', { cause: error })
    }
  }
}

/** PostgreSQL's query_canceled, which is what its statement timeout gives. */
const CANCELED = '57014'

/** True if the engine gave a query up after its time: the thread of SQLite was ended, or PostgreSQL canceled the statement. */
function isTooSlow(error: unknown): boolean {
  if (error instanceof TaskFailed) return true
  return error instanceof DatabaseFailure && codeOf(error.cause) === CANCELED
}
