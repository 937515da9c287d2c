import { type GroupProposal, proposeGroups } from '#changelog/entries/group-proposals.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'

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
