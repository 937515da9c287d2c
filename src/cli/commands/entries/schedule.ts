import { printedSchedule } from '#actions/entries/schedule.ts'
import { accountCommand } from '#cli/with-service.ts'

export const showCommand = accountCommand({
  usage: 'schedule show',
  summary:
    "Show when entries and editions go out, in the account's time zone, what is paused, and how late an entry may still be published.",
  run: (account, { db, clock }) => printedSchedule(db.read, account, clock.now()),
})
