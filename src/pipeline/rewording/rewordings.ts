import { sql } from 'kysely'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { recordEvent } from '#accounts/events.ts'
import type { Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

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

/** Drafts that the writer words anew, because a person asked for it, and how far that has come. */
export interface Rewording {
  /** Also of the change that undoes it. */
  id: string
  state: 'running' | 'done' | 'stopped' | 'failed'
  /** Why it failed, with what to do about it. */
  detail: string | null
  /** The person's name; null for the command line. */
  startedBy: string | null
  startedAt: Instant
  endedAt: Instant | null
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
            .innerJoin('rewording', 'rewording.id', 'before.rewording_id')
            .select('before.entry_id')
            .whereRef('before.entry_id', '=', 'entry.id')
            .where('before.outcome', '=', 'kept')
            .where('rewording.model', '=', model),
        ),
      ),
    )

/** Stores which drafts are to be reworded. Throws `conflict` where there are none, and while others are being reworded. */
export async function insertRewording(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  model: string,
): Promise<string> {
  const id = ids.next()
  const row = { id, account_id: accountId, model, started_by: actor, started_at: clock.now() }
  await tx
    .insertInto('rewording')
    .values({ ...row, state: 'running' })
    .execute()
    .catch(error => {
      if (!isUniqueViolation(error)) throw error
      throw new AppError('conflict', 'Drafts are being reworded already.')
    })
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
  await recordEvent(tx, accountId, 'rewording', [id])
  return id
}

/** Holds back whoever would end the rewording until the transaction is done. Gives false where it has ended. */
export async function holdRunning(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rewording')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
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
  await recordEvent(tx, accountId, 'rewording', [id])
}

/** Ends the account's running rewording, if it is the one with this id where one is given. What was reworded stays. Gives whether it ran. */
export async function endRewording(
  tx: Tx,
  { clock, ids }: Pick<ActionContext, 'clock' | 'ids'>,
  { accountId, id }: { accountId: string; id?: string },
  end: { state: Exclude<Rewording['state'], 'running'>; detail?: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('rewording')
    .set({ state: end.state, detail: end.detail ?? null, ended_at: clock.now() })
    .where('account_id', '=', accountId)
    .where('state', '=', 'running')
    .$if(id !== undefined, query => query.where('id', '=', id ?? ''))
    .returning(['id', 'started_by'])
    .executeTakeFirst()
  if (!row) return false
  if (end.state !== 'done') await leaveUnanswered(tx, row.id)
  const { reworded } = (await lastRewording(tx, accountId)) ?? { reworded: 0 }
  await recordEvent(tx, accountId, 'rewording', [row.id])
  if (reworded > 0)
    await recordActivity(tx, { clock, ids, actor: row.started_by }, 'drafts reworded', {
      accountId,
      subject: row.id,
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
  const row = await db
    .selectFrom('rewording')
    .leftJoin('person', 'person.id', 'rewording.started_by')
    .selectAll('rewording')
    .select('person.name')
    .where('rewording.account_id', '=', accountId)
    .orderBy('rewording.started_at', 'desc')
    .orderBy('rewording.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const counts = await outcomesOf(db, row.id)
  const count = (outcome: DraftOutcome | null) => counts.get(outcome) ?? 0
  return {
    id: row.id,
    state: row.state,
    detail: row.detail,
    startedBy: row.name,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    drafts: [...counts.values()].reduce((sum, one) => sum + one, 0),
    reworded: count('reworded'),
    kept: count('kept'),
    unanswered: count('unanswered'),
    changed: count('changed'),
    left: count(null),
    examples: await keptDrafts(db, row.id),
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
