import type { Selectable } from 'kysely'
import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { requireSet } from '#accounts/sets.ts'
import type { Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { RetryLater } from '#platform/jobs/job.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { SocialContext } from '#social/context.ts'
import { type Connection, type ConnectRequest, NetworkFailure } from '#social/network.ts'
import type { NetworkName } from '#social/settings.ts'
import { credentialColumns } from './credentials.ts'
import { releaseHeldPosts } from './held-posts.ts'
import { profileColumns, type SocialAccount, socialAccountById } from './social-account.ts'

/** The account and network that a social account is connected to. */
interface ConnectTarget {
  accountId: string
  network: NetworkName
  /** The set to file it under; null for none. Left out: a reconnected account stays in its set. */
  setId?: string | null
  /** The only social account that may be connected, if one is reconnected. */
  expected?: SocialAccount
}

/** Connects an account with a secret of its network. Throws `invalid_parameter` when the network refuses it. */
export async function connectWithSecret(
  context: SocialContext,
  target: ConnectTarget,
  request: ConnectRequest,
): Promise<SocialAccount> {
  const network = await context.networks[target.network]()
  if (target.setId) await requireSet(context.db.read, target.accountId, target.setId)
  const secrets = await context.secrets()
  const connection = await network.connect(context.network, request).catch(error => refused(error))
  return context.db.write(tx => storeConnection(tx, context, secrets, target, connection))
}

/** Throws the failure as an error for the person who waits: `sentence` says what failed, then follows what the network says. */
export function refused(error: unknown, sentence = 'The account could not be connected.'): never {
  if (error instanceof RetryLater) throw new AppError('unavailable', `${sentence} ${error.message}`)
  if (!(error instanceof NetworkFailure)) throw error
  const code =
    error.reason === 'rate limited' || error.reason === 'unreachable' ? 'unavailable' : 'invalid_parameter'
  throw new AppError(code, `${sentence} ${error.message}`, { cause: error })
}

export const notVerified = (error: unknown): never => refused(error, 'The account could not be verified.')

/**
 * Stores a connection. A profile that is already connected is updated, and its held posts are released. Throws `conflict` if another
 * profile was expected, or if the expected one is connected a second time at this server.
 */
export async function storeConnection(
  tx: Tx,
  context: ActionContext & Pick<SocialContext, 'networks'>,
  secrets: Secrets,
  { accountId, network, setId, expected }: ConnectTarget,
  { instance, profile, limits, credentials }: Connection,
): Promise<SocialAccount> {
  if (setId) await requireSet(tx, accountId, setId)
  await lockAccount(tx, accountId)
  const known = await knownAccount(tx, context, { accountId, network, expected }, { instance, profile })
  const id = known?.id ?? context.ids.next()
  const now = context.clock.now()
  const changed = {
    instance,
    ...profileColumns(profile, limits),
    ...credentialColumns(secrets, { id, accountId }, credentials),
    set_id: setId === undefined ? (known?.set_id ?? null) : setId,
    state: 'active' as const,
    state_reason: null,
    told_at: null,
    verified_at: now,
    refresh_token: null,
    refresh_until: null,
  }
  const fixed = { id, account_id: accountId, network, remote_id: profile.id }
  if (known) await tx.updateTable('social_account').set(changed).where('id', '=', id).execute()
  else
    await tx
      .insertInto('social_account')
      .values({ ...fixed, ...changed, ...DEFAULTS, connected_at: now })
      .execute()
  await recordActivity(
    tx,
    context,
    known && known.state !== 'disconnected' ? 'social account reconnected' : 'social account connected',
    { accountId, subject: id, after: { network, instance, handle: profile.handle, set: changed.set_id } },
  )
  if (known) await releaseHeldPosts(tx, context, id)
  return socialAccountById(tx, id)
}

type KnownAccount = Pick<Selectable<Schema['social_account']>, 'id' | 'state' | 'set_id' | 'instance'>

/** The social account that a connection belongs to; undefined for a new one. No other row of the profile is left at its server. */
async function knownAccount(
  tx: Tx,
  { networks }: Pick<SocialContext, 'networks'>,
  { accountId, network, expected }: ConnectTarget,
  { instance, profile }: Pick<Connection, 'instance' | 'profile'>,
): Promise<KnownAccount | undefined> {
  const { hasPortableIds } = await networks[network]()
  const rows = await tx
    .selectFrom('social_account')
    .select(['id', 'state', 'set_id', 'instance'])
    .where('account_id', '=', accountId)
    .where('network', '=', network)
    .where('remote_id', '=', profile.id)
    .$if(!hasPortableIds, query => query.where('instance', '=', instance))
    .orderBy('connected_at')
    .execute()
  const isConnected = ({ state }: KnownAccount) => state !== 'disconnected'
  const there = rows.find(row => row.instance === instance)
  const connected = there && isConnected(there) ? there : rows.find(isConnected)
  const known = expected ? rows.find(({ id }) => id === expected.id) : (connected ?? there ?? rows[0])
  if (expected && !known)
    throw new AppError(
      'conflict',
      `This is ${profile.handle}, but ${expected.profile.handle} is to be reconnected.`,
    )
  if (!known || !there || there.id === known.id) return known
  if (isConnected(there))
    throw new AppError(
      'conflict',
      `${profile.handle} is connected a second time, at ${instance}. Disconnect one of the two.`,
    )
  await swapInstances(tx, known, there)
  return known
}

/** Swaps the servers of two rows. A profile is stored once for each server, so they change one after the other. */
async function swapInstances(tx: Tx, one: KnownAccount, other: KnownAccount): Promise<void> {
  for (const [id, instance] of [
    [other.id, other.id],
    [one.id, other.instance],
    [other.id, one.instance],
  ] as const)
    await tx.updateTable('social_account').set({ instance }).where('id', '=', id).execute()
}

const DEFAULTS = {
  rules: '{}',
  language: null,
  visibility: 'public' as const,
  hashtags: '[]',
  blocked_until: 0,
  budget: null,
}
