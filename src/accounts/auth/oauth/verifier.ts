import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import { hashOfToken, isTokenText } from '../token-format.ts'
import { createUseRecorder } from '../token-use.ts'
import type { TokenVerifier } from '../verifier.ts'

/**
 * Access tokens that OAuth gave for this resource. Each call looks the grant up and the membership behind it, so that whoever revoked
 * the client or left the account is not read for any more.
 */
export function oauthTokenVerifier(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  resource: string,
): TokenVerifier {
  const noteUse = createUseRecorder(log, (id, now) =>
    db.write(tx => tx.updateTable('oauth_grant').set({ last_used_at: now }).where('id', '=', id).execute()),
  )
  return async text => {
    if (!isTokenText(text, 'tia')) return null
    const now = clock.now()
    const row = await db.read
      .selectFrom('oauth_token')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
      .innerJoin('membership', member =>
        member
          .onRef('membership.account_id', '=', 'oauth_grant.account_id')
          .onRef('membership.person_id', '=', 'oauth_grant.person_id'),
      )
      .select(['oauth_grant.id', 'oauth_grant.account_id', 'oauth_grant.scope', 'oauth_grant.last_used_at'])
      .select('oauth_token.expires_at')
      .where('oauth_token.hash', '=', hashOfToken(text))
      .where('oauth_token.kind', '=', 'access')
      .where('oauth_token.expires_at', '>', now)
      .where('oauth_grant.resource', '=', resource)
      .executeTakeFirst()
    if (!row) return null
    noteUse({ id: row.id, lastUsedAt: row.last_used_at }, now)
    return { id: row.id, accountId: row.account_id, scope: row.scope, expiresAt: row.expires_at }
  }
}
