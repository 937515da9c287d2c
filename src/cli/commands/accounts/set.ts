import type { Account } from '#accounts/account.ts'
import { createSet, listSets, renameSet, type SocialSet } from '#accounts/sets.ts'
import type { Service } from '#app/service.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, required, text } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { deleteSet } from '#social/delete-set.ts'

export const createCommand = command({
  usage: 'set create',
  summary: 'Create a set with its own feed and print its id and feed addresses.',
  options: { account: ACCOUNT, name: required(text('NAME')) },
  run({ account: id, name }, _, context) {
    return withAccount(context, id, async (account, service) => {
      const set = await service.db.write(tx =>
        createSet(tx, service.clock, service.ids, account.id, { name }),
      )
      return { json: publicForm(service, account, set), text: describe(service, account, set) }
    })
  },
})

export const listCommand = command({
  usage: 'set list',
  summary: "List an account's sets and their feed addresses.",
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const sets = await listSets(service.db.read, account.id)
      return {
        json: { sets: sets.map(set => publicForm(service, account, set)) },
        text: sets.map(set => describe(service, account, set)).join('\n') || 'The account has no sets.\n',
      }
    }),
})

export const renameCommand = command({
  usage: 'set rename SET',
  summary: 'Rename a set. Its id and addresses stay.',
  options: { account: ACCOUNT, name: required(text('NAME')) },
  run({ account: id, name }, [setId = ''], context) {
    return withAccount(context, id, async (account, service) => {
      await service.db.write(tx => renameSet(tx, operator(service), account.id, setId, { name }))
      return { json: { set_id: setId, name }, text: 'The set is renamed.\n' }
    })
  },
})

export const deleteCommand = command({
  usage: 'set delete SET',
  summary:
    'Delete a set with its feed, schedule and rules. Its entries stay without a set, queued ones as drafts; its social accounts move to no set.',
  options: { account: ACCOUNT },
  run: ({ account: id }, [setId = ''], context) =>
    withAccount(context, id, async (account, service) => {
      await service.db.write(tx => deleteSet(tx, operator(service), account.id, setId))
      return { json: { set_id: setId }, text: 'The set is deleted.\n' }
    }),
})

const publicForm = ({ baseUrl }: Service, account: Account, set: SocialSet) => ({
  set_id: set.id,
  name: set.name,
  feeds: feedAddresses(baseUrl, account, set.id),
})

function describe({ baseUrl }: Service, account: Account, set: SocialSet): string {
  const { atom, json } = feedAddresses(baseUrl, account, set.id)
  return `${set.name}\n  set id     ${set.id}\n  Atom       ${atom}\n  JSON Feed  ${json}\n`
}
