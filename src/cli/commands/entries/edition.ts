import { printedEdition } from '#actions/entries/edition.ts'
import { accountCommand } from '#cli/with-service.ts'

export const showCommand = accountCommand({
  usage: 'edition show',
  summary: 'Show the edition that goes out next as readers will see it, and what is held or left out.',
  run: ({ id }, { db, clock }) => printedEdition(db.read, clock, id),
})
