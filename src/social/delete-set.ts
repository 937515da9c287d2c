import { recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { requireSet } from '#accounts/sets.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { queuedIn, unqueueEntry } from '#changelog/publishing/queue.ts'
import type { Tx } from '#platform/db/schema.ts'

/**
 * Deletes a set. Its feed is gone; its queued entries become drafts, and its other entries stay without a set; its social accounts move to
 * no set. The times of its schedule, its pause and the rules that file drafts under it are deleted.
 */
export async function deleteSet(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  setId: string,
): Promise<void> {
  await requireSet(tx, accountId, setId)
  for (const { id } of await queuedIn(tx, { accountId, setId, takes: 'entry' }))
    await unqueueEntry(tx, context, id)
  await tx
    .updateTable('entry')
    .set(build => ({ set_id: null, version: build('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('set_id', '=', setId)
    .execute()
  await tx.updateTable('social_account').set({ set_id: null }).where('set_id', '=', setId).execute()
  await tx.deleteFrom('schedule_time').where('set_id', '=', setId).execute()
  await tx.deleteFrom('queue_pause').where('account_id', '=', accountId).where('queue', '=', setId).execute()
  await dropRules(tx, accountId, setId)
  await tx.deleteFrom('feed').where('set_id', '=', setId).execute()
  const { name } = await tx
    .selectFrom('social_set')
    .select('name')
    .where('id', '=', setId)
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('social_set').where('id', '=', setId).execute()
  await touchFeeds(tx, context.clock, accountId, 'all')
  await recordActivity(tx, context, 'set deleted', { accountId, subject: setId, before: { name } })
}

/** Removes the rules by which paths file drafts under the set. */
async function dropRules(tx: Tx, accountId: string, setId: string): Promise<void> {
  const rows = await tx
    .selectFrom('repository')
    .select(['id', 'set_rules'])
    .where('account_id', '=', accountId)
    .execute()
  for (const { id, set_rules: text } of rows) {
    const rules: { setId: string }[] = JSON.parse(text)
    const kept = rules.filter(rule => rule.setId !== setId)
    if (kept.length === rules.length) continue
    await tx
      .updateTable('repository')
      .set({ set_rules: JSON.stringify(kept) })
      .where('id', '=', id)
      .execute()
  }
}
