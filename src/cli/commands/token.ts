import { accountByPublicId } from '#accounts/account.ts'
import {
  AUDIENCES,
  type Audience,
  createToken,
  listTokens,
  revokeToken,
  stateOf,
  type Token,
} from '#accounts/auth/tokens.ts'
import { command } from '#cli/command.ts'
import { operator, withService } from '#cli/with-service.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { requireAccountId } from './account.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 3_650

export const createCommand = command({
  usage: 'token create --account ID --name N [--for api|mcp] [--expires-in-days D]',
  summary: 'Makes a token for the HTTP interface or the MCP server and prints it; it is shown this once.',
  options: {
    account: { type: 'string' },
    name: { type: 'string' },
    for: { type: 'string' },
    'expires-in-days': { type: 'string' },
  },
  arguments: [0, 0],
  run: ({ account: id, name, for: audience, 'expires-in-days': days }, _, context) =>
    withService(context, async service => {
      if (name === undefined) throw new AppError('wrong_usage', 'Name the token: --name "Sales assistant".')
      const wanted = {
        name,
        audience: audienceFrom(audience),
        expiresAt: expiryFrom(days, service.clock.now()),
      }
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      const { token, text } = await service.db.write(tx =>
        createToken(tx, operator(service), account.id, wanted),
      )
      return { json: { token_id: token.id, token: text }, text: `${text}\n` }
    }),
})

export const listCommand = command({
  usage: 'token list --account ID',
  summary: "Lists an account's tokens: how each begins, when it was last used and when it ends.",
  options: { account: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id }, _, context) =>
    withService(context, async ({ db, clock }) => {
      const account = await accountByPublicId(db.read, requireAccountId(id))
      const tokens = await listTokens(db.read, account.id)
      return {
        json: { tokens: tokens.map(token => publicForm(token, clock.now())) },
        text: tokens.map(token => lineOf(token, clock.now())).join('') || 'The account has no token.\n',
      }
    }),
})

export const revokeCommand = command({
  usage: 'token revoke TOKEN_ID',
  summary: 'Ends a token: the next request with it is refused.',
  options: {},
  arguments: [1, 1],
  run: (_, [id = ''], context) =>
    withService(context, async service => {
      const token = await service.db.write(tx => revokeToken(tx, operator(service), id))
      return {
        json: publicForm(token, service.clock.now()),
        text: `The token ${token.name} (${token.prefix}…) opens nothing any more.\n`,
      }
    }),
})

function audienceFrom(text = 'api'): Audience {
  const audience = AUDIENCES.find(one => one === text)
  if (audience) return audience
  throw new AppError('wrong_usage', `--for is one of ${AUDIENCES.join(', ')}.`)
}

function expiryFrom(days: string | undefined, now: Instant): Instant | null {
  if (days === undefined) return null
  if (!/^[1-9]\d{0,3}$/.test(days) || Number(days) > MOST_DAYS)
    throw new AppError('wrong_usage', `--expires-in-days takes a whole number from 1 to ${MOST_DAYS}.`)
  return now + Number(days) * DAY_MS
}

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
  const ends = token.expiresAt === null ? 'no expiry' : `until ${isoOf(token.expiresAt)}`
  return `${token.id}  ${stateOf(token, now).padEnd(7)}  ${token.audience}  ${token.prefix}…  ${used}, ${ends}  ${token.name}\n`
}
