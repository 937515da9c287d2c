import { entryForm, entryJson, entryLine } from '#actions/entries/entry-json.ts'
import { ENTRY_STATES } from '#changelog/entries/entry.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, choice } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'

export const listCommand = command({
  usage: 'entry list',
  summary: "List an account's entries, latest merge first.",
  options: { account: ACCOUNT, state: choice(ENTRY_STATES) },
  run({ account: id, state }, _, context) {
    return withAccount(context, id, async (account, service) => {
      const listed = await listEntries(service.db.read, { accountId: account.id, state })
      return {
        json: { entries: listed.map(entryJson).map(entryForm) },
        text: listed.map(entryJson).map(entryLine).join('') || 'No entries.\n',
      }
    })
  },
})
