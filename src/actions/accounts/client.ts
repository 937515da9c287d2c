import { z } from 'zod'
import { revokeGrant } from '#auth/oauth/grants.ts'
import { action, idOf } from '../action.ts'

/** Actions on OAuth clients that have access to an account. */
export const client = {
  disconnect: action({
    summary: 'End the access of an OAuth client. Members may disconnect those that they connected.',
    role: 'viewer',
    input: z.object({ id: idOf('client') }),
    args: ['id'],
    async run(acting, { id }) {
      await acting.db.write(tx => revokeGrant(tx, acting, { id, accountId: acting.accountId }))
      return { id }
    },
    print: () => ({ text: 'The client is disconnected.\n' }),
  }),
}
