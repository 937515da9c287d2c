import { withTimeout } from '#platform/concurrency.ts'
import { createFreshness } from '#platform/db/freshness.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { WebContext } from './context.ts'

/** How long the database reads of a request may take, in milliseconds. */
export const PATIENCE_MS = 5_000

/** Runs a database read. Throws `unavailable` if it fails or takes longer than five seconds. */
export type DatabaseRead = <T>(work: () => Promise<T>) => Promise<T>

export function createDatabaseRead({ db, log }: Pick<WebContext, 'db' | 'log'>): DatabaseRead {
  const freshness = createFreshness(db)
  return async work => {
    try {
      return await withTimeout(
        PATIENCE_MS,
        freshness.confirm().then(() => work()),
      )
    } catch (error) {
      if (error instanceof AppError && error.code !== 'unavailable') throw error
      log.error('the database could not be read', { error: messageOf(error) })
      throw new AppError('unavailable', 'The database does not answer just now. Try again later.', {
        cause: error,
      })
    }
  }
}
