import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Judge } from '#pipeline/judging/judged.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { PermanentError, RetryLater } from '#platform/jobs/job.ts'
import { type Source, setSourceState } from '#pulls/connections/sources.ts'
import type { CodeHost, HostRepository } from '#pulls/hosts/code-host.ts'
import { HostBusy, HostFailure } from '#pulls/hosts/host-failure.ts'
import {
  isNameFreed,
  keepHostFacts,
  type Repository,
  renameRepository,
  repositoryById,
  setRepositoryPublic,
} from '#pulls/repositories/repositories.ts'

/** Thrown if the app's installation is suspended on the code host; the job is retried later. */
export class HostSuspended extends RetryLater {}

/** Thrown if the host does not show the repository, or another one under its name. The source says so. */
export class RepositoryGone extends PermanentError {}

/** The services that work on pull requests uses. */
export interface PipelineContext {
  db: Database
  action: EntryContext
  judge: Judge
  /** A client of the source's code host; null if the source has no credentials. */
  hostOf(source: Source): Promise<CodeHost | null>
}

/** When to retry on a suspended installation. The host reports when it is resumed, so this matters only if that webhook is lost. */
const SUSPENDED_RETRY_MS = 30 * 60_000

/**
 * Sends a request to a source's code host from a job, and updates the source's state. Returns null if the source has no credentials. Throws
 * `RetryLater` if the host is rate-limiting or the installation is suspended, `PermanentError` if access was revoked or the repository is
 * not found, and temporary failures unchanged.
 */
export async function askHost<T, Host = CodeHost>(
  {
    db,
    action,
    hostOf,
  }: { db: Database; action: { clock: Clock }; hostOf(source: Source): Promise<Host | null> },
  source: Source,
  request: (host: Host) => Promise<T>,
): Promise<T | null> {
  try {
    const host = await hostOf(source)
    if (!host) return null
    const answer = await request(host)
    if (isWithoutAccess(source)) await db.write(tx => setSourceState(tx, source, 'active'))
    return answer
  } catch (error) {
    if (error instanceof HostFailure) throw await jobErrorFor(db, action.clock, source, error)
    throw error
  }
}

/** Stores what the host reports of the source's repository. A source that was gone is active again. */
export async function followRepository(
  tx: Tx,
  clock: Clock,
  source: Source,
  { name, id, isPrivate, ...facts }: Pick<HostRepository, 'name' | 'id'> & Partial<HostRepository>,
): Promise<void> {
  await keepHostFacts(tx, source.repositoryId, facts)
  if (isPrivate !== undefined) await setRepositoryPublic(tx, clock, source.repositoryId, !isPrivate)
  if (source.externalId !== id || source.repo !== name)
    await renameRepository(tx, source.repositoryId, { name, externalId: id })
  if (source.state === 'gone') await setSourceState(tx, source, 'active')
}

/**
 * Stores what the host says of the source's repository. Returns null if the source has no credentials. Throws `RepositoryGone` if the host
 * does not show the repository, or if another one has taken over the name, whose merges are not the team's; readers get no links to it then.
 */
export async function refreshRepository(
  context: PipelineContext,
  source: Source,
): Promise<Repository | null> {
  const { db, action } = context
  const repositoryGone = async (reason: string) => {
    await db.write(async tx => {
      await setRepositoryPublic(tx, action.clock, source.repositoryId, false)
      if (source.state !== 'gone') await setSourceState(tx, source, 'gone', reason)
    })
    return new RepositoryGone(reason)
  }
  if (isNameFreed(source.repo)) throw await repositoryGone(OTHER_REPOSITORY)
  const now = await askHost(context, source, async host => {
    try {
      return await host.repository(source.repo)
    } catch (error) {
      const isGone = error instanceof HostFailure && error.reason === 'gone'
      throw isGone ? await repositoryGone(error.message) : error
    }
  })
  if (!now) return null
  if (source.externalId !== null && source.externalId !== now.id) throw await repositoryGone(OTHER_REPOSITORY)
  return db.write(async tx => {
    await followRepository(tx, action.clock, source, now)
    return repositoryById(tx, source.repositoryId)
  })
}

const OTHER_REPOSITORY = 'Another repository has its name on the host now.'

/** Whether the source is in a state that any answer of the host proves wrong. `gone` is none, since another repository with the same name may have answered. */
const isWithoutAccess = ({ state }: Source): boolean =>
  state === 'suspended' || state === 'needs reconnecting'

/** Stores the source's new state and returns the error for the job. */
async function jobErrorFor(db: Database, clock: Clock, source: Source, failure: HostFailure): Promise<Error> {
  const { reason, message } = failure
  if (failure instanceof HostBusy) return new RetryLater(failure.until, message)
  if (reason === 'temporary') return failure
  if (reason === 'unauthorized')
    await db.write(tx => setSourceState(tx, source, 'needs reconnecting', message))
  if (reason !== 'suspended') return new PermanentError(message)
  await db.write(tx => setSourceState(tx, source, 'suspended', message))
  return new HostSuspended(clock.now() + SUSPENDED_RETRY_MS, message)
}
