import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ActionContext } from '#accounts/activity.ts'
import type { Instant } from '#platform/clock.ts'
import { type CursorPosition, isAfter, pageOf } from '#platform/db/page-cursor.ts'
import { rowById } from '#platform/db/rows.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import { unknownId } from '#platform/errors.ts'
import type { HoldReason } from '#social/accounts/held-posts.ts'
import type { PostReference } from '#social/network.ts'
import type { NetworkName } from '#social/settings.ts'

/**
 * `planned`: will be sent at its time. `attempting`: the intent to send it is stored, the outcome is not.
 * `unknown`: the network may have it. `failed`: the network certainly does not have it, and a person decides.
 * `cancelled`: it never went out. `withdrawn`: it was removed from the network.
 */
export const POST_STATES = [
  'planned',
  'attempting',
  'posted',
  'failed',
  'unknown',
  'withdrawn',
  'cancelled',
] as const
export type PostState = (typeof POST_STATES)[number]

/** One entry's text on one social account. */
export interface Post {
  id: string
  accountId: string
  entryId: string
  socialAccountId: string
  state: PostState
  text: string
  dueAt: Instant
  held: HoldReason | null
  attemptedAt: Instant | null
  /** When the first attempt began that may have reached the network; null if none may have. */
  uncertainSince: Instant | null
  attempts: number
  lookups: number
  /** Where the post is on the network; null if it never was there. */
  reference: PostReference | null
  /** Why the post failed, is unknown, was cancelled or could not be withdrawn. */
  reason: string | null
  /** `wanted`: the entry was withdrawn, so the post is to be removed. `refused`: the network does not remove the post. */
  withdrawal: 'wanted' | 'refused' | null
  createdAt: Instant
  settledAt: Instant | null
}

export const postFrom = (row: Selectable<Schema['post']>): Post => ({
  id: row.id,
  accountId: row.account_id,
  entryId: row.entry_id,
  socialAccountId: row.social_account_id,
  state: row.state,
  text: row.text,
  dueAt: row.due_at,
  held: row.held,
  attemptedAt: row.attempted_at,
  uncertainSince: row.uncertain_since,
  attempts: row.attempts,
  lookups: row.lookups,
  reference: row.remote_id === null ? null : { id: row.remote_id, url: row.remote_url ?? '' },
  reason: row.reason,
  withdrawal: row.withdrawal,
  createdAt: row.created_at,
  settledAt: row.settled_at,
})

/**
 * Throws `not_found` unless the post exists. Requests of people pass the account that it must belong to; the operator's commands need not.
 */
export async function postById(db: Reader, id: string, accountId?: string): Promise<Post> {
  return postFrom(await postRow(db, id, accountId))
}

/** Like `postById`, with the columns that only sending uses. */
export async function postRow(
  db: Reader,
  id: string,
  accountId?: string,
): Promise<Selectable<Schema['post']>> {
  const row = await rowById(db, 'post', id, accountId)
  if (row) return row
  throw unknownId('post', id)
}

/** Which posts to list. */
interface PostFilter {
  accountId: string
  state?: PostState | undefined
  entryId?: string | undefined
  socialAccountId?: string | undefined
  /** Only posts that wait for a person. */
  isWaiting?: boolean | undefined
}

const POSTS_PER_PAGE = 50

/** A page of posts, newest first; `next` is null on the last. */
export async function listPosts(
  db: Reader,
  { accountId, state, entryId, socialAccountId, isWaiting }: PostFilter,
  after?: CursorPosition,
): Promise<{ posts: Post[]; next: CursorPosition | null }> {
  const rows = await db
    .selectFrom('post')
    .selectAll()
    .where('account_id', '=', accountId)
    .$call(query => (state === undefined ? query : query.where('state', '=', state)))
    .$if(entryId !== undefined, query => query.where('entry_id', '=', entryId ?? ''))
    .$if(socialAccountId !== undefined, query => query.where('social_account_id', '=', socialAccountId ?? ''))
    .$if(isWaiting === true, query => query.where(waitsForPerson))
    .$call(query => (after ? query.where(isAfter(after, 'created_at', 'id')) : query))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(POSTS_PER_PAGE + 1)
    .execute()
  const { shown, next } = pageOf(rows, POSTS_PER_PAGE, ({ created_at: at, id }) => ({ at, id }))
  return { posts: shown.map(postFrom), next }
}

/** The posts of an entry, oldest first, cancelled ones included. */
export async function postsOfEntry(db: Reader, entryId: string): Promise<Post[]> {
  const rows = await db
    .selectFrom('post')
    .selectAll()
    .where('entry_id', '=', entryId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(postFrom)
}

/** The names that a list shows with a post. */
interface PostNames {
  entryTitle: string
  account: { network: NetworkName; handle: string; url: string; isConnected: boolean }
}

/** The names for posts by post id, also for posts whose social account was disconnected. */
export async function namesOfPosts(db: Reader, posts: readonly Post[]): Promise<Map<string, PostNames>> {
  if (posts.length === 0) return new Map()
  const rows = await db
    .selectFrom('post')
    .innerJoin('entry', 'entry.id', 'post.entry_id')
    .innerJoin('social_account as account', 'account.id', 'post.social_account_id')
    .select(['post.id', 'entry.title', 'account.network', 'account.handle', 'account.profile_url'])
    .select('account.state')
    .where(
      'post.id',
      'in',
      posts.map(({ id }) => id),
    )
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        entryTitle: row.title,
        account: {
          network: row.network,
          handle: row.handle,
          url: row.profile_url,
          isConnected: row.state !== 'disconnected',
        },
      },
    ]),
  )
}

/** A post as lists of entries show it. */
interface EntryPost {
  network: NetworkName
  state: PostState
  isHeld: boolean
  /** The address of the post on the network; null until it has been posted. */
  url: string | null
}

/** The posts of entries by entry, oldest first, without cancelled ones. */
export async function postsOfEntries(
  db: Reader,
  entryIds: readonly string[],
): Promise<Map<string, EntryPost[]>> {
  if (entryIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('post')
    .innerJoin('social_account as account', 'account.id', 'post.social_account_id')
    .select(['post.entry_id', 'post.state', 'post.held', 'post.remote_url', 'account.network'])
    .where('post.entry_id', 'in', entryIds)
    .where('post.state', '<>', 'cancelled')
    .orderBy('post.created_at')
    .orderBy('post.id')
    .execute()
  const byEntry = Map.groupBy(rows, row => row.entry_id)
  return new Map(
    [...byEntry].map(([id, posts]) => [
      id,
      posts.map(({ network, state, held, remote_url }) => ({
        network,
        state,
        isHeld: held !== null,
        url: remote_url || null,
      })),
    ]),
  )
}

/**
 * A condition: the post needs a person, because it is held, failed, has an unknown outcome, or stays on the
 * network although its entry was withdrawn.
 */
const waitsForPerson = (where: ExpressionBuilder<Schema, 'post'>): Expression<SqlBool> =>
  where.or([
    where.and([where('post.state', '=', 'planned'), where('post.held', 'is not', null)]),
    where('post.state', 'in', ['failed', 'unknown']),
    where.and([where('post.state', '=', 'posted'), where('post.withdrawal', '=', 'refused')]),
  ])

/** What needs attention in an account. */
export interface SocialCounts {
  /** Social accounts that need reconnecting. */
  reconnect: number
  /** Posts that wait for a person. */
  waiting: number
}

export async function socialCounts(db: Reader, accountId: string): Promise<SocialCounts> {
  const { reconnect } = await db
    .selectFrom('social_account')
    .select(({ fn }) => fn.countAll<number>().as('reconnect'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'needs reconnecting')
    .executeTakeFirstOrThrow()
  const { waiting } = await db
    .selectFrom('post')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('account_id', '=', accountId)
    .where(waitsForPerson)
    .executeTakeFirstOrThrow()
  return { reconnect: Number(reconnect), waiting: Number(waiting) }
}

const WITHDRAWN = 'Its entry was withdrawn before it went out.'
const UNDONE = 'The publication of its entry was undone before it went out.'

/** The columns of a post that is cancelled because its entry is not published any more. */
export const cancelledBy = ({ clock }: Pick<ActionContext, 'clock'>) => ({
  state: 'cancelled' as const,
  held: null,
  settled_at: clock.now(),
  reason: sql<string>`(select case entry.state when 'withdrawn' then ${WITHDRAWN} else ${UNDONE} end
    from entry where entry.id = post.entry_id)`,
})

/** Whether the post was cancelled with its entry alone, so that it is planned again when the entry is published again. */
export const isCancelledWithEntry = ({ state, reason }: Pick<Post, 'state' | 'reason'>): boolean =>
  state === 'cancelled' && (reason === WITHDRAWN || reason === UNDONE)
