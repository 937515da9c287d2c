import { createTokenUse } from '#access/token-use.ts'
import { type Audience, permits, type Token, tokenInForce } from '#access/tokens.ts'
import type { Database } from '#db/database.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from './refusal.ts'

/** The token of the text after `Bearer` (RFC 6750 §2.1). Null: none was sent, or credentials of another scheme. */
export function bearerOf(authorization: string | undefined): string | null {
  const [, scheme, text] = /^(\S+) +(\S.*)$/.exec(authorization?.trim() ?? '') ?? []
  return scheme?.toLowerCase() === 'bearer' && text ? text : null
}

/**
 * Lets through whoever has a token in force for this interface that permits this. Else `unauthorized` or `insufficient_scope`, with
 * a challenge (RFC 6750 §3) that has no error code when no token was sent. Which of its faults a token has is not told.
 */
export function createBearerGate(
  parts: { db: Database; clock: Clock; log: Log },
  wanted: { audience: Audience; scope: string },
): (authorization: string | undefined) => Promise<Token> {
  const noteUse = createTokenUse(parts)
  return async authorization => {
    const text = bearerOf(authorization)
    if (text === null) throw new Refusal('unauthorized', NO_TOKEN, challenge({}))
    const now = parts.clock.now()
    const token = await tokenInForce(parts.db.read, now, text, wanted.audience)
    if (token === null) {
      const headers = challenge({ error: 'invalid_token', error_description: BAD_TOKEN })
      throw new Refusal('unauthorized', BAD_TOKEN, headers)
    }
    noteUse(token, now)
    if (permits(token, wanted.scope)) return token
    const headers = challenge({ error: 'insufficient_scope', scope: wanted.scope })
    throw new Refusal('insufficient_scope', `The token does not permit ${wanted.scope}.`, headers)
  }
}

const NO_TOKEN = 'Send a token of the account: Authorization: Bearer tid_…'
const BAD_TOKEN = 'The token is unknown, expired, revoked or made for another interface.'

function challenge(parameters: Record<string, string>): Record<string, string> {
  const all = Object.entries({ realm: 'Tidings', ...parameters })
  return { 'WWW-Authenticate': `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}` }
}
