import { tokenForm } from '#actions/accounts/token.ts'
import { listTokens, stateOf, type Token } from '#auth/tokens.ts'
import { accountCommand } from '#cli/with-service.ts'
import { type Instant, isoOf } from '#platform/clock.ts'

export const listCommand = accountCommand({
  usage: 'token list',
  summary: "List an account's tokens with prefix, last use and expiry.",
  async run(account, { db, clock }) {
    const tokens = await listTokens(db.read, account.id)
    return {
      json: { tokens: tokens.map(token => tokenForm(token, clock.now())) },
      text: tokens.map(token => lineOf(token, clock.now())).join('') || 'The account has no tokens.\n',
    }
  },
})

function lineOf(token: Token, now: Instant): string {
  const used = token.lastUsedAt === null ? 'never used' : `last used ${isoOf(token.lastUsedAt)}`
  const expiry = token.expiresAt === null ? 'no expiry' : `expires ${isoOf(token.expiresAt)}`
  return `${token.id}  ${stateOf(token, now).padEnd(7)}  ${token.audience}  ${token.prefix}…  ${used}, ${expiry}  ${token.name}\n`
}
