import { type Clock, HOUR_MS, type Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { withdrawTickets } from '#platform/tickets.ts'

/** A session of a person. */
export interface Session {
  id: string
  beganAt: Instant
  /** With a resolution of one day. */
  lastSeenAt: Instant
  /** The `User-Agent` header at sign-in. */
  userAgent: string | null
  address: string | null
}

/** Active sessions of a person, most recently seen first. */
export async function listSessions(db: Reader, personId: string, now: Instant): Promise<Session[]> {
  return db
    .selectFrom('session')
    .select(['id', 'created_at as beganAt', 'updated_at as lastSeenAt', 'user_agent as userAgent'])
    .select('ip_address as address')
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Whether the session has neither ended nor expired. */
export async function isActiveSession(db: Reader, sessionId: string, now: Instant): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** When the session was started by a link sent by mail; null if it was started otherwise or has ended. */
export async function signInLinkUsedAt(db: Reader, sessionId: string): Promise<Instant | null> {
  const row = await db
    .selectFrom('session')
    .select('linked_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.linked_at ?? null
}

/** Throws `conflict` when the session began over an hour ago, for what a stolen one must not do. */
export async function requireRecentSession(db: Reader, clock: Clock, sessionId: string): Promise<void> {
  const row = await db
    .selectFrom('session')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (row && clock.now() - row.created_at < HOUR_MS) return
  throw new AppError('conflict', 'You signed in over an hour ago. Sign out and in again, then try once more.')
}

/** Ends a session. Throws `not_found` when it is not one of the person's. */
export async function endSession(tx: Tx, personId: string, sessionId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found', 'This session has already ended.')
}

/** Ends all sessions of a person, except `but`, and their sign-ins that wait for a second factor. */
export async function endSessions(tx: Tx, personId: string, but: string | null = null): Promise<void> {
  await withdrawTickets(tx, personId, 'second factor')
  const all = tx.deleteFrom('session').where('person_id', '=', personId)
  await (but === null ? all : all.where('id', '<>', but)).execute()
}

const BROWSERS: readonly [mark: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [mark: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const first = (marks: typeof BROWSERS, text: string) => marks.find(([mark]) => mark.test(text))?.[1]

/** Short name of a device from its user agent, such as "Firefox on Windows". Only for recognition: user agents can be forged. */
export function deviceName(userAgent: string | null): string {
  const text = userAgent ?? ''
  const [browser, system] = [first(BROWSERS, text) ?? 'A browser', first(SYSTEMS, text)]
  return system ? `${browser} on ${system}` : browser
}
