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
  /** Notified when this process enqueues a job. */
  wakeSignal: WakeSignal
}

const LEASE_MS = 10_000
const CONCURRENCY = 8
const POLL_INTERVAL_MS = 200
/** How long running jobs may take after the stop signal. Those that are not done by then go back into the queue. */
const DRAIN_TIMEOUT_MS = 8_000
const FIRST_BACKOFF_MS = 2_000
const MAX_BACKOFF_MS = 3_600_000
const MAX_ERROR_LENGTH = 500

/** Runs jobs until the signal is aborted, then waits for those that are running. Polls on while the database is unavailable. */
export async function runWorker(
  options: WorkerOptions,
  registered: readonly RegisteredJob[],
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const drain = new AbortController()
  while (!signal.aborted) {
    const jobs = await tryToClaim(options, registered, CONCURRENCY - running.size)
    for (const job of jobs) {
      const run = runJob(options, registered, job, drain.signal).finally(() => running.delete(run))
      running.add(run)
    }
    if (running.size === CONCURRENCY) await Promise.race(running)
    else if (jobs.length === 0) await options.wakeSignal.wait(POLL_INTERVAL_MS, signal)
  }
  const timeout = setTimeout(() => drain.abort(), DRAIN_TIMEOUT_MS)
  await Promise.all(running)
  clearTimeout(timeout)
}

async function tryToClaim(
  { db, ids, log }: WorkerOptions,
  registered: readonly RegisteredJob[],
  most: number,
): Promise<Job[]> {
  try {
    return await claimJobs(db, ids, { most, leaseMs: LEASE_MS, kinds: registered.map(({ name }) => name) })
  } catch (error) {
    log.error('jobs could not be claimed', { error: messageOf(error) })
    return []
  }
}

/** Runs one job and records its outcome or failure. Never throws. */
export async function runJob(
  options: WorkerOptions,
  registered: readonly RegisteredJob[],
  job: Job,
  stop: AbortSignal,
): Promise<void> {
  const lease = new AbortController()
  const renewal = keepLease(options, job, lease)
  try {
    await attempt(options, registered, job, AbortSignal.any([stop, lease.signal]))
  } catch (error) {
    await recordFailure(options, registered, job, stop.aborted ? new Interrupted() : error)
  } finally {
    clearInterval(renewal)
  }
}

/** The process stops before the job is done. */
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
  // The workers that claimed it before died without recording a failure.
  if (job.attempts > kind.attempts)
    throw new PermanentError('Each worker that ran it died before it was done.')
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

/** Renews the lease while the job runs. A process that was suspended finds it lost; the job is then aborted and writes nothing. */
function keepLease({ db, log }: WorkerOptions, job: Job, lease: AbortController): NodeJS.Timeout {
  return setInterval(() => {
    renewLease(db, job, LEASE_MS).then(
      isRenewed => isRenewed || lease.abort(new LeaseLostError()),
      error => log.warn('a lease could not be renewed', { kind: job.kind, error: messageOf(error) }),
    )
  }, LEASE_MS / 3)
}

async function recordFailure(
  options: WorkerOptions,
  registered: readonly RegisteredJob[],
  job: Job,
  error: unknown,
): Promise<void> {
  const { db, clock, log } = options
  if (error instanceof LeaseLostError) return
  const message = messageOf(error).slice(0, MAX_ERROR_LENGTH)
  try {
    if (error instanceof Interrupted)
      await releaseJob(db, job, { delayMs: 0, error: null, countsAsAttempt: false })
    else if (error instanceof RetryLater) {
      await releaseJob(db, job, {
        delayMs: Math.max(0, error.until - clock.now()),
        error: message,
        countsAsAttempt: false,
      })
    } else if (error instanceof PermanentError || job.attempts >= kindOf(registered, job).attempts) {
      log.error('a job failed for good', { kind: job.kind, job: job.id, error: message })
      await db.write(async tx => {
        await failJob(tx, job, message)
        await kindOf(registered, job).onFailed(job.payload, message)?.(tx)
      })
    } else {
      log.warn('a job failed and will be retried', { kind: job.kind, job: job.id, error: message })
      await releaseJob(db, job, {
        delayMs: backoffAfter(job.attempts),
        error: message,
        countsAsAttempt: true,
      })
    }
  } catch (failure) {
    // The database is unavailable, or another worker has the job. The lease ends by itself.
    log.error('the failure of a job could not be recorded', { job: job.id, error: messageOf(failure) })
  }
}

/** Exponential backoff with jitter, in milliseconds. */
const backoffAfter = (attempts: number): number =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1)) * (0.5 + Math.random())
