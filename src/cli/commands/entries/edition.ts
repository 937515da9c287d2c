import { printedEdition } from '#actions/entries/edition.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'

export const showCommand = command({
  usage: 'edition show',
  summary: 'Show the edition that goes out next as readers will see it, and what is held or left out.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, ({ id }, { db, clock }) => printedEdition(db.read, clock, id)),
})
