import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'

/**
 * `live` is what people wait for, such as webhooks and posts; `backfill` is what takes long, such as imports.
 * Each has its own places in a worker, so that none waits for another.
 */
export type JobPriority = (typeof JOB_PRIORITIES)[number]
export const JOB_PRIORITIES = ['live', 'routine', 'backfill'] as const

/** A kind of job. `enqueue` takes it with a payload, `handleJob` with the code that runs it. */
export interface JobDefinition<Payload> {
  /** Stored with each job of this kind; jobs that were enqueued under another name are never run. */
  name: string
  /** Stored as JSON and checked when the job is run. */
  payload: z.ZodType<Payload>
  /** How often a job of this kind runs at most before it counts as failed. */
  attempts: number
  priority: JobPriority
}

/** Declares a kind of job. The priority is `routine` by default. */
export const defineJob = <Payload>(
  definition: Omit<JobDefinition<Payload>, 'priority'> & { priority?: JobPriority },
): JobDefinition<Payload> => ({ priority: 'routine', ...definition })

/** The writes of a job. They run in the transaction that removes the job, so both happen or neither. */
export type Outcome = (tx: Tx) => Promise<void>

export interface JobRun {
  accountId: string | null
  /** Aborted when the lease is lost or the process has to stop. */
  signal: AbortSignal
  /**
   * Records that the run got further than all before it, and that its results so far are stored. A job is set aside if its process dies
   * three times without that while the job is working; waiting for a network does not count.
   */
  progressed(): Promise<void>
}

/** The code that runs one kind of job. */
export interface JobHandler<Payload> {
  /**
   * Reads, calls other services, and returns what to write. Throws `RetryLater` to run again at a given time,
   * and `PermanentError` if no retry can help; any other error is retried with backoff.
   */
  run(payload: Payload, run: JobRun): Promise<Outcome>
  /** Writes what follows when the job has failed for good. */
  onFailed?(tx: Tx, payload: Payload, error: string): Promise<void>
}

/** A kind of job with its handler, in the form that the worker calls: with the stored payload. */
export interface RegisteredJob {
  name: string
  attempts: number
  priority: JobPriority
  /** Throws `PermanentError` when the payload is not what the definition says. */
  run(storedPayload: unknown, run: JobRun): Promise<Outcome>
  onFailed(tx: Tx, storedPayload: unknown, error: string): Promise<void>
}

/** Binds a handler to its kind of job. */
export const handleJob = <Payload>(
  { name, payload, attempts, priority }: JobDefinition<Payload>,
  handler: JobHandler<Payload>,
): RegisteredJob => ({
  name,
  attempts,
  priority,
  async run(storedPayload, run) {
    const parsed = payload.safeParse(storedPayload)
    if (parsed.success) return handler.run(parsed.data, run)
    throw new PermanentError(`The payload of the job is not valid: ${z.prettifyError(parsed.error)}`)
  },
  async onFailed(tx, storedPayload, error) {
    const parsed = payload.safeParse(storedPayload)
    if (parsed.success) await handler.onFailed?.(tx, parsed.data, error)
  },
})

/** Thrown by a handler to run the job again at a given time. Does not count as an attempt. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  readonly until: Instant

  constructor(until: Instant, why: string) {
    super(why)
    this.until = until
  }
}

/** Thrown by a handler when no retry can help. The job fails at once. */
export class PermanentError extends Error {
  override name = 'PermanentError'
}
