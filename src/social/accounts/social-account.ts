import type { Selectable } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import { rowById } from '#platform/db/rows.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import { unknownId } from '#platform/errors.ts'
import type { Limits, PostVisibility, Profile } from '#social/network.ts'
import type { NetworkName } from '#social/settings.ts'

/** `needs reconnecting`: the network refused its credentials. `disconnected`: a person disconnected it, and only its posts are kept. */
export type SocialAccountState = 'active' | 'needs reconnecting' | 'disconnected'

/** Which entries are posted without a person's request: from all of them to none. */
export const POST_RULES = ['everything', 'minor', 'by hand'] as const
type PostRule = (typeof POST_RULES)[number]

/** An account on a social network that posts go to. */
export interface SocialAccount {
  id: string
  accountId: string
  /** Null if it posts the entries that are in no set. */
  setId: string | null
  network: NetworkName
  instance: string
  profile: Profile
  limits: Limits
  state: SocialAccountState
  stateReason: string | null
  settings: SocialAccountSettings
  /** When its credentials expire; null for never or unknown. */
  expiresAt: Instant | null
  /** No request is sent before this time. */
  blockedUntil: Instant
  verifiedAt: Instant
  connectedAt: Instant
}

export interface SocialAccountSettings {
  rule: PostRule
  /** BCP 47 tag; null for the language of the entry or account. */
  language: string | null
  visibility: PostVisibility
  /** Words without the leading #; empty for none. */
  hashtags: readonly string[]
  /** The most that posts may cost in a month, in micro-dollars, on networks that charge; null for the default of 10 dollars. */
  budget: number | null
}

type Row = Selectable<Schema['social_account']>

export const socialAccountFrom = (row: Row): SocialAccount => ({
  id: row.id,
  accountId: row.account_id,
  setId: row.set_id,
  network: row.network,
  instance: row.instance,
  profile: {
    id: row.remote_id,
    handle: row.handle,
    name: row.name,
    avatarUrl: row.avatar_url,
    url: row.profile_url,
  },
  limits: JSON.parse(row.limits),
  state: row.state,
  stateReason: row.state_reason,
  settings: {
    rule: ruleFrom(row.rules),
    language: row.language,
    visibility: row.visibility,
    hashtags: JSON.parse(row.hashtags),
    budget: row.budget,
  },
  expiresAt: row.expires_at,
  blockedUntil: row.blocked_until,
  verifiedAt: row.verified_at,
  connectedAt: row.connected_at,
})

/** The stored rule. Earlier versions stored one for each kind, of which the strictest holds, so that nothing is posted against one of them. */
const ruleFrom = (stored: string): PostRule =>
  POST_RULES.findLast(rule => stored.includes(rule)) ?? 'everything'

/** The columns with what the network may change between two visits. */
export const profileColumns = ({ handle, name, avatarUrl, url }: Profile, limits: Limits) => ({
  handle,
  name,
  avatar_url: avatarUrl,
  profile_url: url,
  limits: JSON.stringify(limits),
})

/**
 * Throws `not_found` unless the social account exists. Requests of people pass the account that it must
 * belong to; the operator's commands need not.
 */
export async function socialAccountById(db: Reader, id: string, accountId?: string): Promise<SocialAccount> {
  const row = await rowById(db, 'social_account', id, accountId)
  if (row) return socialAccountFrom(row)
  throw unknownId('social account', id, 'social list')
}

/** The social accounts of an account that are connected, in the order in which they were connected. */
export async function listSocialAccounts(db: Reader, accountId: string): Promise<SocialAccount[]> {
  const rows = await db
    .selectFrom('social_account')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'disconnected')
    .orderBy('connected_at')
    .orderBy('id')
    .execute()
  return rows.map(socialAccountFrom)
}

/** The name to give to the network when the account is reconnected. Null for a member of LinkedIn, who has no handle. */
export const handleOf = ({ profile: { handle, name } }: Pick<SocialAccount, 'profile'>): string | null =>
  handle === name && !handle.startsWith('@') ? null : handle
