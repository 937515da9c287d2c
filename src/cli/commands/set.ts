import { type Account, accountByPublicId } from '#accounts/account.ts'
import { createSet, listSets, type SocialSet } from '#accounts/sets.ts'
import type { Service } from '#app/service.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'
import { requireAccountId } from './account.ts'

export const createCommand = command({
  usage: 'set create --account ID --name N',
  summary: 'Makes a set, with a feed of its own, and prints its id and feed addresses.',
  options: { account: { type: 'string' }, name: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id, name }, _, context) =>
    withService(context, async service => {
      if (name === undefined) throw new AppError('wrong_usage', 'Name the set: --name "Mobile".')
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      const set = await service.db.write(tx =>
        createSet(tx, service.clock, service.ids, account.id, { name }),
      )
      return { json: publicForm(service, account, set), text: describe(service, account, set) }
    }),
})

export const listCommand = command({
  usage: 'set list --account ID',
  summary: "Lists an account's sets with their feed addresses.",
  options: { account: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id }, _, context) =>
    withService(context, async service => {
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      const sets = await listSets(service.db.read, account.id)
      return {
        json: { sets: sets.map(set => publicForm(service, account, set)) },
        text: sets.map(set => describe(service, account, set)).join('\n') || 'The account has no set.\n',
      }
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
