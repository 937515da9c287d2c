import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Selectable, sql } from 'kysely'
import { nameFrom } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Instant } from '#platform/clock.ts'
import { PREPARED } from '#platform/db/database.ts'
import { rowById } from '#platform/db/rows.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { hashOfSecret } from '#platform/secrets.ts'

export const AUDIENCES = ['api', 'mcp'] as const
/** The interface that a token is valid for: the HTTP API or the MCP server, never both. */
export type Audience = (typeof AUDIENCES)[number]

/** The scope of tokens. */
export const READ_HIGHLIGHTS = 'highlights:read'

/** A token without its secret. */
export interface Token {
  id: string
  accountId: string
  name: string
  audience: Audience
  /** Scopes, separated by spaces (RFC 6749 §3.3). */
  scope: string
  /** First characters of the secret. */
  prefix: string
  createdAt: Instant
  /** Null: never. */
  expiresAt: Instant | null
  /** With a resolution of one minute; null when never used. */
  lastUsedAt: Instant | null
  revokedAt: Instant | null
}

export interface NewToken {
  name: string
  audience: Audience
  expiresAt: Instant | null
  scope?: string
}

/** Creates a token and gives its secret text, which is not stored. Throws `invalid_parameter` for a bad name or expiry. */
export async function createToken(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  { name, audience, expiresAt, scope = READ_HIGHLIGHTS }: NewToken,
): Promise<{ token: Token; text: string }> {
  const now = context.clock.now()
  if (expiresAt !== null && expiresAt <= now)
    throw new AppError('invalid_parameter', 'A token expires in the future or never.')
  const text = newTokenText()
  const row: TokenRow = {
    id: context.ids.next(),
    account_id: accountId,
    name: nameFrom(name),
    audience,
    scope,
    hash: hashOfSecret(text),
    prefix: text.slice(0, SHOWN_LENGTH),
    created_at: now,
    expires_at: expiresAt,
    last_used_at: null,
    revoked_at: null,
  }
  await tx.insertInto('token').values(row).execute()
  const token = tokenFrom(row)
  await recordActivity(tx, context, 'token created', {
    accountId,
    subject: token.id,
    after: { name: token.name, audience, expires_at: expiresAt },
  })
  return { token, text }
}

/** All tokens of the account, including revoked ones, newest first. */
export async function listTokens(db: Reader, accountId: string): Promise<Token[]> {
  const rows = await db
    .selectFrom('token')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(tokenFrom)
}

/** Revokes a token of the account with immediate effect; a revoked one stays unchanged. Throws `not_found` for an unknown id. */
export async function revokeToken(
  tx: Tx,
  context: ActionContext,
  id: string,
  accountId: string,
): Promise<Token> {
  const row = await rowById(tx, 'token', id, accountId)
  // The message does not repeat the id: it may be a token, pasted by mistake.
  if (!row) throw new AppError('not_found', 'No token has this id; "tidings token list" shows them.')
  const token = tokenFrom(row)
  if (token.revokedAt !== null) return token
  const revokedAt = context.clock.now()
  await tx.updateTable('token').set({ revoked_at: revokedAt }).where('id', '=', id).execute()
  await recordActivity(tx, context, 'token revoked', {
    accountId,
    subject: id,
    before: { name: token.name, audience: token.audience },
  })
  return { ...token, revokedAt }
}

/** The valid token with this text and audience; null otherwise, whatever the reason. */
export async function validToken(
  db: Reader,
  now: Instant,
  text: string,
  audience: Audience,
): Promise<Token | null> {
  if (!isTokenText(text)) return null
  const { rows } = await sql<TokenRow>`${BY_HASH} ${hashOfSecret(text)}`.execute(db)
  return validFrom(rows[0], now, audience)
}

function validFrom(row: TokenRow | undefined, now: Instant, audience: Audience): Token | null {
  if (!row || row.audience !== audience || row.revoked_at !== null) return null
  return row.expires_at === null || row.expires_at > now ? tokenFrom(row) : null
}

/** Like `validToken`, for several texts. */
export async function validTokens(
  db: Reader,
  now: Instant,
  texts: readonly string[],
  audience: Audience,
): Promise<(Token | null)[]> {
  const [text] = texts
  if (text !== undefined && texts.length === 1) return [await validToken(db, now, text, audience)]
  const hashes = texts.map(text => (isTokenText(text) ? hashOfSecret(text) : ''))
  const rows = await db.selectFrom('token').selectAll().where('hash', 'in', hashes).execute()
  const byHash = new Map(rows.map(row => [row.hash, row]))
  return hashes.map(hash => validFrom(byHash.get(hash), now, audience))
}

const BY_HASH =
  sql.raw(`${PREPARED}select id, account_id, name, audience, scope, hash, prefix, created_at, expires_at,
  last_used_at, revoked_at from token where hash =`)

type TokenState = 'active' | 'expired' | 'revoked'

export function stateOf({ revokedAt, expiresAt }: Token, now: Instant): TokenState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}

export const permits = ({ scope }: Pick<Token, 'scope'>, wanted: string): boolean =>
  scope.split(' ').includes(wanted)

type TokenRow = Selectable<Schema['token']>

const tokenFrom = (row: TokenRow): Token => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  audience: row.audience,
  scope: row.scope,
  prefix: row.prefix,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 30
const CHECKSUM_LENGTH = 6
const SHAPE = /^[a-z]{3}_[0-9A-Za-z]{36}$/
/** The length of the first characters, which lists show. */
const SHOWN_LENGTH = 'tid_'.length + 6

/** Token prefixes: `tid` for API tokens, `tia` for OAuth access tokens, `tir` for OAuth refresh tokens. */
type TokenPrefix = 'tid' | 'tia' | 'tir'

/**
 * Creates a token: the prefix, 30 random characters (178 bits) and their CRC-32 in base 62. With the checksum, secret scanners can
 * recognize leaked tokens, and mistyped ones are refused without a database query.
 */
export function newTokenText(prefix: TokenPrefix = 'tid'): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET.charAt(randomInt(62))).join('')
  return `${prefix}_${secret}${checksumOf(secret)}`
}

/** True for text in the format of `newTokenText`. It says nothing about existing tokens. */
export function isTokenText(text: string, prefix: TokenPrefix = 'tid'): boolean {
  if (!SHAPE.test(text) || !text.startsWith(`${prefix}_`)) return false
  const secret = text.slice('tid_'.length, -CHECKSUM_LENGTH)
  return text.endsWith(checksumOf(secret))
}

function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let digits = ''
  for (let n = 0; n < CHECKSUM_LENGTH; n++) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
