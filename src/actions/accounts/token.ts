import { z } from 'zod'
import { AUDIENCES, createToken, revokeToken, stateOf, type Token } from '#auth/tokens.ts'
import { DAY_MS, type Instant, isoOf, isoOrNull } from '#platform/clock.ts'
import { action, idOf } from '../action.ts'

/** A token as commands print it with `--json`. */
export const tokenForm = (token: Token, now: Instant) => ({
  token_id: token.id,
  name: token.name,
  prefix: token.prefix,
  for: token.audience,
  state: stateOf(token, now),
  created_at: isoOf(token.createdAt),
  last_used_at: isoOrNull(token.lastUsedAt),
  expires_at: isoOrNull(token.expiresAt),
  revoked_at: isoOrNull(token.revokedAt),
})

/** Actions on the tokens of programs. */
export const token = {
  create: action({
    summary: 'Create a token for the HTTP API or the MCP server. It is printed only once.',
    role: 'owner',
    input: z.object({
      name: z.string().max(200).meta({ placeholder: 'NAME' }),
      for: z.enum(AUDIENCES).default('api'),
      /** Left out if the token does not expire. */
      expiresInDays: z.int().min(1).max(3_650).optional(),
    }),
    run(acting, { name, for: audience, expiresInDays: days }) {
      const expiresAt = days === undefined ? null : acting.clock.now() + days * DAY_MS
      return acting.db.write(tx => createToken(tx, acting, acting.accountId, { name, audience, expiresAt }))
    },
    print: ({ token, text }) => ({ json: { token_id: token.id, token: text }, text: `${text}\n` }),
  }),
  revoke: action({
    summary: 'Revoke a token. Requests with it are refused from then on.',
    role: 'owner',
    input: z.object({ id: idOf('token').meta({ placeholder: 'TOKEN_ID' }) }),
    args: ['id'],
    run: (acting, { id }) => acting.db.write(tx => revokeToken(tx, acting, id, acting.accountId)),
    print: (token, { clock }) => ({
      json: tokenForm(token, clock.now()),
      text: `The token ${token.name} (${token.prefix}…) is revoked.\n`,
    }),
  }),
}
