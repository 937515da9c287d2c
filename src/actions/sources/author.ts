import { z } from 'zod'
import { eraseAuthor } from '#pipeline/erasure/erase-author.ts'
import { action } from '../action.ts'

const STAYS =
  'Titles or descriptions have it as a word like any other. There it stays, since it may mean something else: edit entries that name the person.\n'

/** Actions on the authors of pull requests. */
export const author = {
  erase: action({
    summary:
      'Erase the name of an author of pull requests from everything recorded of an account, now and whenever it is read again: a login, a name or an address. Run it for each.',
    role: 'owner',
    input: z.object({ name: z.string().max(200).meta({ placeholder: 'NAME' }) }),
    args: ['name'],
    run: (acting, { name }) => eraseAuthor(acting.db, acting, acting.accountId, name),
    print: ({ changed, staysAsWord }) => ({
      text: `The name is erased from ${changed} ${changed === 1 ? 'row' : 'rows'}, and left out whenever it is read again.\n${staysAsWord ? STAYS : ''}`,
    }),
  }),
}
