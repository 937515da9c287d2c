import { listSets } from '#accounts/sets.ts'
import { printedSet } from '#actions/accounts/set.ts'
import { accountCommand } from '#cli/with-service.ts'

export const listCommand = accountCommand({
  usage: 'set list',
  summary: "List an account's sets and their feed addresses.",
  async run(account, { db, baseUrl }) {
    const sets = (await listSets(db.read, account.id)).map(set => printedSet(baseUrl, account, set))
    return {
      json: { sets: sets.map(({ json }) => json) },
      text: sets.map(({ text }) => text).join('\n') || 'The account has no sets.\n',
    }
  },
})
