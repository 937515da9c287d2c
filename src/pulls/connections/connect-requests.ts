import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import type { AdministeredInstallation } from '#pulls/hosts/host-app.ts'

/** What a person is led through a code host's pages for. */
export type ConnectPurpose = 'register' | 'connect'

/** `taken`: the host sent the person back, and it is being asked about them; `proven`: what they administer is known. */
export type ConnectStep = 'open' | 'taken' | 'proven' | 'done'

/** How an app is to be registered. */
export interface AppRegistration {
  name: string
  /** The organisation that is to own it; null for the person. */
  organisation: string | null
}

/** A one-time link that leads a person through the pages of a code host and back. */
export interface ConnectRequest {
  id: string
  purpose: ConnectPurpose
  /** Whose repositories are to be connected; null where an app is registered. */
  accountId: string | null
  apiUrl: string
  registration: AppRegistration | null
  step: ConnectStep
  /** What the person proved to administer. */
  installations: AdministeredInstallation[]
  expiresAt: Instant
}

export interface NewConnectRequest {
  purpose: ConnectPurpose
  accountId: string | null
  apiUrl: string
  registration: AppRegistration | null
}

/** What each of the three that take part knows: the link alone leads to the others, and none of them back to it. */
const SECRET_NAMES = ['link', 'state', 'browser'] as const
type SecretName = (typeof SECRET_NAMES)[number]
export type ConnectSecrets = Record<SecretName, string>

const TOKEN_BYTES = 32
const LIFETIME_MS = 3_600_000

/** What follows from the token of a link. */
export function secretsOf(link: string): ConnectSecrets {
  const derived = (what: SecretName) => createHmac('sha256', link).update(what).digest('base64url')
  return { link, state: derived('state'), browser: derived('browser') }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Gives the token of the link, which is kept nowhere. It is good for an hour, once. */
export async function createConnectRequest(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  { purpose, accountId, apiUrl, registration }: NewConnectRequest,
): Promise<{ link: string; expiresAt: Instant }> {
  const { link, state, browser } = secretsOf(randomBytes(TOKEN_BYTES).toString('base64url'))
  const now = clock.now()
  const expiresAt = now + LIFETIME_MS
  // What was proven is nobody's business once its time is over.
  await tx.deleteFrom('handshake').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('handshake')
    .values({
      id: ids.next(),
      purpose,
      account_id: accountId,
      api_url: apiUrl,
      wish: JSON.stringify(registration),
      link_hash: hashOf(link),
      state_hash: hashOf(state),
      browser_hash: hashOf(browser),
      step: 'open',
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  return { link, expiresAt }
}

/** The handshake whose secrets these are; null when one of them is another's, or its time is over. */
export async function findConnectRequest(
  db: Reader,
  clock: Clock,
  purpose: ConnectPurpose,
  known: Partial<ConnectSecrets>,
): Promise<ConnectRequest | null> {
  const given = SECRET_NAMES.flatMap(what =>
    known[what] === undefined ? [] : [[what, known[what]] as const],
  )
  if (given.length === 0) return null
  let query = db
    .selectFrom('handshake')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock.now())
  for (const [what, secret] of given) query = query.where(`${what}_hash`, '=', hashOf(secret))
  const row = await query.executeTakeFirst()
  return row ? connectRequestFrom(row) : null
}

/** Of several who ask for the same move at once, one gets true. */
export async function advanceConnectRequest(
  tx: Tx,
  { id }: ConnectRequest,
  from: ConnectStep,
  to: ConnectStep,
  found: readonly AdministeredInstallation[] = [],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('handshake')
    .set({ step: to, found: JSON.stringify(found) })
    .where('id', '=', id)
    .where('step', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const connectRequestFrom = (row: Selectable<Schema['handshake']>): ConnectRequest => ({
  id: row.id,
  purpose: row.purpose as ConnectPurpose,
  accountId: row.account_id,
  apiUrl: row.api_url,
  registration: JSON.parse(row.wish),
  step: row.step as ConnectStep,
  installations: JSON.parse(row.found ?? '[]'),
  expiresAt: row.expires_at,
})
