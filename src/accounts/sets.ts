import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import { rowById } from '#platform/db/rows.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError, unknownId } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import { nameFrom } from './account.ts'
import { type ActionContext, recordActivity } from './activity.ts'
import { openFeed, touchFeeds } from './feed-revision.ts'

/** A named group of social accounts. Entries can be filed under it, and it has its own feed. */
export interface SocialSet {
  id: string
  accountId: string
  name: string
  createdAt: Instant
}

/** Creates a set and its feed. Throws `conflict` when the account has a set with that name. */
export async function createSet(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  accountId: string,
  given: { name: string },
): Promise<SocialSet> {
  const set: SocialSet = { id: ids.next(), accountId, name: nameFrom(given.name), createdAt: clock.now() }
  try {
    await tx
      .insertInto('social_set')
      .values({ id: set.id, account_id: accountId, name: set.name, created_at: set.createdAt })
      .execute()
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', `There is a set named ${set.name} already.`)
    throw error
  }
  await openFeed(tx, clock, ids, accountId, set.id)
  return set
}

/** Throws `conflict` when the account has another set with that name. */
export async function renameSet(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  setId: string,
  given: { name: string },
): Promise<void> {
  await requireSet(tx, accountId, setId)
  const name = nameFrom(given.name)
  const before = await tx
    .selectFrom('social_set')
    .select('name')
    .where('id', '=', setId)
    .executeTakeFirstOrThrow()
  try {
    await tx.updateTable('social_set').set({ name }).where('id', '=', setId).execute()
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', `There is a set named ${name} already.`)
    throw error
  }
  await touchFeeds(tx, context.clock, accountId, { sets: [setId] })
  await recordActivity(tx, context, 'set renamed', {
    accountId,
    subject: setId,
    before,
    after: { name },
  })
}

export async function listSets(db: Reader, accountId: string): Promise<SocialSet[]> {
  return db
    .selectFrom('social_set')
    .select(['id', 'account_id as accountId', 'name', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** How many entries are filed under each set of an account, and how many of these are published, by set. */
export async function setSizes(
  db: Reader,
  accountId: string,
): Promise<Map<string, { entries: number; published: number }>> {
  const rows = await db
    .selectFrom('entry')
    .select(['set_id', ({ fn }) => fn.countAll<number>().as('entries')])
    .select(({ fn, val }) =>
      fn.count('published_at').filterWhere('state', '=', val('published')).as('published'),
    )
    .where('account_id', '=', accountId)
    .where('set_id', 'is not', null)
    .groupBy('set_id')
    .execute()
  return new Map(
    rows.map(row => [row.set_id ?? '', { entries: Number(row.entries), published: Number(row.published) }]),
  )
}

/** Throws `not_found` unless the set belongs to this account. */
export async function requireSet(db: Reader, accountId: string, setId: string): Promise<void> {
  const row = await rowById(db, 'social_set', setId, accountId)
  if (!row) throw unknownId('set of this account', setId, 'set list')
}
