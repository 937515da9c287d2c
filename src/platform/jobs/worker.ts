import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import { PermanentError, type RegisteredJob, RetryLater } from './job.ts'
import { claimJobs, completeJob, failJob, type Job, LeaseLostError, releaseJob, renewLease } from './queue.ts'
import type { WakeSignal } from './wake-signal.ts'

export interface WorkerOptions {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  /** Rings when there is new work in this process. */
  wakeSignal: WakeSignal
}

const LEASE_MS = 10_000
const AT_ONCE = 8
const LOOK_EVERY_MS = 200
/** How long work under way may take once we are told to stop; what is not done then goes back into the line. */
const PATIENCE_MS = 8_000
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 3_600_000
const LONGEST_ERROR = 500

/** Works on jobs until the signal comes, then lets those under way finish. A database that does not answer is tried again. */
export async function runWorker(
  parts: WorkerOptions,
  registered: readonly RegisteredJob[],
  signal: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const hurry = new AbortController()
  while (!signal.aborted) {
    const jobs = await claimSome(parts, registered, AT_ONCE - underWay.size)
    for (const job of jobs) {
      const run = runJob(parts, registered, job, hurry.signal).finally(() => underWay.delete(run))
      underWay.add(run)
    }
    if (underWay.size === AT_ONCE) await Promise.race(underWay)
    else if (jobs.length === 0) await parts.wakeSignal.wait(LOOK_EVERY_MS, signal)
  }
  const patience = setTimeout(() => hurry.abort(), PATIENCE_MS)
  await Promise.all(underWay)
  clearTimeout(patience)
}

async function claimSome(
  { db, ids, log }: WorkerOptions,
  registered: readonly RegisteredJob[],
  most: number,
): Promise<Job[]> {
  try {
    return await claimJobs(db, ids, { most, leaseMs: LEASE_MS, kinds: registered.map(({ name }) => name) })
  } catch (error) {
    log.error('no job could be taken', { error: messageOf(error) })
    return []
  }
}

/** Works on one job to its end, whatever that is; throws nothing. */
export async function runJob(
  parts: WorkerOptions,
  registered: readonly RegisteredJob[],
  job: Job,
  hurry: AbortSignal,
): Promise<void> {
  const lease = new AbortController()
  const beat = keepLease(parts, job, lease)
  try {
    await attempt(parts, registered, job, AbortSignal.any([hurry, lease.signal]))
  } catch (error) {
    await settleFailure(parts, registered, job, hurry.aborted ? new Interrupted() : error)
  } finally {
    clearInterval(beat)
  }
}

class Interrupted extends Error {
  override name = 'Interrupted'
}

async function attempt(
  { db }: WorkerOptions,
  registered: readonly RegisteredJob[],
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const kind = kindOf(registered, job)
  // Taken more often than it may be: the workers that took it before did not live to say what happened.
  if (job.attempts > kind.attempts)
    throw new PermanentError('Each process that worked on it ended before it was done.')
  const outcome = await kind.run(job.payload, { accountId: job.accountId, signal })
  await db.write(async tx => {
    await completeJob(tx, job)
    await outcome(tx)
  })
}

function kindOf(registered: readonly RegisteredJob[], { kind }: Job): RegisteredJob {
  const found = registered.find(({ name }) => name === kind)
  if (!found) throw new PermanentError(`No handler is registered for jobs of the kind ${kind}.`)
  return found
}

/** A process that was paused finds its lease gone; then the work ends, and nothing of it is written. */
function keepLease({ db, log }: WorkerOptions, job: Job, lease: AbortController): NodeJS.Timeout {
  return setInterval(() => {
    renewLease(db, job, LEASE_MS).then(
      isOurs => isOurs || lease.abort(new LeaseLostError()),
      error => log.warn('a lease could not be renewed', { kind: job.kind, error: messageOf(error) }),
    )
  }, LEASE_MS / 3)
}

async function settleFailure(
  parts: WorkerOptions,
  registered: readonly RegisteredJob[],
  job: Job,
  error: unknown,
): Promise<void> {
  const { db, clock, log } = parts
  if (error instanceof LeaseLostError) return
  const why = messageOf(error).slice(0, LONGEST_ERROR)
  try {
    if (error instanceof Interrupted) await releaseJob(db, job, { inMs: 0, error: null, forgiven: true })
    else if (error instanceof RetryLater) {
      await releaseJob(db, job, { inMs: Math.max(0, error.until - clock.now()), error: why, forgiven: true })
    } else if (error instanceof PermanentError || job.attempts >= kindOf(registered, job).attempts) {
      log.error('a job was given up', { kind: job.kind, job: job.id, error: why })
      await db.write(async tx => {
        await failJob(tx, job, why)
        await kindOf(registered, job).onFailed(job.payload, why)?.(tx)
      })
    } else {
      log.warn('a job failed and will be tried again', { kind: job.kind, job: job.id, error: why })
      await releaseJob(db, job, { inMs: waitAfter(job.attempts), error: why, forgiven: false })
    }
  } catch (failure) {
    // The database is gone, or the job somebody else's: the lease ends by itself.
    log.error('a failed job could not be put back', { job: job.id, error: messageOf(failure) })
  }
}

/** Doubled with each try, and never the same for two jobs, so that they do not all come back at once. */
const waitAfter = (attempts: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1)) * (0.5 + Math.random())
