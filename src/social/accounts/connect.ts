import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { requireSet } from '#accounts/sets.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { RetryLater } from '#platform/jobs/job.ts'
import type { Secrets } from '#platform/secrets.ts'
import { loadNetwork, type SocialContext } from '#social/context.ts'
import { type Connection, type ConnectRequest, NetworkFailure, type NetworkName } from '#social/network.ts'
import { credentialColumns } from './credentials.ts'
import { releaseHeldPosts } from './held-posts.ts'
import { type SocialAccount, socialAccountById } from './social-account.ts'

/** Which account is connected, and where to. */
export interface ConnectTarget {
  accountId: string
  network: NetworkName
  /** Null: to no set. Left out: a reconnected account stays where it is. */
  setId?: string | null
  /** Only this social account may come of it. */
  expected?: SocialAccount
}

/** Connects an account with a secret of its network. Throws `invalid_parameter` when the network refuses it. */
export async function connectWithSecret(
  context: SocialContext,
  target: ConnectTarget,
  request: ConnectRequest,
): Promise<SocialAccount> {
  const network = await loadNetwork(context, target.network)
  if (target.setId) await requireSet(context.db.read, target.accountId, target.setId)
  const secrets = await context.secrets()
  const connection = await network.connect(context.network, request).catch(error => refused(error))
  return context.db.write(tx => storeConnection(tx, context, secrets, target, connection))
}

/** A person waits for the answer, so what the network says is told to them, after a sentence that says what failed. */
export function refused(error: unknown, sentence = 'The account could not be connected.'): never {
  if (error instanceof RetryLater) throw new AppError('unavailable', `${sentence} ${error.message}`)
  if (!(error instanceof NetworkFailure)) throw error
  const code =
    error.reason === 'rate limited' || error.reason === 'unreachable' ? 'unavailable' : 'invalid_parameter'
  throw new AppError(code, `${sentence} ${error.message}`, { cause: error })
}

export const notVerified = (error: unknown): never => refused(error, 'The account could not be verified.')

/**
 * Stores a connection. A profile that the account has already is connected anew, and its held posts are released. Throws `conflict`
 * when another profile was expected.
 */
export async function storeConnection(
  tx: Tx,
  context: ActionContext,
  secrets: Secrets,
  { accountId, network, setId, expected }: ConnectTarget,
  { instance, profile, limits, credentials }: Connection,
): Promise<SocialAccount> {
  if (setId) await requireSet(tx, accountId, setId)
  await lockAccount(tx, accountId)
  const known = await tx
    .selectFrom('social_account')
    .select(['id', 'state', 'set_id'])
    .where('account_id', '=', accountId)
    .where('network', '=', network)
    .where('instance', '=', instance)
    .where('remote_id', '=', profile.id)
    .executeTakeFirst()
  if (expected && known?.id !== expected.id)
    throw new AppError(
      'conflict',
      `This is ${profile.handle}, but ${expected.profile.handle} is to be reconnected.`,
    )
  const id = known?.id ?? context.ids.next()
  const now = context.clock.now()
  const changed = {
    ...{
      handle: profile.handle,
      name: profile.name,
      avatar_url: profile.avatarUrl,
      profile_url: profile.url,
    },
    ...credentialColumns(secrets, { id, accountId }, credentials),
    limits: JSON.stringify(limits),
    set_id: setId === undefined ? (known?.set_id ?? null) : setId,
    ...{ state: 'active', state_reason: null, told_at: null, verified_at: now },
    ...{ refresh_token: null, refresh_until: null },
  }
  const fixed = { id, account_id: accountId, network, instance, remote_id: profile.id }
  if (known) await tx.updateTable('social_account').set(changed).where('id', '=', id).execute()
  else
    await tx
      .insertInto('social_account')
      .values({ ...fixed, ...changed, ...DEFAULTS, connected_at: now })
      .execute()
  await recordActivity(tx, context.clock, context.ids, {
    ...{ accountId, actor: context.actor, subject: id },
    action:
      known && known.state !== 'disconnected' ? 'social account reconnected' : 'social account connected',
    after: { network, instance, handle: profile.handle, set: changed.set_id },
  })
  if (known) await releaseHeldPosts(tx, context, id)
  return socialAccountById(tx, id)
}

const DEFAULTS = {
  rules: '{}',
  language: null,
  visibility: 'public',
  hashtags: '[]',
  blocked_until: 0,
  budget: null,
}
