import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Judge } from '#pipeline/judging/editor.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { PermanentError, RetryLater } from '#platform/jobs/job.ts'
import { type Source, setSourceState } from '#pulls/connections/sources.ts'
import type { CodeHost } from '#pulls/hosts/code-host.ts'
import { HostBusy, HostFailure } from '#pulls/hosts/host-failure.ts'

/** The installation of our app was suspended on its host: put off until it goes on. */
export class HostSuspended extends RetryLater {}

/** What gives a client of a source's host; null where nothing lets us in. */
type HostOf = (source: Source) => Promise<CodeHost | null>

/** What a code host is asked with. */
export interface HostRequestContext {
  db: Database
  mover: { clock: Clock }
  hostOf: HostOf
}

/** The host tells when an installation goes on; should that be lost, this is how long it takes until we see it by ourselves. */
const SUSPENDED_FOR_MS = 30 * 60_000

/**
 * Asks a source's host. A busy one, and one that suspended us, puts the job off; one that no longer lets us in, or has nothing there,
 * makes it hopeless, and the source says so to people; what may pass by itself is thrown as it is. Null where nothing lets us in from the
 * start. A source that is answered again is active again.
 */
export async function askHost<T>(
  parts: HostRequestContext,
  source: Source,
  question: (host: CodeHost) => Promise<T>,
): Promise<T | null> {
  const { db, hostOf } = parts
  try {
    const host = await hostOf(source)
    if (!host) return null
    const answer = await question(host)
    if (isShutOut(source)) await db.write(tx => setSourceState(tx, source, 'active'))
    return answer
  } catch (error) {
    if (error instanceof HostFailure) throw await settled(parts, source, error)
    throw error
  }
}

/** What would be undone by an answer; that a repository is gone is for its host to take back. */
const isShutOut = ({ state }: Source): boolean => state === 'suspended' || state === 'needs reconnecting'

/** The failure as work is to take it, once the source says what people should know. */
async function settled(
  { db, mover }: HostRequestContext,
  source: Source,
  failure: HostFailure,
): Promise<Error> {
  const { reason, message } = failure
  if (failure instanceof HostBusy) return new RetryLater(failure.until, message)
  if (reason === 'temporary') return failure
  if (reason === 'unauthorized')
    await db.write(tx => setSourceState(tx, source, 'needs reconnecting', message))
  if (reason !== 'suspended') return new PermanentError(message)
  await db.write(tx => setSourceState(tx, source, 'suspended', message))
  return new HostSuspended(mover.clock.now() + SUSPENDED_FOR_MS, message)
}

/** What work that asks code hosts is done with. */
export interface HostJobContext extends HostRequestContext {
  mover: EntryContext
  judge: Judge
}
