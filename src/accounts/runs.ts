import { type Selectable, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Fixed, Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { ActionContext } from './activity.ts'
import { recordEvent } from './events.ts'

export type RunKind = 'git import' | 'backfill' | 'rewording' | 'translation'
type RunState = 'running' | 'done' | 'stopped' | 'failed'

declare module '#platform/db/schema.ts' {
  interface Schema {
    /** Long work that a person started. */
    run: {
      id: Fixed<string>
      account_id: Fixed<string>
      kind: Fixed<RunKind>
      /** What it works on: a directory, the id of a source, the drafts, or a language. For each kind and subject at most one is running. */
      subject: Fixed<string>
      state: RunState
      /** Why it failed. */
      detail: string | null
      done: number
      /** Null while it is unknown. */
      total: number | null
      /** The requested options, as JSON. */
      options: Fixed<string>
      /** The results so far, as JSON. */
      counts: string
      /** Where it continues; null at the beginning. */
      cursor: string | null
      started_by: Fixed<string>
      started_at: Fixed<number>
      ended_at: number | null
    }
  }
}

/** Long work that a person started, and its progress. */
export interface Run<Options, Counts> {
  id: string
  accountId: string
  kind: RunKind
  subject: string
  state: RunState
  /** Why it failed, as a sentence. */
  detail: string | null
  done: number
  /** Null while it is unknown. */
  total: number | null
  options: Options
  counts: Counts
  cursor: string | null
  startedBy: string
  startedAt: Instant
  endedAt: Instant | null
}

/** The fields that change while it runs. */
type Progress<Counts> = Partial<Pick<Run<unknown, Counts>, 'done' | 'total' | 'counts' | 'cursor'>>

/** How a run ends. */
export interface RunEnd {
  state: Exclude<RunState, 'running'>
  detail?: string | null
}

/** The runs of one kind. A job works on each; if its process ends, the next run of the job continues from what is stored. */
export class Runs<Options, Counts> {
  readonly #kind: RunKind

  constructor(kind: RunKind) {
    this.#kind = kind
  }

  /** Starts a run. Throws `conflict` with this sentence while another one with the same subject is running. */
  async start(
    tx: Tx,
    { clock, ids, actor }: ActionContext,
    given: { accountId: string; subject: string; options: Options; counts: Counts },
    isRunning: string,
  ): Promise<Run<Options, Counts>> {
    const { accountId, subject, options, counts } = given
    const row = {
      ...{ id: ids.next(), account_id: accountId, kind: this.#kind, subject, state: 'running' as const },
      ...{ detail: null, done: 0, total: null, cursor: null },
      ...{ options: JSON.stringify(options), counts: JSON.stringify(counts) },
      ...{ started_by: actor, started_at: clock.now(), ended_at: null },
    }
    await tx
      .insertInto('run')
      .values(row)
      .execute()
      .catch(error => {
        throw isUniqueViolation(error) ? new AppError('conflict', isRunning) : error
      })
    await recordEvent(tx, accountId, 'runs', [row.id])
    return runFrom(row)
  }

  async find(db: Reader, id: string): Promise<Run<Options, Counts> | null> {
    const row = await this.#all(db).where('id', '=', id).executeTakeFirst()
    return row ? runFrom(row) : null
  }

  /** The run with this id, if it still runs. */
  async running(db: Reader, id: string): Promise<Run<Options, Counts> | null> {
    const run = await this.find(db, id)
    return run?.state === 'running' ? run : null
  }

  /** The run with this id for its job to work on. One that failed is resumed, since its job is retried then, unless another one began after it. */
  async open(db: Database, id: string): Promise<Run<Options, Counts> | null> {
    const run = await this.find(db.read, id)
    if (run?.state !== 'failed') return run?.state === 'running' ? run : null
    return db.write(async tx => {
      const last = await this.last(tx, run.accountId, run.subject)
      return last?.id === id && (await this.resume(tx, run)) ? this.find(tx, id) : null
    })
  }

  /** The last run of a subject; null if there was none. */
  async last(db: Reader, accountId: string, subject: string): Promise<Run<Options, Counts> | null> {
    const row = await this.#all(db)
      .where('account_id', '=', accountId)
      .where('subject', '=', subject)
      .orderBy('started_at', 'desc')
      .orderBy('id')
      .executeTakeFirst()
    return row ? runFrom(row) : null
  }

  #all(db: Reader) {
    return db.selectFrom('run').selectAll().where('kind', '=', this.#kind)
  }

  /** Stores the progress of a run if it is still running. Returns whether it is. */
  async advance(
    tx: Tx,
    { id, accountId }: Pick<Run<Options, Counts>, 'id' | 'accountId'>,
    { counts, ...values }: Progress<Counts>,
  ): Promise<boolean> {
    const isRunning = await updateRunning(tx, id, {
      ...values,
      ...(counts && { counts: JSON.stringify(counts) }),
    })
    if (isRunning) await recordEvent(tx, accountId, 'runs', [id])
    return isRunning
  }

  /** Ends a run as failed, if it still runs. */
  async fail(tx: Tx, { clock }: Pick<ActionContext, 'clock'>, id: string, detail: string): Promise<void> {
    const run = await this.running(tx, id)
    if (run) await endRun(tx, { clock }, run, { state: 'failed', detail })
  }

  /** Resumes a run that failed or was stopped. Returns false for a run in any other state. */
  async resume(tx: Tx, { id, accountId }: Run<Options, Counts>): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('run')
      .set({ state: 'running', detail: null, ended_at: null })
      .where('id', '=', id)
      .where('state', 'in', ['failed', 'stopped'])
      .executeTakeFirst()
    await recordEvent(tx, accountId, 'runs', [id])
    return numUpdatedRows === 1n
  }
}

/** Locks a run until the transaction ends, so that nobody ends it. Returns false if it has ended. */
export const holdRun = (tx: Tx, id: string): Promise<boolean> => updateRunning(tx, id, { state: 'running' })

/** Ends a run; what it did stays. Returns false if it had ended already. */
export async function endRun(
  tx: Tx,
  { clock }: Pick<ActionContext, 'clock'>,
  { id, accountId }: { id: string; accountId: string },
  { state, detail = null }: RunEnd,
): Promise<boolean> {
  const didEnd = await updateRunning(tx, id, { state, detail, ended_at: clock.now() })
  if (didEnd) await recordEvent(tx, accountId, 'runs', [id])
  return didEnd
}

async function updateRunning(
  tx: Tx,
  id: string,
  values: Partial<
    Omit<
      Selectable<Schema['run']>,
      'id' | 'account_id' | 'kind' | 'subject' | 'options' | 'started_by' | 'started_at'
    >
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('run')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The last run of each kind and subject in an account, the newest first. */
export async function lastRuns(db: Reader, accountId: string): Promise<Run<unknown, unknown>[]> {
  const rows = await db
    .selectFrom('run')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('started_at', 'desc')
    // Of two that were started at the same time, the one that is running.
    .orderBy(sql`state = 'running'`, 'desc')
    .orderBy('id')
    .execute()
  const groups = Map.groupBy(rows, ({ kind, subject }) => `${kind} ${subject}`).values()
  return [...groups].flatMap(([last]) => (last ? [runFrom(last)] : []))
}

/** A run of an account. Throws `not_found`. */
export async function requireRun(db: Reader, accountId: string, id: string): Promise<Run<unknown, unknown>> {
  const row = await db
    .selectFrom('run')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) return runFrom(row)
  throw new AppError('not_found', 'The account has no such run.')
}

const runFrom = <Options, Counts>(row: Selectable<Schema['run']>): Run<Options, Counts> => ({
  id: row.id,
  accountId: row.account_id,
  kind: row.kind,
  subject: row.subject,
  state: row.state,
  detail: row.detail,
  done: row.done,
  total: row.total,
  options: JSON.parse(row.options),
  counts: JSON.parse(row.counts),
  cursor: row.cursor,
  startedBy: row.started_by,
  startedAt: row.started_at,
  endedAt: row.ended_at,
})
