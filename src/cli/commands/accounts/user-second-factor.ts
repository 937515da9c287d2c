import { secondFactorMail } from '#accounts/mail/templates.ts'
import type { Person } from '#accounts/people.ts'
import { mailSender } from '#app/mail.ts'
import type { Service } from '#app/service.ts'
import { removeSecondFactor, secondFactorStatus } from '#auth/second-factor/store.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { flag, required, text } from '#cli/options.ts'
import { withService } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'
import { messageOf } from '#platform/errors.ts'
import { personWith } from './user-sessions.ts'

export const secondFactorCommand = command({
  usage: 'user second-factor',
  summary:
    'Show whether a person has two-factor authentication. --off turns it off for somebody who has lost their authenticator app and their recovery codes; make sure that it is them who asks.',
  options: { email: required(text('ADDRESS')), off: flag },
  run: ({ email, off }, _, context) =>
    withService(context, async service => {
      const person = await personWith(service.db.read, email)
      if (off) return turnOff(service, person, context)
      const status = await secondFactorStatus(service.db.read, person.id)
      return {
        json: {
          user_id: person.id,
          since: status && isoOf(status.since),
          recovery_codes: status?.recoveryCodes ?? 0,
        },
        text: status
          ? `${person.email} has had two-factor authentication since ${isoOf(status.since)}, and ${status.recoveryCodes} recovery codes are left.\n`
          : `${person.email} has no two-factor authentication.\n`,
      }
    }),
})

async function turnOff(service: Service, { id, email }: Person, context: CommandContext) {
  await service.db.write(tx => removeSecondFactor(tx, id))
  if (service.config.mail === null) context.err(`No mail is configured: tell ${email} yourself.\n`)
  else
    await mailSender(service)(
      email,
      secondFactorMail({ isOn: false, link: `${service.baseUrl}/app/` }),
    ).catch(error => context.err(`${email} could not be told: ${messageOf(error)}\n`))
  return {
    json: { user_id: id, since: null, recovery_codes: 0 },
    text: `${email} signs in without a second factor now.\n`,
  }
}
