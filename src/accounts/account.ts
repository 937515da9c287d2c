import type { Selectable } from 'kysely'
import { type Clock, type Instant, isoOrNull } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError, unknownId } from '#platform/errors.ts'
import { type Ids, isUuid } from '#platform/ids.ts'
import { clip, safeLine } from '#platform/text.ts'
import { type ActionContext, recordActivity } from './activity.ts'
import { openFeed, touchFeeds } from './feed-revision.ts'

const NAME_LIMIT = 100

/** A team, with exactly one changelog. */
export interface Account {
  /** Internal key; never in a URL. */
  id: string
  /** The random `account_id` of URLs and the command line. A rotation replaces it. */
  publicId: string
  name: string
  /** Origins whose pages may read the feeds; null for any. */
  allowedOrigins: string[] | null
  /** Whether its feeds leave out the addresses of pull requests in private repositories. */
  hidesPrivatePulls: boolean
  /** BCP 47. */
  language: string
  /** IANA name. The times of its schedule are local times in this zone. */
  timeZone: string
  /** Drafts that were merged from then on go into editions; null while entries are published one by one. */
  editionsSince: Instant | null
  /** Whether breaking and security changes are published without waiting for the edition. */
  urgentAtOnce: boolean
  /** Whether feeds list the entries of an edition by themselves instead of the edition. */
  feedsListItems: boolean
  /** Whether members see the account only after signing in with the company's provider. */
  requiresSignOn: boolean
  /** When it is deleted: 0 once that has begun, null for never. */
  deletesAt: Instant | null
  createdAt: Instant
}

/** Creates an account and its empty feed. Throws `invalid_parameter` for a name that is empty or too long. */
export async function createAccount(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  given: { name: string },
): Promise<Account> {
  const id = ids.next()
  await tx
    .insertInto('account')
    .values({
      id,
      public_id: ids.next(),
      name: nameFrom(given.name),
      allowed_origins: null,
      language: 'en',
      time_zone: 'UTC',
      created_at: clock.now(),
    })
    .execute()
  await openFeed(tx, clock, ids, id, null)
  return accountById(tx, id)
}

/** Cleans the name of an account, set or token. Throws `invalid_parameter` when it is empty or too long. */
export function nameFrom(given: string): string {
  const name = safeLine(given)
  if (name !== '' && name.length <= NAME_LIMIT) return name
  throw new AppError('invalid_parameter', `A name has 1 to ${NAME_LIMIT} characters; got ${name.length}.`)
}

/** The account with this current `account_id`. Throws `not_found`. */
export async function accountByPublicId(db: Reader, publicId: string): Promise<Account> {
  const row = isUuid(publicId)
    ? await db.selectFrom('account').selectAll().where('public_id', '=', publicId).executeTakeFirst()
    : undefined
  if (!row) throw unknownId('account', publicId)
  return accountFrom(row)
}

/** The account with this internal key, which must exist. */
export async function accountById(db: Reader, id: string): Promise<Account> {
  return accountFrom(
    await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

declare const isLocked: unique symbol

/** A transaction that holds the lock of an account: what it reads of the members and the queue stays true until it ends. */
export type LockedTx = Tx & { readonly [isLocked]: true }

/** Locks the account's row until the transaction ends, so that changes to its members, settings or queue happen one after the other. */
export async function lockAccount(tx: Tx, id: string): Promise<LockedTx> {
  await tx
    .updateTable('account')
    .set(build => ({ name: build.ref('name') }))
    .where('id', '=', id)
    .execute()
  return tx as LockedTx
}

/** All accounts, oldest first. */
export async function listAccounts(db: Reader): Promise<Account[]> {
  const rows = await db.selectFrom('account').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(accountFrom)
}

/** Renames the account, which all its feeds show. */
export async function renameAccount(
  tx: Tx,
  context: ActionContext,
  account: Account,
  given: string,
): Promise<Account> {
  const name = nameFrom(given)
  if (name === account.name) return account
  await tx.updateTable('account').set({ name }).where('id', '=', account.id).execute()
  await touchFeeds(tx, context.clock, account.id, 'all')
  await recordActivity(tx, context, 'account renamed', {
    accountId: account.id,
    before: { name: account.name },
    after: { name },
  })
  return { ...account, name }
}

/** Replaces the `account_id`. Old URLs stop working; ids of feeds and entries stay. Throws `conflict` for a concurrent rotation. */
export async function rotateAddress(tx: Tx, context: ActionContext, account: Account): Promise<Account> {
  const rotated = { ...account, publicId: context.ids.next() }
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ public_id: rotated.publicId })
    .where('id', '=', account.id)
    .where('public_id', '=', account.publicId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new AppError('conflict', 'The address was rotated by somebody else just now.')
  await touchFeeds(tx, context.clock, account.id, 'all')
  await recordActivity(tx, context, 'address rotated', { accountId: account.id })
  return rotated
}

/** Sets the origins whose pages may read the feeds; null for any. Throws `invalid_parameter` for text that is not an origin. */
export async function setAllowedOrigins(
  tx: Tx,
  context: ActionContext,
  account: Account,
  origins: string[] | null,
): Promise<Account> {
  const allowedOrigins = origins && [...new Set(origins.map(originFrom))]
  await tx
    .updateTable('account')
    .set({ allowed_origins: allowedOrigins && JSON.stringify(allowedOrigins) })
    .where('id', '=', account.id)
    .execute()
  await touchFeeds(tx, context.clock, account.id, 'all')
  await recordActivity(tx, context, 'origins changed', {
    accountId: account.id,
    before: account.allowedOrigins,
    after: allowedOrigins,
  })
  return { ...account, allowedOrigins }
}

/** Sets whether feeds leave out the addresses of pull requests in private repositories. */
export async function setHidesPrivatePulls(
  tx: Tx,
  context: ActionContext,
  account: Account,
  hidesPrivatePulls: boolean,
): Promise<Account> {
  if (hidesPrivatePulls === account.hidesPrivatePulls) return account
  await tx
    .updateTable('account')
    .set({ hides_private_pulls: Number(hidesPrivatePulls) })
    .where('id', '=', account.id)
    .execute()
  await touchFeeds(tx, context.clock, account.id, 'all')
  await recordActivity(tx, context, 'feeds changed', {
    accountId: account.id,
    before: { hidesPrivatePulls: account.hidesPrivatePulls },
    after: { hidesPrivatePulls },
  })
  return { ...account, hidesPrivatePulls }
}

/** Settings that an owner can change. The caller validates them. */
type AccountSettings = Partial<
  Pick<Account, 'timeZone' | 'language' | 'editionsSince' | 'urgentAtOnce' | 'feedsListItems'>
>

/** Stores settings and records the change. The language, how editions are listed, and the time zone of the page change all feeds. */
export async function changeSettings(
  tx: Tx,
  context: ActionContext,
  account: Account,
  settings: AccountSettings,
): Promise<Account> {
  const after = { ...account, ...settings }
  const { timeZone, language, feedsListItems } = after
  await tx
    .updateTable('account')
    .set({
      time_zone: timeZone,
      language,
      editions_since: after.editionsSince,
      urgent_at_once: Number(after.urgentAtOnce),
      feeds_list_items: Number(feedsListItems),
    })
    .where('id', '=', account.id)
    .execute()
  const isShown =
    timeZone !== account.timeZone ||
    language !== account.language ||
    feedsListItems !== account.feedsListItems
  if (isShown) await touchFeeds(tx, context.clock, account.id, 'all')
  await recordActivity(tx, context, 'settings changed', {
    accountId: account.id,
    before: settingsOf(account),
    after: settingsOf(after),
  })
  return after
}

const settingsOf = ({ timeZone, language, ...account }: Account) => ({
  timeZone,
  language,
  editionsSince: isoOrNull(account.editionsSince),
  urgentAtOnce: account.urgentAtOnce,
  feedsListItems: account.feedsListItems,
})

/** Host name or IP address in an origin, without wildcards. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:]+\])$/

/** RFC 6454 §6.2: scheme, host and port as browsers send them in `Origin`; other text would never match. */
function originFrom(text: string): string {
  const url = URL.parse(text)
  const isOrigin =
    url !== null && ['http:', 'https:'].includes(url.protocol) && HOST.test(url.hostname) && url.port !== '0'
  if (isOrigin && url.origin === text.toLowerCase()) return url.origin
  const meant = isOrigin ? ` Did you mean ${url.origin}?` : ''
  throw new AppError(
    'invalid_parameter',
    `An origin looks like https://www.example.com, without a path, a slash at its end or a wildcard; got ${clip(safeLine(text), 200)}.${meant}`,
  )
}

const accountFrom = (row: Selectable<Schema['account']>): Account => ({
  id: row.id,
  publicId: row.public_id,
  name: row.name,
  allowedOrigins: row.allowed_origins === null ? null : JSON.parse(row.allowed_origins),
  hidesPrivatePulls: row.hides_private_pulls === 1,
  language: row.language,
  timeZone: row.time_zone,
  editionsSince: row.editions_since,
  urgentAtOnce: row.urgent_at_once === 1,
  feedsListItems: row.feeds_list_items === 1,
  requiresSignOn: row.requires_sign_on === 1,
  deletesAt: row.deletes_at,
  createdAt: row.created_at,
})
