import { sql } from 'kysely'
import { type Database, timeOf } from '#platform/db/database.ts'
import { JOB_PRIORITIES, type JobPriority } from '#platform/jobs/job.ts'
import { monthOf } from '#writing/connection/usage.ts'

/** Jobs of one kind in one state. */
interface JobCount {
  kind: string
  lane: JobPriority
  /** `due`: waits for a free worker; `later`: waits for its time; `running`: a worker has it; `failed`: waits for a person. */
  state: 'due' | 'later' | 'running' | 'failed'
  count: number
  /** How long the oldest due job has waited, in seconds. */
  oldestSeconds: number
}

/** Measurements of the whole installation, read from the database: the same from every process. */
export interface Measurements {
  jobs: JobCount[]
  /** Posts that are not done, by state. */
  posts: { state: string; count: number }[]
  /** What language models used this month, by model. */
  languageModels: { model: string; calls: number; tokens: number; microDollars: number }[]
  databaseBytes: number
  secondsSinceWorker: number | null
}

/** Reads the measurements in a few short queries, none of which scans a table that grows with the merges. */
export async function measure(db: Database): Promise<Measurements> {
  const now = await timeOf(db)
  return {
    jobs: await jobCounts(db, now),
    posts: await postCounts(db),
    languageModels: await modelUsage(db, monthOf(now)),
    databaseBytes: await databaseBytes(db),
    secondsSinceWorker: await secondsSinceWorker(db, now),
  }
}

async function jobCounts(db: Database, now: number): Promise<JobCount[]> {
  const state = sql<JobCount['state']>`case when available_at is null then 'failed'
    when lease_token is not null and available_at > ${now} then 'running' when available_at <= ${now} then 'due' else 'later' end`
  const since = sql<number>`case when available_at > created_at then available_at else created_at end`
  const rows = await db.read
    .selectFrom(
      db.read
        .selectFrom('job')
        .select(['kind', 'priority', state.as('state'), since.as('since')])
        .as('job'),
    )
    .select(({ fn }) => ['kind', 'priority', 'state', fn.countAll().as('count'), fn.min('since').as('since')])
    .groupBy(['kind', 'priority', 'state'])
    .execute()
  return rows.map(row => ({
    kind: row.kind,
    lane: JOB_PRIORITIES[row.priority] ?? 'backfill',
    state: row.state,
    count: Number(row.count),
    oldestSeconds: row.state === 'due' ? Math.max(0, (now - Number(row.since)) / 1_000) : 0,
  }))
}

async function postCounts(db: Database): Promise<Measurements['posts']> {
  const rows = await db.read
    .selectFrom('post')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .where('state', 'in', ['planned', 'attempting', 'unknown', 'failed'])
    .groupBy('state')
    .execute()
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}

async function modelUsage(db: Database, month: string): Promise<Measurements['languageModels']> {
  const rows = await db.read
    .selectFrom('language_model_usage')
    .select(({ fn }) => [
      'model',
      fn.sum('calls').as('calls'),
      fn.sum('micro_dollars').as('dollars'),
      sql<number>`sum(input_tokens + output_tokens)`.as('tokens'),
    ])
    .where('month', '=', month)
    .groupBy('model')
    .execute()
  return rows.map(({ model, calls, tokens, dollars }) => ({
    model,
    calls: Number(calls),
    tokens: Number(tokens),
    microDollars: Number(dollars),
  }))
}

async function databaseBytes(db: Database): Promise<number> {
  const size =
    db.engine === 'sqlite'
      ? sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  const { rows } = await size.execute(db.read)
  return Number(rows[0]?.bytes ?? 0)
}

async function secondsSinceWorker(db: Database, now: number): Promise<number | null> {
  const { seen } = await db.read
    .selectFrom('worker')
    .select(({ fn }) => fn.max('seen_at').as('seen'))
    .executeTakeFirstOrThrow()
  return seen === null ? null : Math.max(0, (now - seen) / 1_000)
}
