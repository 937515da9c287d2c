import { sql } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { JobDefinition, JobPriority } from './job.ts'

/** How priorities are stored: the lower number runs first. */
const PRIORITIES: Record<JobPriority, number> = { live: 0, routine: 1, backfill: 2 }

/** How far the jobs of one account stand apart in the line, in milliseconds: about as long as one takes. */
const SPACING_MS = 20

/** A job to enqueue. */
export interface NewJob<Payload> {
  accountId: string | null
  payload: Payload
  /** The earliest time at which it runs; at once by default. */
  at?: Instant
  /** While another job with this key waits, this one is not added. */
  dedupeKey?: string
}

/** A job that a worker has claimed. Only who has its lease may complete it. */
export interface Job {
  id: string
  kind: string
  accountId: string | null
  payload: unknown
  lease: string
  /** How often it was claimed, this time included. */
  attempts: number
}

/** What enqueueing takes besides the job: the time, and ids for the rows. */
export interface EnqueueContext {
  clock: Clock
  ids: Ids
}

/** Adds a job in the transaction of the change that calls for it. */
export const enqueue = <Payload>(
  tx: Tx,
  context: EnqueueContext,
  definition: JobDefinition<Payload>,
  job: NewJob<Payload>,
): Promise<void> => enqueueAll(tx, context, definition, [job])

/** Adds a job unless one of the same kind and payload waits. */
export const enqueueOnce = <Payload>(
  tx: Tx,
  context: EnqueueContext,
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
  { clock, ids }: EnqueueContext,
  { name, priority }: JobDefinition<Payload>,
  jobs: readonly NewJob<Payload>[],
): Promise<void> {
  if (jobs.length === 0) return
  const now = clock.now()
  const before = new Map<string | null, number>()
  const rows = jobs.map(job => {
    const nth = before.get(job.accountId) ?? 0
    before.set(job.accountId, nth + 1)
    return {
      id: ids.next(),
      account_id: job.accountId,
      kind: name,
      payload: JSON.stringify(job.payload),
      dedupe_key: job.dedupeKey ?? null,
      priority: PRIORITIES[priority],
      turn: turnFor(job.accountId, job.at ?? now, nth),
      // Due at once means due by every clock.
      available_at: job.at ?? 0,
      lease_token: null,
      attempts: 0,
      last_error: null,
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
 * Behind the account's own last job, and not before its time: an account with many jobs leaves room for the others'. `nth` counts
 * those of the account that are added with it and come first.
 */
const turnFor = (accountId: string | null, time: Instant, nth: number) =>
  sql<number>`(select case when max(turn) + ${SPACING_MS} > ${time} then max(turn) + ${SPACING_MS} else ${time} end
    from job where account_id = ${accountId}) + ${nth * SPACING_MS}`

/** Which jobs are to be taken, and for how long. */
export interface Claim {
  most: number
  leaseMs: number
  /** Of these kinds alone. */
  kinds: readonly string[]
}

/**
 * Takes due jobs, the first in line first; each goes to one asker alone until its lease ends. A job whose worker was lost is due
 * again when its lease is over.
 */
export async function claimJobs(db: Database, ids: Ids, { most, leaseMs, kinds }: Claim): Promise<Job[]> {
  if (!(await isAnyDue(db, kinds))) return []
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
            .orderBy('priority')
            .orderBy('turn')
            .orderBy('id')
            .limit(most),
        ),
      )
      .updateTable('job')
      .set({
        lease_token: lease,
        available_at: sql<number>`${db.now} + ${sql.lit(leaseMs)}`,
        attempts: sql<number>`attempts + 1`,
      })
      .where('id', 'in', query => query.selectFrom('next').select('next.id'))
      .returning(['id', 'kind', 'account_id', 'payload', 'attempts', 'turn'])
      .execute(),
  )
  return rows
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ account_id, payload, turn: _, ...rest }) => ({
      ...rest,
      accountId: account_id,
      payload: JSON.parse(payload),
      lease,
    }))
}

/** A look that takes no lock, since mostly there is nothing to do. */
async function isAnyDue(db: Database, kinds: readonly string[]): Promise<boolean> {
  const due = await db.read
    .selectFrom('job')
    .select('id')
    .where('available_at', '<=', db.now)
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

const held = (tx: Tx, { id, lease }: Job) =>
  tx.updateTable('job').where('id', '=', id).where('lease_token', '=', lease)

/** The lease was over before the work was, and somebody else has the job: what was done is to be undone. */
export class LeaseLostError extends AppError {
  constructor() {
    super('conflict', 'The job took longer than its lease and belongs to another worker by now.')
  }
}

/** Ends a job in the transaction of what it did. Throws `LostLease`, so that nothing of it stays, when it is somebody else's. */
export async function completeJob(tx: Tx, { id, lease }: Job): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('id', '=', id)
    .where('lease_token', '=', lease)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new LeaseLostError()
}

/** Keeps the job for another lease. Gives false when it is somebody else's. */
export async function renewLease(db: Database, job: Job, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db.write(tx =>
    held(tx, job)
      .set({ available_at: sql<number>`${db.now} + ${sql.lit(leaseMs)}` })
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** How a job goes back into the line. */
export interface ReleaseOptions {
  /** From now, by the database's time. */
  inMs: number
  error: string | null
  /** It was not the job's fault: the attempt does not count. */
  forgiven: boolean
}

/** Lets go of a job, to be done later. */
export async function releaseJob(
  db: Database,
  job: Job,
  { inMs, error, forgiven }: ReleaseOptions,
): Promise<void> {
  await db.write(tx =>
    held(tx, job)
      .set({
        lease_token: null,
        available_at: sql<number>`${db.now} + ${sql.lit(Math.round(inMs))}`,
        attempts: forgiven ? sql<number>`attempts - 1` : sql<number>`attempts`,
        // A twin that was enqueued meanwhile waits under the same key.
        dedupe_key: sql<
          string | null
        >`case when exists (select 1 from job as twin where twin.dedupe_key = job.dedupe_key
          and twin.lease_token is null and twin.available_at is not null) then null else dedupe_key end`,
        ...(error !== null && { last_error: error }),
      })
      .execute(),
  )
}

/** Leaves a job for a person, with what was wrong. */
export async function failJob(tx: Tx, job: Job, error: string): Promise<void> {
  const { numUpdatedRows } = await held(tx, job)
    .set({ lease_token: null, available_at: null, last_error: error })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLostError()
}

/** A job that is not done in time. */
export interface ListedJob {
  id: string
  kind: string
  error: string | null
  createdAt: Instant
}

/** What waits for a person, the oldest first. */
export async function listFailedJobs(db: Reader): Promise<ListedJob[]> {
  const rows = await lateJobs(db).where('available_at', 'is', null).execute()
  return rows.map(lateJobFrom)
}

const MOST_DUE = 100

/** What is due and nobody works on, the oldest first; jobs whose worker was lost are among them. */
export async function listOverdueJobs(db: Database): Promise<ListedJob[]> {
  const rows = await lateJobs(db.read).where('available_at', '<=', db.now).limit(MOST_DUE).execute()
  return rows.map(lateJobFrom)
}

const lateJobs = (db: Reader) =>
  db.selectFrom('job').select(['id', 'kind', 'last_error', 'created_at']).orderBy('created_at').orderBy('id')

const lateJobFrom = (row: {
  id: string
  kind: string
  last_error: string | null
  created_at: number
}): ListedJob => ({ id: row.id, kind: row.kind, error: row.last_error, createdAt: row.created_at })

/** Has what was given up tried anew, with all its tries; gives how many. */
export async function retryJobs(tx: Tx, which: readonly string[] | 'all'): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ available_at: 0, attempts: 0, dedupe_key: null })
    .where('available_at', 'is', null)
    .$if(which !== 'all', query => query.where('id', 'in', which === 'all' ? [] : which))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
