import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { enqueue, type NewJob } from './queue.ts'
import type { JobKind, Outcome } from './worker.ts'

/** Work of the whole service that comes round again and again. */
export interface RecurringJob {
  kind: string
  everyMs: number
  work(signal: AbortSignal): Promise<Outcome>
}

interface Timing {
  clock: Clock
  ids: Ids
}

/** Work of which one waits at a time, however often it is asked for. */
export const enqueueRecurring = (
  tx: Tx,
  { clock, ids }: Timing,
  job: Omit<NewJob, 'dedupeKey'>,
): Promise<void> =>
  enqueue(tx, clock, ids, { ...job, dedupeKey: `${job.kind} ${JSON.stringify(job.payload)}` })

const next = (routine: RecurringJob, at?: number) => ({
  kind: routine.kind,
  accountId: null,
  payload: {},
  ...(at !== undefined && { at }),
})

/** The first round of each, unless it waits already. */
export async function startRecurringJobs(
  tx: Tx,
  timing: Timing,
  routines: readonly RecurringJob[],
): Promise<void> {
  for (const routine of routines) await enqueueRecurring(tx, timing, next(routine))
}

/** Each round has the next one follow, also when it was given up. */
export function recurringJobs(routines: readonly RecurringJob[], timing: Timing): Record<string, JobKind> {
  const follow = (routine: RecurringJob) => (tx: Tx) =>
    enqueueRecurring(tx, timing, next(routine, timing.clock.now() + routine.everyMs))
  return Object.fromEntries(
    routines.map(routine => [
      routine.kind,
      {
        attempts: 3,
        async work(_, { signal }) {
          const outcome = await routine.work(signal)
          return async tx => {
            await outcome(tx)
            await follow(routine)(tx)
          }
        },
        givenUp: () => follow(routine),
      } satisfies JobKind,
    ]),
  )
}
