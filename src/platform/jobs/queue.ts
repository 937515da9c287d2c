import { type RawBuilder, sql } from 'kysely'
import { type Database, later } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids, WriteContext } from '#platform/ids.ts'
import { currentRequestId } from '#platform/log.ts'
import type { JobDefinition, JobPriority } from './job.ts'

/** How priorities are stored: the lower number runs first. */
const PRIORITIES: Record<JobPriority, number> = { live: 0, routine: 1, backfill: 2 }

/** The distance between two jobs of one account in the queue, in milliseconds: about the time that one takes. */
const SPACING_MS = 20

/** A job to enqueue. */
export interface NewJob<Payload> {
  accountId: string | null
  payload: Payload
  /** The earliest time at which it runs, by the database's clock (`later`), since those of machines may differ; at once by default. */
  at?: RawBuilder<number>
  /** While another job with this key waits, this one is not added. */
  dedupeKey?: string
}

/** A job that a worker has claimed. Only the holder of its lease may complete it. */
export interface Job {
  id: string
  kind: string
  accountId: string | null
  payload: unknown
  /** The request that it follows from; null for none. */
  requestId: string | null
  lease: string
  /** How often it was started since it was enqueued or retried, including this time. A run that ended with its process does not count. */
  attempts: number
  /** How often its process ended or hung while it worked, since it last made progress. */
  deaths: number
}

/** Adds a job in the transaction of the change that requires it. */
export const enqueue = <Payload>(
  tx: Tx,
  context: WriteContext,
  definition: JobDefinition<Payload>,
  job: NewJob<Payload>,
): Promise<void> => enqueueAll(tx, context, definition, [job])

/** Adds a job unless one of the same kind and payload waits. */
export const enqueueOnce = <Payload>(
  tx: Tx,
  context: WriteContext,
  definition: JobDefinition<Payload>,
  job: Omit<NewJob<Payload>, 'dedupeKey'>,
): Promise<void> =>
  enqueue(tx, context, definition, {
    ...job,
    dedupeKey: `${definition.name} ${JSON.stringify(job.payload)}`,
  })

/** Adds several jobs of one kind. Those of one account run in this order. */
export async function enqueueAll<Payload>(
  tx: Tx,
  { clock, ids }: WriteContext,
  { name, priority }: JobDefinition<Payload>,
  jobs: readonly NewJob<Payload>[],
): Promise<void> {
  if (jobs.length === 0) return
  const now = clock.now()
  const enqueued = new Map<string | null, number>()
  const rows = jobs.map(job => {
    const offset = enqueued.get(job.accountId) ?? 0
    enqueued.set(job.accountId, offset + 1)
    return {
      id: ids.next(),
      account_id: job.accountId,
      kind: name,
      payload: JSON.stringify(job.payload),
      dedupe_key: job.dedupeKey ?? null,
      priority: PRIORITIES[priority],
      turn: turnFor(job.accountId, job.at ?? now, offset),
      // 0 rather than now: due at once also when the database's clock is behind.
      available_at: job.at ?? 0,
      lease_token: null,
      attempts: 0,
      deaths: 0,
      last_error: null,
      request_id: currentRequestId(),
      created_at: now,
    }
  })
  await tx
    .insertInto('job')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * The position in the queue: after the account's last job, and not before `time`. The jobs of an account with many are spread out, so
 * that those of other accounts run in between. `offset` counts the jobs of the account that the same call adds before this one.
 */
const turnFor = (accountId: string | null, time: number | RawBuilder<number>, offset: number) =>
  sql<number>`(select case when max(turn) + ${SPACING_MS} > ${time} then max(turn) + ${SPACING_MS} else ${time} end
    from job where account_id = ${accountId}) + ${offset * SPACING_MS}`

/** Which jobs to claim. */
export interface Claim {
  /** The most jobs to claim. */
  most: number
  leaseMs: number
  /** Claims only jobs of these kinds. */
  kinds: readonly string[]
  /** Accounts whose jobs are not claimed. */
  exceptAccounts?: readonly string[]
  /** Claims jobs whose worker died while running them; by default only other jobs. */
  suspects?: boolean
}

/**
 * Claims due jobs in the order of the queue. Until its lease ends, a job is invisible to other workers. A job whose worker died becomes due
 * again after that, as a suspect. The row is marked before the job begins, so that this is known even if the job kills this worker.
 */
export async function claimJobs(db: Database, ids: Ids, claim: Claim): Promise<Job[]> {
  const { most, leaseMs, kinds, exceptAccounts = [], suspects = false } = claim
  const lease = ids.next()
  const rows = await db.write(tx =>
    tx
      .with('next', cte =>
        db.skipLocked(
          cte
            .selectFrom('job')
            .select('id')
            .where('available_at', '<=', db.now)
            .where('kind', 'in', kinds)
            .$if(suspects, query => query.where(isSuspect))
            .$if(!suspects, query => query.where(sql<boolean>`lease_token is null and deaths = 0`))
            .$if(exceptAccounts.length > 0, query =>
              query.where(build =>
                build.or([
                  build('account_id', 'is', null),
                  build('account_id', 'not in', [...exceptAccounts]),
                ]),
              ),
            )
            .orderBy('priority')
            .orderBy('turn')
            .orderBy('id')
            .limit(most),
        ),
      )
      .updateTable('job')
      .set({
        lease_token: lease,
        available_at: later(db, leaseMs),
        attempts: sql<number>`case when lease_token is null then attempts + 1 else attempts end`,
        deaths: sql<number>`case when lease_token is null then deaths else deaths + 1 end`,
      })
      .where('id', 'in', query => query.selectFrom('next').select('next.id'))
      .returning(['id', 'kind', 'account_id', 'payload', 'attempts', 'deaths', 'turn', 'request_id'])
      .execute(),
  )
  return rows
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ account_id, request_id, payload, turn: _, ...rest }) => ({
      ...rest,
      accountId: account_id,
      requestId: request_id,
      payload: JSON.parse(payload),
      lease,
    }))
}

/** A lease that is still set when the job is due was never released: its worker died. */
const isSuspect = sql<boolean>`(lease_token is not null or deaths > 0)`

/** Whether a job is due, or with `suspects` one whose worker died. Takes no lock, since most of the time nothing is due. */
export async function isAnyDue(
  db: Database,
  kinds: readonly string[],
  { suspects = false } = {},
): Promise<boolean> {
  const due = await db.read
    .selectFrom('job')
    .select('id')
    .where('available_at', '<=', db.now)
    .where('kind', 'in', kinds)
    .$if(suspects, query => query.where(isSuspect))
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

const leased = (tx: Tx, { id, lease }: Job) =>
  tx.updateTable('job').where('id', '=', id).where('lease_token', '=', lease)

/** The lease ended before the job did, and another worker has claimed it. The transaction has to be rolled back. */
export class LeaseLostError extends AppError {
  constructor() {
    super('conflict', 'The lease of the job has ended, and another worker has claimed it.')
  }
}

/** Removes a job in the transaction of its writes. Throws `LeaseLostError` when another worker has claimed it. */
export async function completeJob(tx: Tx, { id, lease }: Job): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('id', '=', id)
    .where('lease_token', '=', lease)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new LeaseLostError()
}

/** Extends the lease of a job. Returns false when another worker has claimed it. */
export async function renewLease(db: Database, job: Job, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db.write(tx =>
    leased(tx, job)
      .set({ available_at: later(db, leaseMs) })
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** After how many deaths of its process a job is set aside. */
export const MOST_DEATHS = 3

/**
 * Records that a suspect waits for a network, or continues working. It is not to blame if its process dies
 * while it waits: the death that the claim counted in advance is taken back until it works again.
 */
export async function recordWaiting(db: Database, job: Job, isWaiting: boolean): Promise<void> {
  if (job.deaths === 0) return
  await db.write(tx =>
    leased(tx, job)
      .set({ deaths: isWaiting ? job.deaths - 1 : job.deaths })
      .execute(),
  )
}

/** Records that a job got further than in all its earlier runs, so it has passed what its process died of. */
export async function recordProgress(db: Database, job: Job): Promise<void> {
  if (job.deaths === 0) return
  job.deaths = 0
  await db.write(tx => leased(tx, job).set({ deaths: 0 }).execute())
}

/** How a job goes back into the queue. */
interface ReleaseOptions {
  /** The delay until it is due, in milliseconds from the database's time. */
  delayMs: number
  error: string | null
  countsAsAttempt: boolean
}

/** Releases the lease of a job, so that it runs again after a delay. */
export async function releaseJob(
  db: Database,
  job: Job,
  { delayMs, error, countsAsAttempt }: ReleaseOptions,
): Promise<void> {
  await db.write(tx =>
    leased(tx, job)
      .set({
        lease_token: null,
        available_at: later(db, delayMs),
        attempts: countsAsAttempt ? sql<number>`attempts` : sql<number>`attempts - 1`,
        deaths: 0,
        // Another job with the same key may have been enqueued meanwhile; the key is unique among waiting jobs.
        dedupe_key: sql<
          string | null
        >`case when exists (select 1 from job as other where other.dedupe_key = job.dedupe_key
          and other.lease_token is null and other.available_at is not null) then null else dedupe_key end`,
        ...(error !== null && { last_error: error }),
      })
      .execute(),
  )
}

/** Marks a job as failed. It stays in the table with its error until an operator retries it. */
export async function failJob(tx: Tx, job: Job, error: string): Promise<void> {
  const { numUpdatedRows } = await leased(tx, job)
    .set({ lease_token: null, available_at: null, last_error: error })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLostError()
}
