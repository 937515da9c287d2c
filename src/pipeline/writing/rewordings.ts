import { sql } from 'kysely'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { recordEvent } from '#accounts/events.ts'
import { endRun, type Run, type RunEnd, Runs } from '#accounts/runs.ts'
import type { Fixed, Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { WriteContext } from '#platform/ids.ts'
import { writerOf } from '#writing/prompts/instructions.ts'

/**
 * The outcome for a draft: it has the writer's words (`reworded`), keeps its own because those could not be
 * used (`kept`), got no answer (`unanswered`), or was changed before its turn (`changed`).
 */
export type DraftOutcome = 'reworded' | 'kept' | 'unanswered' | 'changed'

/** A draft that keeps its words, and the reason as a sentence. */
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
      /** The position in the order of drafts, from 0 for the newest merge. */
      position: Fixed<number>
      /** Null until the draft has had its turn. */
      outcome: DraftOutcome | null
      /** Why the draft does not have the writer's words. */
      detail: string | null
    }
  }
}

/**
 * Rewordings: drafts that the writer words again because a person asked for it. The id of a rewording is also
 * that of the change that undoes it.
 */
export const REWORDINGS = new Runs<{ model: string }, null>('rewording')
/** The subject of every rewording, so that an account has one at a time. */
const SUBJECT = 'drafts'

/** A rewording and its progress. */
export type Rewording = Omit<Run<unknown, unknown>, 'counts'> & RewordingCounts

export interface RewordingCounts {
  drafts: number
  /** How many drafts have the writer's words and were not undone since. */
  reworded: number
  kept: number
  unanswered: number
  changed: number
  /** How many drafts have not had their turn; if it ended early, also those without an answer. */
  left: number
  /** The first drafts that keep their words. */
  examples: KeptDraft[]
}

/** The drafts that a writer could word: nobody changed them, and neither the team nor this language model wrote them or declined to. */
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
    .where(or => or.or([or('pitch.written_by', 'is', null), or('pitch.written_by', '!=', writerOf(model))]))
    // The same model would give the same answer again.
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

/** Stores which drafts are to be reworded. Throws `conflict` if there are none, and while others are being reworded. */
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

/** Ends the account's running rewording, or only if it has the given id. What was reworded stays. Returns whether one was running. */
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

/** Drafts without an answer count as left, like those that have not had their turn. */
const leaveUnanswered = (tx: Tx, id: string) =>
  tx
    .updateTable('rewording_draft')
    .set({ outcome: null, detail: null })
    .where('rewording_id', '=', id)
    .where('outcome', '=', 'unanswered')
    .execute()

/** How many drafts that keep their words are listed. */
const MOST_EXAMPLES = 20

/** The account's last rewording with its progress; null if there was none. */
export async function lastRewording(db: Reader, accountId: string): Promise<Rewording | null> {
  const run = await REWORDINGS.last(db, accountId, SUBJECT)
  return run && { ...run, ...(await rewordingCounts(db, run.id)) }
}

/** The number of drafts of a rewording by outcome. */
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

/** The number of drafts by outcome. Drafts that were undone have no outcome any more and are not counted. */
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
