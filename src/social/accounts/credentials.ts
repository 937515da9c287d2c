import type { Instant } from '#platform/clock.ts'
import { timeOf } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { sealedColumn } from '#platform/db/sealed-columns.ts'
import { RetryLater } from '#platform/jobs/job.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { SocialContext } from '#social/context.ts'
import { type Connection, type Credentials, NetworkFailure } from '#social/network.ts'
import { type SocialAccount, socialAccountFrom } from './social-account.ts'

/** Credentials that expire within this time are refreshed first. */
const MARGIN_MS = 120_000
/** How long a lock on credentials lasts: longer than any request for new ones takes. */
const LOCK_MS = 180_000
const RETRY_MS = 3_000

const sealContext = ({ id, accountId }: Pick<SocialAccount, 'id' | 'accountId'>): string =>
  `social account ${accountId} ${id} credentials`

export const sealedCredentials = sealedColumn('social_account', 'credentials', ['id', 'account_id'], row =>
  sealContext({ id: row.id, accountId: row.account_id }),
)

/** The columns that hold credentials, sealed. */
export const credentialColumns = (
  secrets: Secrets,
  account: Pick<SocialAccount, 'id' | 'accountId'>,
  { expiresAt, tokens }: Credentials,
): { credentials: string; expires_at: Instant | null } => ({
  credentials: secrets.seal(JSON.stringify(tokens), sealContext(account)),
  expires_at: expiresAt,
})

/** A connection as it is stored. */
export interface StoredConnection extends Connection {
  account: SocialAccount
  /** The stored form of the credentials. It differs each time that they are replaced. */
  sealed: string
}

/** The account with its decrypted credentials. Throws `unauthorized` if it has none. */
export async function storedConnection(db: Reader, secrets: Secrets, id: string): Promise<StoredConnection> {
  const row = await db.selectFrom('social_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const account = socialAccountFrom(row)
  if (row.credentials === null) throw new NetworkFailure('unauthorized', 'The account is disconnected.')
  const tokens = JSON.parse(secrets.open(row.credentials, sealContext(account)))
  const { instance, profile, limits, expiresAt } = account
  const credentials = { expiresAt, tokens }
  return { account, instance, profile, limits, credentials, sealed: row.credentials }
}

/**
 * The connection with credentials that have not expired. Gets new ones also if the network refused these,
 * unless they have been replaced already. Throws `RetryLater` while another process refreshes them.
 */
export async function freshConnection(
  context: SocialContext,
  before: StoredConnection,
  isRefused = false,
): Promise<StoredConnection> {
  const { id, network } = before.account
  const needsRefresh = ({ credentials: { expiresAt }, sealed }: StoredConnection) =>
    (expiresAt !== null && expiresAt - context.clock.now() < MARGIN_MS) ||
    (isRefused && sealed === before.sealed)
  const { refresh } = await context.networks[network]()
  if (refresh === null || !needsRefresh(before)) return before
  return withRefreshLock(context, id, async lock => {
    const secrets = await context.secrets()
    const current = await storedConnection(context.db.read, secrets, id)
    if (!needsRefresh(current)) return current
    const credentials = await refresh(context.network, current)
    const sealed = await storeCredentials(context, secrets, current.account, credentials, lock)
    return { ...current, credentials, sealed }
  })
}

/** When an account's access ends for good; null if it can be refreshed or never ends. */
export async function finalEnd(context: SocialContext, id: string): Promise<Instant | null> {
  const { credentials } = await storedConnection(context.db.read, await context.secrets(), id)
  return credentials.tokens.refresh === undefined ? credentials.expiresAt : null
}

/** Makes sure that one process at a time refreshes an account's credentials, because some networks accept a refresh token only once. */
async function withRefreshLock<T>(
  { db, ids, clock }: SocialContext,
  id: string,
  work: (lock: string) => Promise<T>,
): Promise<T> {
  const lock = ids.next()
  const isOurs = await db.write(async tx => {
    const now = await timeOf(db, tx)
    const { numUpdatedRows } = await tx
      .updateTable('social_account')
      .set({ refresh_token: lock, refresh_until: now + LOCK_MS })
      .where('id', '=', id)
      .where(where =>
        where.or([
          where('refresh_until', 'is', null),
          where('refresh_until', '<=', now),
          // It was taken while the clock was ahead.
          where('refresh_until', '>', now + LOCK_MS),
        ]),
      )
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })
  if (!isOurs) throw new RetryLater(clock.now() + RETRY_MS, 'Another process refreshes the credentials.')
  try {
    return await work(lock)
  } finally {
    await db.write(tx =>
      tx
        .updateTable('social_account')
        .set({ refresh_token: null, refresh_until: null })
        .where('id', '=', id)
        .where('refresh_token', '=', lock)
        .execute(),
    )
  }
}

async function storeCredentials(
  { db }: SocialContext,
  secrets: Secrets,
  account: SocialAccount,
  credentials: Credentials,
  lock: string,
): Promise<string> {
  const columns = credentialColumns(secrets, account, credentials)
  await db.write(tx =>
    tx
      .updateTable('social_account')
      .set(columns)
      .where('id', '=', account.id)
      .where('refresh_token', '=', lock)
      .where('state', '<>', 'disconnected')
      .execute(),
  )
  return columns.credentials
}
