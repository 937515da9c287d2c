import { z } from 'zod'
import { recordActivity } from '#accounts/activity.ts'
import { createSet, renameSet, type SocialSet } from '#accounts/sets.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { deleteSet } from '#social/delete-set.ts'
import { action, idOf } from '../action.ts'

/** A set as commands print it. */
export function printedSet(
  baseUrl: string,
  account: { publicId: string },
  set: Pick<SocialSet, 'id' | 'name'>,
) {
  const feeds = feedAddresses(baseUrl, account, set.id)
  return {
    json: { set_id: set.id, name: set.name, feeds },
    text: `${set.name}\n  set id     ${set.id}\n  Atom       ${feeds.atom}\n  JSON Feed  ${feeds.json}\n`,
  }
}

const id = idOf('set').meta({ placeholder: 'SET' })
const name = z.string().max(200).meta({ placeholder: 'NAME' })

/** Actions on sets of social accounts. */
export const set = {
  create: action({
    summary: 'Create a set with its own feed and print its id and feed addresses.',
    role: 'owner',
    input: z.object({ name }),
    async run(acting, { name }) {
      const { db, clock, ids, accountId } = acting
      const set = await db.write(async tx => {
        const made = await createSet(tx, clock, ids, accountId, { name })
        const target = { accountId, subject: made.id, after: { name: made.name } }
        await recordActivity(tx, acting, 'set created', target)
        return made
      })
      return { id: set.id, name: set.name }
    },
    print: (set, { services, account }) => printedSet(services.baseUrl, account, set),
  }),
  rename: action({
    summary: 'Rename a set. Its id and addresses stay.',
    role: 'owner',
    input: z.object({ id, name }),
    args: ['id'],
    async run(acting, { id, name }) {
      await acting.db.write(tx => renameSet(tx, acting, acting.accountId, id, { name }))
      return { renamed: true }
    },
    print: (_, __, { id, name }) => ({ json: { set_id: id, name }, text: 'The set is renamed.\n' }),
  }),
  delete: action({
    summary:
      'Delete a set with its feed, times and rules. Its entries stay without a set, queued ones as drafts; its social accounts move to no set.',
    role: 'owner',
    input: z.object({ id }),
    args: ['id'],
    async run(acting, { id }) {
      await acting.db.write(tx => deleteSet(tx, acting, acting.accountId, id))
      return { deleted: true }
    },
    print: (_, __, { id }) => ({ json: { set_id: id }, text: 'The set is deleted.\n' }),
  }),
}
