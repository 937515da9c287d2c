import { printedSchedule } from '#actions/entries/schedule.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'

export const showCommand = command({
  usage: 'schedule show',
  summary:
    "Show when entries and editions go out, in the account's time zone, what is paused, and how late an entry may still be published.",
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, (account, service) =>
      printedSchedule(service.db.read, account, service.clock.now()),
    ),
})
