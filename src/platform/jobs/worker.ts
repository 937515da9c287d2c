import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import { type Log, withRequestId } from '#platform/log.ts'
import type { JobOutcome, Metrics } from '#platform/monitoring/metrics.ts'
import { observeWaits, type WaitObserver } from '#platform/waiting.ts'
import { requireNotHeld } from './held-jobs.ts'
import { JOB_PRIORITIES, type JobPriority, PermanentError, type RegisteredJob, RetryLater } from './job.ts'
import {
  type Claim,
  claimJobs,
  completeJob,
  failJob,
  isAnyDue,
  type Job,
  LeaseLostError,
  MOST_DEATHS,
  recordProgress,
  recordWaiting,
  releaseJob,
  renewLease,
} from './queue.ts'
import type { WakeSignal } from './wake-signal.ts'

export interface WorkerOptions {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  /** Notified when this process enqueues a job. */
  wakeSignal: WakeSignal
  metrics?: Metrics
}

const LEASE_MS = 10_000
const POLL_INTERVAL_MS = 200
/** How long running jobs may take after the stop signal. Those that are not done by then go back into the queue. */
const DRAIN_TIMEOUT_MS = 8_000
const FIRST_BACKOFF_MS = 2_000
const MAX_BACKOFF_MS = 3_600_000
const MAX_ERROR_LENGTH = 500
const SET_ASIDE = `It was set aside: its process ended or hung ${MOST_DEATHS} times while it worked. Retry it once the cause is known.`

/**
 * The places for jobs of each priority, and how many of them one account may take. Each lane claims its own
 * jobs, so that webhooks and posts wait neither for imports nor for the many jobs of another account.
 */
const LANES: Record<JobPriority, { places: number; placesOfOneAccount: number }> = {
  live: { places: 6, placesOfOneAccount: 4 },
  routine: { places: 3, placesOfOneAccount: 2 },
  backfill: { places: 2, placesOfOneAccount: 1 },
}

/** Runs jobs until the signal is aborted, then waits for those that are running. Polls on while the database is unavailable. */
export async function runWorker(
  options: WorkerOptions,
  registered: readonly RegisteredJob[],
  signal: AbortSignal,
): Promise<void> {
  const drain = new AbortController()
  const lanes: Lane[] = []
  for (const priority of JOB_PRIORITIES) {
    const own = registered.filter(job => job.priority === priority)
    lanes.push(new Lane(options, own, { ...LANES[priority], drain: drain.signal, moreUrgent: [...lanes] }))
  }
  await Promise.all(lanes.map(lane => lane.claimUntil(signal)))
  const timeout = setTimeout(() => drain.abort(), DRAIN_TIMEOUT_MS)
  await Promise.all(lanes.map(lane => lane.idle()))
  clearTimeout(timeout)
}

interface LaneLimits {
  places: number
  placesOfOneAccount: number
  /** Aborted when running jobs have to stop. */
  drain: AbortSignal
  /** The lanes of higher priority. */
  moreUrgent: readonly Lane[]
}

/** Claims and runs jobs of one priority. */
class Lane {
  readonly #options: WorkerOptions
  readonly #registered: readonly RegisteredJob[]
  readonly #kinds: readonly string[]
  readonly #limits: LaneLimits
  readonly #running = new Map<Job, Promise<void>>()
  readonly #startedAt = performance.now()

  constructor(options: WorkerOptions, registered: readonly RegisteredJob[], limits: LaneLimits) {
    this.#options = options
    this.#registered = registered
    this.#kinds = registered.map(({ name }) => name)
    this.#limits = limits
  }

  async claimUntil(signal: AbortSignal): Promise<void> {
    if (this.#kinds.length === 0) return
    while (!signal.aborted) {
      const jobs = await this.#tryToClaim()
      for (const job of jobs) this.#run(job)
      if (this.#running.size === this.#limits.places) await Promise.race(this.#running.values())
      else if (jobs.length === 0) await this.#options.wakeSignal.wait(POLL_INTERVAL_MS, signal)
    }
  }

  /** Resolves when no job is running. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  #run(job: Job): void {
    const run = runJob(this.#options, this.#registered, job, this.#limits.drain)
    this.#running.set(
      job,
      run.finally(() => this.#running.delete(job)),
    )
  }

  async #tryToClaim(): Promise<Job[]> {
    const { db, log } = this.#options
    try {
      if (!(await isAnyDue(db, this.#kinds))) return []
      const suspects = await this.#claimSuspect()
      return suspects.length > 0 ? suspects : await this.#claimOthers()
    } catch (error) {
      log.error('jobs could not be claimed', { error: messageOf(error) })
      return []
    }
  }

  /**
   * Claims a suspect. A process that dies takes all its jobs with it, the one that killed it and others. Only one of them runs at a time,
   * the most urgent first, so that innocent ones are not running when the process dies a second time.
   */
  async #claimSuspect(): Promise<Job[]> {
    if (this.#isRunningSuspect() || (await this.#isSuspectMoreUrgent())) return []
    return this.#claim({ most: 1, suspects: true })
  }

  #isRunningSuspect(): boolean {
    return this.#running.keys().some(job => job.deaths > 0)
  }

  /** Until all leases from before the start have ended, a more urgent suspect may still turn up. */
  async #isSuspectMoreUrgent(): Promise<boolean> {
    const { moreUrgent } = this.#limits
    if (moreUrgent.length === 0) return false
    if (performance.now() - this.#startedAt < LEASE_MS || moreUrgent.some(lane => lane.#isRunningSuspect()))
      return true
    const kinds = moreUrgent.flatMap(lane => lane.#kinds)
    return kinds.length > 0 && isAnyDue(this.#options.db, kinds, { suspects: true })
  }

  async #claimOthers(): Promise<Job[]> {
    const { places, placesOfOneAccount } = this.#limits
    const counts = countBy(
      this.#running.keys().flatMap(({ accountId }) => (accountId === null ? [] : [accountId])),
    )
    const isFull = (accountId: string) => (counts.get(accountId) ?? 0) >= placesOfOneAccount
    const exceptAccounts = [...counts.keys()].filter(isFull)
    // All of the claimed jobs may belong to the account that already runs the most.
    const most = Math.max(0, ...[...counts.values()].filter(count => count < placesOfOneAccount))
    const free = Math.min(places - this.#running.size, placesOfOneAccount - most)
    return this.#claim({ most: free, exceptAccounts })
  }

  #claim(claim: Pick<Claim, 'most' | 'exceptAccounts' | 'suspects'>): Promise<Job[]> {
    const { db, ids } = this.#options
    return claimJobs(db, ids, { ...claim, leaseMs: LEASE_MS, kinds: this.#kinds })
  }
}

function countBy(keys: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Runs one job and records its outcome or failure, under the id of the request that it follows from. Never throws. */
export const runJob = (
  options: WorkerOptions,
  registered: readonly RegisteredJob[],
  job: Job,
  stop: AbortSignal,
): Promise<void> => withRequestId(job.requestId, () => runToEnd(options, registered, job, stop))

async function runToEnd(
  options: WorkerOptions,
  registered: readonly RegisteredJob[],
  job: Job,
  stop: AbortSignal,
): Promise<void> {
  const lease = new AbortController()
  const renewal = keepLease(options, job, lease)
  const began = performance.now()
  let outcome: JobOutcome = 'done'
  try {
    const signal = AbortSignal.any([stop, lease.signal])
    await observeWaits(observerOf(options, job), () => attempt(options, registered, job, signal))
  } catch (error) {
    outcome = await recordFailure(options, registered, job, stop.aborted ? new Interrupted() : error)
  } finally {
    clearInterval(renewal)
    const seconds = (performance.now() - began) / 1_000
    options.metrics?.job(job.kind, outcome, seconds)
    options.log.debug('a job was run', { kind: job.kind, job: job.id, outcome, seconds })
  }
}

/** Records the waits of a job. If that fails, the job only looks as if it were working all the time. */
function observerOf({ db, log }: WorkerOptions, job: Job): WaitObserver {
  const record = (isWaiting: boolean) =>
    recordWaiting(db, job, isWaiting).catch(error =>
      log.warn('whether a job waits could not be recorded', { kind: job.kind, error: messageOf(error) }),
    )
  return { waits: () => record(true), goesOn: () => record(false) }
}

/** Thrown when the process stops before the job is done. */
class Interrupted extends Error {}

async function attempt(
  { db, clock }: WorkerOptions,
  registered: readonly RegisteredJob[],
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  if (job.deaths >= MOST_DEATHS) throw new PermanentError(SET_ASIDE)
  await requireNotHeld(db, clock, job)
  const progressed = () => recordProgress(db, job)
  const kind = kindOf(registered, job)
  const outcome = await kind.run(job.payload, { accountId: job.accountId, signal, progressed })
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
): Promise<JobOutcome> {
  const { db, clock, log } = options
  if (error instanceof LeaseLostError) return 'retried'
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
        await kindOf(registered, job).onFailed(tx, job.payload, message)
      })
      return 'failed'
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
  return 'retried'
}

/** Exponential backoff with jitter, in milliseconds. */
const backoffAfter = (attempts: number): number =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1)) * (0.5 + Math.random())
