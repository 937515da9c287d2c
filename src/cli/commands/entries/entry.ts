import { entryForm, entryJson, entryLine } from '#actions/entry-json.ts'
import type { Service } from '#app/service.ts'
import { ENTRY_STATES, type Entry } from '#changelog/entries/entry.ts'
import { listEntries, listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { type CommandContext, type CommandResult, command } from '#cli/command.ts'
import { ACCOUNT, choice } from '#cli/options.ts'
import { withAccount, withService } from '#cli/with-service.ts'
import type { Tx } from '#platform/db/schema.ts'

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

/** Changes one entry and returns it as it is now. */
export function changeEntry(
  [id = '']: string[],
  context: CommandContext,
  move: (service: Service, tx: Tx, id: string) => Promise<Entry>,
): Promise<CommandResult> {
  return withService(context, async service => {
    await entryById(service.db.read, id)
    return entryResult(service, await service.db.write(tx => move(service, tx, id)))
  })
}

/** The result of a command that changes an entry. */
export async function entryResult({ db }: Service, entry: Entry): Promise<CommandResult> {
  const listed = entryJson(await listedEntry(db.read, entry))
  return { json: entryForm(listed), text: entryLine(listed) }
}
