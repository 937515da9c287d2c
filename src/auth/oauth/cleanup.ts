import type { ExpressionBuilder } from 'kysely'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { Schema, Tx } from '#platform/db/schema.ts'

/** How long a client without a grant is kept. */
const WAITING_MS = 30 * DAY_MS
/** How long a client is kept after its last grant: programs store their ids and come back with them. */
const KNOWN_MS = 365 * DAY_MS

/** True for a grant without tokens and without codes that can still be exchanged. */
const isEmpty = (now: Instant) => (grant: ExpressionBuilder<Schema, 'oauth_grant'>) => {
  const tokens = grant.selectFrom('oauth_token').select('oauth_token.hash')
  const codes = grant
    .selectFrom('ticket')
    .select('ticket.id')
    .where('ticket.purpose', '=', 'oauth code')
    .where('ticket.used_at', 'is', null)
    .where('ticket.expires_at', '>', now)
  return grant.and([
    grant.not(grant.exists(tokens.whereRef('oauth_token.grant_id', '=', 'oauth_grant.id'))),
    grant.not(grant.exists(codes.whereRef('ticket.subject', '=', 'oauth_grant.id'))),
  ])
}

export async function deleteUnusedGrant(tx: Tx, now: Instant, grantId: string): Promise<void> {
  await tx.deleteFrom('oauth_grant').where('id', '=', grantId).where(isEmpty(now)).execute()
}

/** Deletes expired tokens and grants, and unused clients. */
export async function pruneOAuth(tx: Tx, now: Instant): Promise<void> {
  await tx.deleteFrom('oauth_token').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('oauth_grant').where(isEmpty(now)).execute()
  await tx
    .deleteFrom('oauth_client')
    .where(client =>
      client.or([
        client.and([client('granted_at', 'is', null), client('created_at', '<', now - WAITING_MS)]),
        client('granted_at', '<', now - KNOWN_MS),
      ]),
    )
    .where(client => {
      const grants = client.selectFrom('oauth_grant').select('oauth_grant.id')
      return client.not(client.exists(grants.whereRef('oauth_grant.client_id', '=', 'oauth_client.id')))
    })
    .execute()
}
