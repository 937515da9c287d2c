import { z } from 'zod'
import { changeRole, removeMember } from '#accounts/members.ts'
import { isAtLeast, ROLES } from '#accounts/roles.ts'
import { revokeGrantsOf } from '#auth/oauth/grants.ts'
import { action, idOf } from '../action.ts'

/** Actions on the members of an account. */
export const member = {
  role: action({
    summary: 'Change the role of a member. A lower one ends the access of the programs that they connected.',
    role: 'owner',
    input: z.object({ id: idOf('member'), role: z.enum(ROLES) }),
    args: ['id'],
    async run(acting, { id, role }) {
      await acting.db.write(async tx => {
        const before = await changeRole(tx, acting, acting.accountId, id, role)
        if (!isAtLeast(role, before)) await revokeGrantsOf(tx, acting.accountId, id)
      })
      return { userId: id, role }
    },
    print: ({ role }) => ({ text: `They are now ${role}.\n` }),
  }),
  remove: action({
    summary:
      'Remove a member from an account; who is in no other one is erased. Members may remove themselves. What they did stays, as that of a former member.',
    role: 'viewer',
    input: z.object({ id: idOf('member') }),
    args: ['id'],
    isAllowedWhileClosing: true,
    async run(acting, { id }) {
      if (id !== acting.person?.id) acting.requireRole('owner')
      const removed = await acting.db.write(tx => removeMember(tx, acting, acting.accountId, id))
      return { userId: id, erased: removed.isErased }
    },
    print: ({ erased }) => ({
      text: erased
        ? 'They are erased, since they are in no other account: their name, address and every way to sign in. What they did stays, as that of a former member.\n'
        : 'They are no longer a member. What they wrote stays.\n',
    }),
  }),
}
