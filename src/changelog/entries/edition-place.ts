import { sql } from 'kysely'
import { z } from 'zod'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import { defineJob } from '#platform/jobs/job.ts'
import { enqueueOnce } from '#platform/jobs/queue.ts'
import type { EditionPlace, Entry, EntryState } from './entry.ts'

/** Has a writer word the account's open edition, where its stories are others than those that it was worded for. */
export const frameJob = defineJob({
  name: 'word edition',
  payload: z.object({ editionId: z.string() }),
  attempts: 4,
  priority: 'backfill',
})

/** Enqueues the wording of the account's open edition. To be called in each transaction that may change the edition's stories. */
export async function enqueueEditionWording(tx: Tx, context: WriteContext, accountId: string): Promise<void> {
  const open = await tx
    .selectFrom('entry')
    .select('id')
    .where('account_id', '=', accountId)
    .where('origin', '=', 'edition')
    .where('state', 'in', ['draft', 'queued'])
    .executeTakeFirst()
  if (open) await enqueueOnce(tx, context, frameJob, { accountId, payload: { editionId: open.id } })
}

/** Stores the place of an entry in an edition. The entry keeps its version, because its words are unchanged. */
export async function place(tx: Tx, entryId: string, to: EditionPlace | null): Promise<void> {
  await tx.updateTable('entry').set(placeColumns(to)).where('id', '=', entryId).execute()
}

/** Whether an edition has an entry in this state. */
export async function hasEntries(db: Reader, editionId: string, state: EntryState): Promise<boolean> {
  const row = await db
    .selectFrom('entry')
    .select('id')
    .where('edition_id', '=', editionId)
    .where('state', '=', state)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Dates the change of a published edition that an entry leaves or comes back to, for readers see another text. Returns whether it is published. */
export async function dateEditionChange(tx: Tx, editionId: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('entry')
    .set({ updated_at: sql<number>`case when updated_at > ${at} then updated_at else ${at} end` })
    .where('id', '=', editionId)
    .where('state', '=', 'published')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const placeColumns = (place: EditionPlace | null) => ({
  edition_id: place?.id ?? null,
  edition_part: place?.part ?? null,
  edition_position: place?.position ?? null,
})

/**
 * Moves an entry in, into or out of an edition. `action` is what the activity log says about the move; null
 * if the move follows from another one and is not logged by itself.
 */
export async function moveInEdition(
  tx: Tx,
  context: ActionContext,
  { id, accountId, version, edition, title }: Entry,
  to: EditionPlace | null,
  action: 'placed in the edition' | 'undone' | null,
): Promise<void> {
  await place(tx, id, to)
  await enqueueEditionWording(tx, context, accountId)
  await recordActivity(tx, context, action, {
    accountId,
    subject: id,
    topic: 'entries',
    before: { title, edition },
    after: { title, edition: to },
    // An undo goes back to an earlier version, so the log names none.
    ...(action !== 'undone' && { version }),
  })
}
