import { liftSuppression, listSuppressions, type Suppression } from '#accounts/mail/suppressions.ts'
import { command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'

export const suppressedCommand = command({
  usage: 'mail suppressed',
  summary: 'List the addresses that no longer get mail, and why.',
  options: {},
  run: (_, __, context) =>
    withService(context, async ({ db }) => {
      const suppressions = await listSuppressions(db.read)
      return {
        json: { suppressed: suppressions.map(({ at, ...rest }) => ({ ...rest, at: isoOf(at) })) },
        text: suppressions.map(describe).join('') || 'No address is suppressed.\n',
      }
    }),
})

const describe = ({ address, reason, at }: Suppression): string => `${isoOf(at)}  ${reason}  ${address}\n`

export const allowCommand = command({
  usage: 'mail allow <address>',
  summary: 'Allow mail to an address again after a bounce or a complaint.',
  options: {},
  run: (_, [text = ''], context) =>
    withService(context, async ({ db }) => {
      const address = mailAddressFrom(text)
      const wasSuppressed = await db.write(tx => liftSuppression(tx, address))
      if (!wasSuppressed) throw new AppError('not_found', 'Mail to this address is not suppressed.')
      return { json: { address }, text: `${address} can get mail again.\n` }
    }),
})
