import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Role } from '#accounts/roles.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { isUuid, type WriteContext } from '#platform/ids.ts'
import { Tickets } from '#platform/tickets.ts'
import { type OAuthClient, recordClientGrant } from './clients.ts'

interface BoundCode {
  /** The family of everything that is derived from the code: its tokens, and the tokens that these are exchanged for. */
  family: string
  redirectUri: string
  /** RFC 7636 §4.2, by S256. */
  challenge: string
}

/** The subject is the grant. Used codes are kept, to detect their reuse. */
export const CODES = new Tickets<BoundCode>('oauth code', 30 * DAY_MS)

/** What a person consented to. */
interface Consent {
  client: OAuthClient
  personId: string
  accountId: string
  resource: string
  scope: string
  redirectUri: string
  challenge: string
}

/**
 * Stores the consent as a grant and gives the one-time code that the client exchanges for tokens. There is one grant for each person,
 * account and client; a second consent only creates another code. A foreign key ensures that the person is a member.
 */
export async function grantAccess(tx: Tx, { clock, ids }: WriteContext, consent: Consent): Promise<string> {
  await recordClientGrant(tx, clock, consent.client)
  const grantId = await grantOf(tx, { clock, ids }, consent)
  const { redirectUri, challenge } = consent
  const data = { family: ids.next(), redirectUri, challenge }
  return (await CODES.issue(tx, clock, { subject: grantId, data, lifetimeMs: MINUTE_MS })).secret
}

async function grantOf(tx: Tx, { clock, ids }: WriteContext, consent: Consent): Promise<string> {
  const { client, personId, accountId, resource, scope } = consent
  const id = ids.next()
  const row = await tx
    .insertInto('oauth_grant')
    .values({
      id,
      account_id: accountId,
      person_id: personId,
      client_id: client.id,
      resource,
      scope,
      created_at: clock.now(),
      last_used_at: null,
    })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'person_id', 'client_id', 'resource']).doUpdateSet({ scope }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (row.id === id) {
    await recordActivity(tx, { clock, ids, actor: personId }, 'client connected', {
      accountId,
      subject: id,
      after: { client: client.name, scope },
    })
  }
  return row.id
}

/** A client with access, for display. */
interface ConnectedClient {
  id: string
  name: string
  person: { id: string; name: string; email: string }
  createdAt: Instant
  /** With a resolution of one minute; null when never used. */
  lastUsedAt: Instant | null
}

/** The clients with access to an account, of one person or of all members, newest first. */
export async function connectedClients(
  db: Reader,
  accountId: string,
  whose: { personId: string | null },
): Promise<ConnectedClient[]> {
  const rows = await db
    .selectFrom('oauth_grant')
    .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
    .innerJoin('person', 'person.id', 'oauth_grant.person_id')
    .select(['oauth_grant.id', 'oauth_grant.created_at', 'oauth_grant.last_used_at'])
    .select(['oauth_client.name', 'person.id as person_id', 'person.name as person_name', 'person.email'])
    .where('oauth_grant.account_id', '=', accountId)
    .$if(whose.personId !== null, query => query.where('oauth_grant.person_id', '=', whose.personId ?? ''))
    .orderBy('oauth_grant.created_at', 'desc')
    .orderBy('oauth_grant.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    person: { id: row.person_id, name: row.person_name, email: row.email },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** Revokes a grant with immediate effect; one of another person takes an owner. Throws `not_found` for a grant of another account. */
export async function revokeGrant(
  tx: Tx,
  context: ActionContext & { requireRole(least: Role): void },
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  const row = isUuid(id)
    ? await tx
        .selectFrom('oauth_grant')
        .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
        .select(['oauth_client.name', 'oauth_grant.person_id'])
        .where('oauth_grant.id', '=', id)
        .where('oauth_grant.account_id', '=', accountId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('not_found', 'No such client in this account.')
  if (row.person_id !== context.actor) context.requireRole('owner')
  await tx.deleteFrom('oauth_grant').where('id', '=', id).execute()
  await recordActivity(tx, context, 'client disconnected', {
    accountId,
    subject: id,
    before: { client: row.name, person: row.person_id },
  })
}

/** Revokes all grants of a person in an account, for a lowered role. */
export async function revokeGrantsOf(tx: Tx, accountId: string, personId: string): Promise<void> {
  await tx
    .deleteFrom('oauth_grant')
    .where('account_id', '=', accountId)
    .where('person_id', '=', personId)
    .execute()
}
