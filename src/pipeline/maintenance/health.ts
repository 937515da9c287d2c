import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { timeOf } from '#platform/db/database.ts'

/** The result of one health check. The detail contains nothing confidential. */
export interface HealthCheck {
  name: string
  status: 'ok' | 'failed'
  detail: string
}

/** A worker without a heartbeat for this long counts as lost. */
export const LOST_AFTER_SECONDS = 60
const OVERDUE_AFTER_SECONDS = 300

/** Checks the worker, the job queue, publishing and classification. Ages are measured by the database's clock. */
export async function healthChecks(db: Database): Promise<HealthCheck[]> {
  const now = await timeOf(db)
  const secondsSince = (time: number) => Math.max(0, Math.round((now - time) / 1000))
  const [seen, due] = [await lastHeartbeat(db), await oldestDue(db)]
  const [entries, pulls] = [await publishFailures(db), await classificationFailures(db)]
  return [
    workerCheck(seen && secondsSince(seen)),
    jobsCheck(due && secondsSince(due), await countGivenUp(db)),
    failureCheck(
      'publishing',
      entries &&
        `${entries.count} due and could not be published, the oldest for ${secondsSince(entries.oldest)} s.`,
    ),
    failureCheck(
      'classification',
      pulls && `${pulls.count} could not be classified, the oldest for ${secondsSince(pulls.oldest)} s.`,
    ),
  ]
}

function workerCheck(seen: number | null): HealthCheck {
  const isAlive = seen !== null && seen <= LOST_AFTER_SECONDS
  const detail = seen === null ? 'No worker is running.' : `Last seen ${seen} s ago.`
  return { name: 'worker', status: isAlive ? 'ok' : 'failed', detail }
}

function jobsCheck(overdue: number | null, givenUp: number): HealthCheck {
  const oldest = overdue === null ? 'None is overdue.' : `The oldest is overdue by ${overdue} s.`
  return {
    name: 'jobs',
    status: givenUp === 0 && (overdue ?? 0) <= OVERDUE_AFTER_SECONDS ? 'ok' : 'failed',
    detail: givenUp === 0 ? oldest : `${oldest} ${givenUp} were given up.`,
  }
}

const failureCheck = (name: string, failures: string | null): HealthCheck =>
  failures === null
    ? { name, status: 'ok', detail: 'Nothing has failed.' }
    : { name, status: 'failed', detail: failures }

async function lastHeartbeat(db: Database): Promise<number | null> {
  const { seen } = await db.read
    .selectFrom('worker')
    .select(({ fn }) => fn.max('seen_at').as('seen'))
    .executeTakeFirstOrThrow()
  return seen
}

/** Since when the oldest due job has been waiting. A job whose worker was lost is due from the end of its lease. */
async function oldestDue(db: Database): Promise<number | null> {
  const { since } = await db.read
    .selectFrom('job')
    .select(
      sql<number | null>`min(case when available_at = 0 then created_at else available_at end)`.as('since'),
    )
    .where('available_at', '<=', db.now)
    .executeTakeFirstOrThrow()
  return since
}

async function countGivenUp(db: Database): Promise<number> {
  const { count } = await db.read
    .selectFrom('job')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('available_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The number of failures, and the time of the oldest. */
interface Failures {
  count: number
  oldest: number
}

const failuresFrom = ({ count, oldest }: { count: unknown; oldest: number | null }): Failures | null =>
  oldest === null ? null : { count: Number(count), oldest }

async function publishFailures(db: Database): Promise<Failures | null> {
  const row = await db.read
    .selectFrom('publish_failure as failure')
    .innerJoin('entry', 'entry.id', 'failure.entry_id')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('entry.queued_for').as('oldest')])
    .executeTakeFirstOrThrow()
  return failuresFrom(row)
}

async function classificationFailures(db: Database): Promise<Failures | null> {
  const row = await db.read
    .selectFrom('pull_request')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('classification_failed_at').as('oldest')])
    .where('classification_failed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return failuresFrom(row)
}
