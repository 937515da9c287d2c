import { listSets } from '#accounts/sets.ts'
import { printedSet } from '#actions/accounts/set.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'

export const listCommand = command({
  usage: 'set list',
  summary: "List an account's sets and their feed addresses.",
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const sets = (await listSets(service.db.read, account.id)).map(set =>
        printedSet(service.baseUrl, account, set),
      )
      return {
        json: { sets: sets.map(({ json }) => json) },
        text: sets.map(({ text }) => text).join('\n') || 'The account has no sets.\n',
      }
    }),
})
