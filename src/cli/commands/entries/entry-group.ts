import { type GroupProposal, proposeGroups } from '#changelog/entries/group-proposals.ts'
import { groupEntries, ungroupEntry } from '#changelog/entries/grouping.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, list, text } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { entryForm, entryLine, entryResult } from './entry.ts'

export const groupCommand = command({
  usage: 'entry group ID…',
  summary: 'Combine drafts, and pull requests that are in no entry, into one draft led by the first.',
  options: { pull: list(text('PR_ID')) },
  run: ({ pull = [] }, entryIds, context) =>
    withService(context, async service => {
      const { accountId } = await entryById(service.db.read, entryIds[0] ?? '')
      const entry = await service.db.write(tx =>
        groupEntries(tx, operator(service), accountId, { entryIds, pullRequestIds: pull }),
      )
      return entryResult(service, entry)
    }),
})

export const ungroupCommand = command({
  usage: 'entry ungroup ID',
  summary: 'Undo a group that is still a draft and restore the drafts it was made from.',
  options: {},
  run: (_, [id = ''], context) =>
    withService(context, async service => {
      const restored = await service.db.write(tx => ungroupEntry(tx, operator(service), id))
      const listed = await Promise.all(restored.map(entry => listedEntry(service.db.read, entry)))
      return {
        json: { entries: listed.map(entryForm) },
        text: listed.map(entryLine).join('') || 'No drafts to restore.\n',
      }
    }),
})

export const proposeCommand = command({
  usage: 'entry propose',
  summary: 'Propose groups of drafts that share an issue or a topic.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, { db }) => {
      const groups = await proposeGroups(db.read, account.id)
      return {
        json: { groups: groups.map(({ topics, entries }) => ({ topics, entries })) },
        text: groups.map(textOfGroup).join('\n') || 'Nothing to propose.\n',
      }
    }),
})

const textOfGroup = ({ topics, entries }: GroupProposal): string =>
  `Group, for ${topics.join(', ')}:\n${entries.map(({ id, title }) => `  ${id}  ${title}\n`).join('')}`
