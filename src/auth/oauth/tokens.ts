import { createHash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { isTokenText, newTokenText } from '#auth/tokens.ts'
import { createUseRecorder, type TokenVerifier } from '#auth/verifier.ts'
import { type Clock, DAY_MS, HOUR_MS, type Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Schema, Tx } from '#platform/db/schema.ts'
import type { Log } from '#platform/log.ts'
import { hashOfSecret, isSameSecret } from '#platform/secrets.ts'
import { OAuthError, ReuseError } from './error.ts'
import { CODES } from './grants.ts'

export const ACCESS_TOKEN_MS = HOUR_MS
const REFRESH_MS = 30 * DAY_MS

/** The tokens that a client gets for a code or a refresh token. */
interface GivenTokens {
  access: string
  refresh: string
  scope: string
}

/** The client that requests tokens. */
interface Asker {
  clientId: string
  /** The current resource. Grants for another one, from before the public address changed, give no tokens. */
  resource: string
}

/** What a client sends with a code. */
interface CodeExchange extends Asker {
  code: string
  verifier: string
  /** Null when left out; PKCE replaces it (OAuth 2.1 §10.2). */
  redirectUri: string | null
}

/**
 * An error is returned, not thrown: a refusal may revoke a token family, and a transaction that throws writes nothing.
 */
export type ExchangeResult = GivenTokens | OAuthError

const NO_GRANT = 'It is unknown, expired, used already or revoked.'
const refused = (sentence: string) => new OAuthError('invalid_grant', sentence)

/** Exchanges a code for tokens. A code that is used twice revokes the tokens of its first use (OAuth 2.1 §4.1.3). */
export async function exchangeCode(tx: Tx, clock: Clock, given: CodeExchange): Promise<ExchangeResult> {
  const now = clock.now()
  const ticket = await CODES.find(tx, given.code)
  const row = ticket?.subject ? await grantById(tx, ticket.subject) : undefined
  if (!ticket || !isOf(row, given)) return refused(NO_GRANT)
  const { family, redirectUri, challenge } = ticket.data
  const grant = { family, grant_id: row.id, scope: row.scope }
  if (ticket.usedAt !== null) return afterReuse(tx, now, grant)
  if ((ticket.expiresAt ?? 0) <= now) return refused(NO_GRANT)
  if (given.redirectUri !== null && given.redirectUri !== redirectUri)
    return refused('redirect_uri is not the one that the code was sent to.')
  if (!isSameSecret(challengeOf(given.verifier), challenge))
    return refused('code_verifier does not match the code.')
  return (await CODES.use(tx, clock, given.code)) ? issue(tx, now, grant) : afterReuse(tx, now, grant)
}

const grantById = (tx: Tx, id: string) =>
  tx
    .selectFrom('oauth_grant')
    .select(['id', 'scope', 'client_id', 'resource'])
    .where('id', '=', id)
    .executeTakeFirst()

const isOf = <T extends { client_id: string; resource: string }>(
  row: T | undefined,
  { clientId, resource }: Asker,
): row is T => row?.client_id === clientId && row.resource === resource

/** RFC 7636 §4.6. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Exchanges a refresh token, which can be used once, for new tokens. A second use revokes the whole family (OAuth 2.1 §4.3.1). */
export async function exchangeRefreshToken(
  tx: Tx,
  clock: Clock,
  given: Asker & { text: string },
): Promise<ExchangeResult> {
  if (!isTokenText(given.text, 'tir')) return refused(NO_GRANT)
  const now = clock.now()
  const hash = hashOfSecret(given.text)
  const row = await tx
    .selectFrom('oauth_token')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
    .select(['family', 'grant_id', 'scope', 'client_id', 'resource', 'expires_at', 'used_at'])
    .where('hash', '=', hash)
    .where('kind', '=', 'refresh')
    .executeTakeFirst()
  if (!isOf(row, given)) return refused(NO_GRANT)
  if (row.used_at !== null) return afterReuse(tx, now, row)
  if (row.expires_at <= now) return refused(NO_GRANT)
  const { numUpdatedRows } = await tx
    .updateTable('oauth_token')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? issue(tx, now, row) : afterReuse(tx, now, row)
}

interface Family {
  family: string
  grant_id: string
}

async function afterReuse(tx: Tx, now: Instant, family: Family): Promise<OAuthError> {
  await endFamily(tx, now, family)
  return new ReuseError()
}

/** Revokes all tokens that came from one code, and the grant when nothing is left of it. */
async function endFamily(tx: Tx, now: Instant, { family, grant_id }: Family): Promise<void> {
  await tx.deleteFrom('oauth_token').where('family', '=', family).execute()
  await deleteUnusedGrant(tx, now, grant_id)
}

async function issue(
  tx: Tx,
  now: Instant,
  { family, grant_id, scope }: Family & { scope: string },
): Promise<GivenTokens> {
  const access = newTokenText('tia')
  const refresh = newTokenText('tir')
  const common = { grant_id, family, used_at: null }
  await tx
    .insertInto('oauth_token')
    .values([
      { ...common, hash: hashOfSecret(access), kind: 'access', expires_at: now + ACCESS_TOKEN_MS },
      { ...common, hash: hashOfSecret(refresh), kind: 'refresh', expires_at: now + REFRESH_MS },
    ])
    .execute()
  return { access, refresh, scope }
}

/** Revokes the family of a token (RFC 7009 §2.1). Does nothing for an unknown token. */
export async function revokeOAuthToken(
  tx: Tx,
  clock: Clock,
  { clientId, text }: { clientId: string; text: string },
): Promise<void> {
  const row = await tx
    .selectFrom('oauth_token')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
    .select(['family', 'grant_id'])
    .where('hash', '=', hashOfSecret(text))
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (row) await endFamily(tx, clock.now(), row)
}

/**
 * Verifies OAuth access tokens for a resource. Each call checks the grant and the person's membership, so that a revoked client or a
 * removed member loses access immediately.
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
      .where('oauth_token.hash', '=', hashOfSecret(text))
      .where('oauth_token.kind', '=', 'access')
      .where('oauth_token.expires_at', '>', now)
      .where('oauth_grant.resource', '=', resource)
      .executeTakeFirst()
    if (!row) return null
    noteUse({ id: row.id, lastUsedAt: row.last_used_at }, now)
    return { id: row.id, accountId: row.account_id, scope: row.scope, expiresAt: row.expires_at }
  }
}

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

async function deleteUnusedGrant(tx: Tx, now: Instant, grantId: string): Promise<void> {
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
