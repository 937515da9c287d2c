import { sql } from 'kysely'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { recordEvent } from '#accounts/events.ts'
import { endRun, type Run, type RunEnd, Runs } from '#accounts/runs.ts'
import type { Fixed, Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { WriteContext } from '#platform/ids.ts'

/**
 * What became of a draft: it has the writer's words, it keeps its own because those could not be used, it got no answer, or it was changed
 * before its turn.
 */
export type DraftOutcome = 'reworded' | 'kept' | 'unanswered' | 'changed'

/** A draft that keeps its words, and why, as a sentence. */
interface KeptDraft {
  entryId: string
  title: string
  why: string
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    /** One draft of a rewording. */
    rewording_draft: {
      rewording_id: Fixed<string>
      entry_id: Fixed<string>
      /** The newest merge first, from 0. */
      position: Fixed<number>
      /** Null until it had its turn. */
      outcome: DraftOutcome | null
      /** Why its words are not the writer's. */
      detail: string | null
    }
  }
}

/** Drafts that the writer words anew, because a person asked for it. Its id is also that of the change that undoes it. */
export const REWORDINGS = new Runs<{ model: string }, null>('rewording')
/** An account has one at a time. */
const SUBJECT = 'drafts'

/** A rewording, and how far it has come. */
export type Rewording = Omit<Run<unknown, unknown>, 'counts'> & RewordingCounts

export interface RewordingCounts {
  drafts: number
  /** Those that were not undone since. */
  reworded: number
  kept: number
  unanswered: number
  changed: number
  /** Those that had no turn; where it ended early, also those without an answer. */
  left: number
  /** Of the drafts that keep their words, the first. */
  examples: KeptDraft[]
}

/** The drafts that a writer could word: nobody changed them, and neither the team nor a language model wrote them. */
export const rewordableDrafts = (db: Reader, accountId: string, model: string) =>
  db
    .selectFrom('entry')
    .innerJoin('pitch', 'pitch.pull_request_id', 'entry.primary_pull_request_id')
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'draft')
    .where('entry.origin', '=', 'pull-request')
    .where('entry.touched', '=', 0)
    .where('entry.flag', 'is', null)
    .whereRef('entry.title', '=', 'entry.machine_title')
    .whereRef('entry.body', '=', 'entry.machine_body')
    .where('pitch.writer', '=', 'offline')
    // Asked again, the same model would say the same.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rewording_draft as before')
            .innerJoin('run', 'run.id', 'before.rewording_id')
            .select('before.entry_id')
            .whereRef('before.entry_id', '=', 'entry.id')
            .where('before.outcome', '=', 'kept')
            .where('run.options', '=', JSON.stringify({ model })),
        ),
      ),
    )

/** Stores which drafts are to be reworded. Throws `conflict` where there are none, and while others are being reworded. */
export async function insertRewording(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  model: string,
): Promise<string> {
  const given = { accountId, subject: SUBJECT, options: { model }, counts: null }
  const { id } = await REWORDINGS.start(tx, context, given, 'Drafts are being reworded already.')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('rewording_draft')
    .columns(['rewording_id', 'entry_id', 'position'])
    .expression(
      rewordableDrafts(tx, accountId, model)
        .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
        .select([
          sql<string>`cast(${id} as text)`.as('rewording_id'),
          'entry.id',
          sql<number>`row_number() over (order by pull.merged_at desc, entry.id) - 1`.as('position'),
        ]),
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw new AppError('conflict', 'There is no draft to reword.')
  return id
}

export async function settleDraft(
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
  entryId: string,
  outcome: DraftOutcome,
  detail: string | null,
): Promise<void> {
  await tx
    .updateTable('rewording_draft')
    .set({ outcome, detail })
    .where('rewording_id', '=', id)
    .where('entry_id', '=', entryId)
    .execute()
  await recordEvent(tx, accountId, 'runs', [id])
}

/** Ends the account's running rewording, if it is the one with this id where one is given. What was reworded stays. Gives whether it ran. */
export async function endRewording(
  tx: Tx,
  { clock, ids }: WriteContext,
  { accountId, id }: { accountId: string; id?: string },
  end: RunEnd,
): Promise<boolean> {
  const run = await REWORDINGS.last(tx, accountId, SUBJECT)
  if (!run || (id !== undefined && run.id !== id) || !(await endRun(tx, { clock }, run, end))) return false
  if (end.state !== 'done') await leaveUnanswered(tx, run.id)
  const { reworded } = await rewordingCounts(tx, run.id)
  if (reworded > 0)
    await recordActivity(tx, { clock, ids, actor: run.startedBy }, 'drafts reworded', {
      accountId,
      subject: run.id,
      after: { name: reworded === 1 ? 'one draft' : `${reworded} drafts` },
    })
  return true
}

/** Those without an answer are left too, like those that had no turn. */
const leaveUnanswered = (tx: Tx, id: string) =>
  tx
    .updateTable('rewording_draft')
    .set({ outcome: null, detail: null })
    .where('rewording_id', '=', id)
    .where('outcome', '=', 'unanswered')
    .execute()

/** Of the drafts that keep their words, so many are listed. */
const MOST_EXAMPLES = 20

/** The account's last rewording, with how far it has come; null where there was none. */
export async function lastRewording(db: Reader, accountId: string): Promise<Rewording | null> {
  const run = await REWORDINGS.last(db, accountId, SUBJECT)
  return run && { ...run, ...(await rewordingCounts(db, run.id)) }
}

/** What became of the drafts of a rewording. */
export async function rewordingCounts(db: Reader, id: string): Promise<RewordingCounts> {
  const counts = await outcomesOf(db, id)
  const count = (outcome: DraftOutcome | null) => counts.get(outcome) ?? 0
  return {
    drafts: [...counts.values()].reduce((sum, one) => sum + one, 0),
    reworded: count('reworded'),
    kept: count('kept'),
    unanswered: count('unanswered'),
    changed: count('changed'),
    left: count(null),
    examples: await keptDrafts(db, id),
  }
}

/** Those that were undone have no outcome any more and are not counted. */
async function outcomesOf(db: Reader, id: string): Promise<Map<DraftOutcome | null, number>> {
  const rows = await db
    .selectFrom('rewording_draft as draft')
    .leftJoin('activity as told', join =>
      join.onRef('told.change_id', '=', 'draft.rewording_id').onRef('told.item', '=', 'draft.entry_id'),
    )
    .select(({ fn }) => ['draft.outcome', fn.countAll<number>().as('count')])
    .where('draft.rewording_id', '=', id)
    .where('told.undone_at', 'is', null)
    .groupBy('draft.outcome')
    .execute()
  return new Map(rows.map(({ outcome, count }) => [outcome, Number(count)]))
}

async function keptDrafts(db: Reader, id: string): Promise<KeptDraft[]> {
  const rows = await db
    .selectFrom('rewording_draft as draft')
    .innerJoin('entry', 'entry.id', 'draft.entry_id')
    .select(['draft.entry_id', 'entry.title', 'draft.detail'])
    .where('draft.rewording_id', '=', id)
    .where('draft.detail', 'is not', null)
    .orderBy('draft.position')
    .limit(MOST_EXAMPLES)
    .execute()
  return rows.map(({ entry_id, title, detail }) => ({ entryId: entry_id, title, why: detail ?? '' }))
}
