import { z } from 'zod'
import { eraseAuthor } from '#pipeline/erasure/erase-author.ts'
import { action } from './action.ts'

/** Actions on the authors of pull requests. */
export const author = {
  erase: action({
    summary:
      'Erase the name of an author of pull requests from everything recorded of an account, now and whenever it is read again: a login, a name or an address. Run it for each.',
    role: 'owner',
    input: z.object({ name: z.string().max(200).meta({ placeholder: 'NAME' }) }),
    args: ['name'],
    run: async (acting, { name }) => ({
      changed: await eraseAuthor(acting.db, acting, acting.accountId, name),
    }),
    print: ({ changed }) => ({
      text: `The name is erased from ${changed} ${changed === 1 ? 'row' : 'rows'}, and left out whenever it is read again.\n`,
    }),
  }),
}
