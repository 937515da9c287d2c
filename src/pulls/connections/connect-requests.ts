import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import type { AdministeredInstallation } from '#pulls/hosts/host-app.ts'

/** Whether the link registers an app or connects repositories through one. */
export type ConnectPurpose = 'register' | 'connect'

/** `taken`: the person came back and the host is being asked about them; `proven`: the installations they administer are known. */
export type ConnectStep = 'open' | 'taken' | 'proven' | 'done'

/** How an app is registered. */
export interface AppRegistration {
  name: string
  /** The organisation that owns the app; null for the person's own account. */
  organisation: string | null
  /** Whether it asks for the permission to comment on pull requests. */
  mayComment: boolean
}

/** A one-time link that takes a person through the pages of a code host and back. */
export interface ConnectRequest {
  id: string
  purpose: ConnectPurpose
  /** The account that gets the repositories; null when an app is registered. */
  accountId: string | null
  apiUrl: string
  registration: AppRegistration | null
  step: ConnectStep
  /** The installations that the person administers. */
  installations: AdministeredInstallation[]
  expiresAt: Instant
}

export interface NewConnectRequest {
  purpose: ConnectPurpose
  accountId: string | null
  apiUrl: string
  registration: AppRegistration | null
}

/**
 * One secret each for the link, the OAuth `state` and the browser cookie. The other two are derived from the link; neither reveals
 * it.
 */
const SECRET_NAMES = ['link', 'state', 'browser'] as const
type SecretName = (typeof SECRET_NAMES)[number]
export type ConnectSecrets = Record<SecretName, string>

const TOKEN_BYTES = 32
const LIFETIME_MS = 3_600_000

/** Derives the other secrets from the link's token. */
export function secretsOf(link: string): ConnectSecrets {
  const derived = (what: SecretName) => createHmac('sha256', link).update(what).digest('base64url')
  return { link, state: derived('state'), browser: derived('browser') }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Creates the request and returns the link's token, which is not stored. The link expires after an hour and works once. */
export async function createConnectRequest(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  { purpose, accountId, apiUrl, registration }: NewConnectRequest,
): Promise<{ link: string; expiresAt: Instant }> {
  const { link, state, browser } = secretsOf(randomBytes(TOKEN_BYTES).toString('base64url'))
  const now = clock.now()
  const expiresAt = now + LIFETIME_MS
  // Proven installations are not kept longer than the link is valid.
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

/** The request that matches all given secrets; null when one of them differs or the link has expired. */
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

/** Moves the request from one step to the next. Of several concurrent calls, exactly one returns true. */
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
  purpose: row.purpose,
  accountId: row.account_id,
  apiUrl: row.api_url,
  registration: JSON.parse(row.wish),
  step: row.step,
  installations: JSON.parse(row.found ?? '[]'),
  expiresAt: row.expires_at,
})
