import type { Database } from '#db/database.ts'
import type { CodeHost } from '#pulls/code-host.ts'
import { HostBusy, HostFailure } from '#pulls/host-failure.ts'
import { type Source, setSourceState } from '#pulls/sources.ts'
import { Hopeless, PutOff } from './worker.ts'

/** What gives a client of a source's host; null where nothing lets us in. */
export type HostOf = (source: Source) => Promise<CodeHost | null>

/**
 * Asks a source's host. A busy one puts the job off; one that no longer lets us in, or has nothing there, makes it hopeless, and the
 * source says so to people; what may pass by itself is thrown as it is. Null where nothing lets us in from the start.
 */
export async function ask<T>(
  { db, hostOf }: { db: Database; hostOf: HostOf },
  source: Source,
  question: (host: CodeHost) => Promise<T>,
): Promise<T | null> {
  try {
    const host = await hostOf(source)
    return host && (await question(host))
  } catch (error) {
    if (error instanceof HostBusy) throw new PutOff(error.until, error.message)
    if (!(error instanceof HostFailure) || error.reason === 'temporary') throw error
    if (error.reason === 'unauthorized')
      await db.write(tx => setSourceState(tx, source, 'needs reconnecting', error.message))
    throw new Hopeless(error.message)
  }
}
