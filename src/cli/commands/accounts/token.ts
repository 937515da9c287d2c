import { AUDIENCES, createToken, listTokens, revokeToken, stateOf, type Token } from '#auth/tokens.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, choice, count, required, text } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { DAY_MS, type Instant, isoOf } from '#platform/clock.ts'

const MAX_DAYS = 3_650

export const createCommand = command({
  usage: 'token create',
  summary: 'Create a token for the HTTP API or the MCP server. It is printed only once.',
  options: {
    account: ACCOUNT,
    name: required(text('NAME')),
    for: choice(AUDIENCES),
    'expires-in-days': count(MAX_DAYS),
  },
  run({ account: id, name, for: audience = 'api', 'expires-in-days': days }, _, context) {
    return withAccount(context, id, async (account, service) => {
      const expiresAt = days === undefined ? null : service.clock.now() + days * DAY_MS
      const { token, text } = await service.db.write(tx =>
        createToken(tx, operator(service), account.id, { name, audience, expiresAt }),
      )
      return { json: { token_id: token.id, token: text }, text: `${text}\n` }
    })
  },
})

export const listCommand = command({
  usage: 'token list',
  summary: "List an account's tokens with prefix, last use and expiry.",
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, { db, clock }) => {
      const tokens = await listTokens(db.read, account.id)
      return {
        json: { tokens: tokens.map(token => publicForm(token, clock.now())) },
        text: tokens.map(token => lineOf(token, clock.now())).join('') || 'The account has no tokens.\n',
      }
    }),
})

export const revokeCommand = command({
  usage: 'token revoke TOKEN_ID',
  summary: 'Revoke a token. Requests with it are refused from then on.',
  options: {},
  run: (_, [id = ''], context) =>
    withService(context, async service => {
      const token = await service.db.write(tx => revokeToken(tx, operator(service), id))
      return {
        json: publicForm(token, service.clock.now()),
        text: `The token ${token.name} (${token.prefix}…) is revoked.\n`,
      }
    }),
})

const publicForm = (token: Token, now: Instant) => ({
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

const isoOrNull = (instant: Instant | null): string | null => (instant === null ? null : isoOf(instant))

function lineOf(token: Token, now: Instant): string {
  const used = token.lastUsedAt === null ? 'never used' : `last used ${isoOf(token.lastUsedAt)}`
  const expiry = token.expiresAt === null ? 'no expiry' : `expires ${isoOf(token.expiresAt)}`
  return `${token.id}  ${stateOf(token, now).padEnd(7)}  ${token.audience}  ${token.prefix}…  ${used}, ${expiry}  ${token.name}\n`
}
