import { z } from 'zod'
import { type Database, later } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import { defineJob, handleJob, type JobDefinition, type Outcome, type RegisteredJob } from './job.ts'
import { enqueueOnce } from './queue.ts'

type NoPayload = Record<string, never>

/** A job of the whole service that runs again and again. */
export interface RecurringJob {
  definition: JobDefinition<NoPayload>
  /** The time from the end of one run to the start of the next. */
  everyMs: number
  run(signal: AbortSignal): Promise<Outcome>
}

/** Declares the kind of a recurring job. */
export const defineRecurringJob = (name: string): JobDefinition<NoPayload> =>
  defineJob({ name, attempts: 3, payload: z.record(z.string(), z.never()) })

/** Enqueues the first run of each, unless one waits already. */
export async function startRecurringJobs(
  tx: Tx,
  context: WriteContext,
  jobs: readonly RecurringJob[],
): Promise<void> {
  for (const { definition } of jobs)
    await enqueueOnce(tx, context, definition, { accountId: null, payload: {} })
}

/** Runs a recurring job. Each run enqueues the next one, also when it fails for good. */
export function handleRecurringJob(
  { definition, everyMs, run }: RecurringJob,
  context: WriteContext & { db: Database },
): RegisteredJob {
  const enqueueNext = (tx: Tx) =>
    enqueueOnce(tx, context, definition, {
      accountId: null,
      payload: {},
      at: later(context.db, everyMs),
    })
  return handleJob(definition, {
    async run(_, { signal }) {
      const outcome = await run(signal)
      return async tx => {
        await outcome(tx)
        await enqueueNext(tx)
      }
    },
    onFailed: enqueueNext,
  })
}
