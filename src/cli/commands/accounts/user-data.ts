import { eraseUser } from '#accounts/erase-user.ts'
import { emailFrom } from '#accounts/people.ts'
import { command } from '#cli/command.ts'
import { required, text } from '#cli/options.ts'
import { operator, withService } from '#cli/with-service.ts'
import { personExport } from '#pipeline/export/person.ts'

const EMAIL = required(text('ADDRESS'))

export const eraseCommand = command({
  usage: 'user erase',
  summary:
    'Erase a person from all accounts: name, address, every way to sign in, connected clients, and mail to them. What they did stays, as that of a former member.',
  options: { email: EMAIL },
  run: ({ email }, _, context) =>
    withService(context, async service => {
      const accounts = await service.db.write(tx => eraseUser(tx, operator(service), email))
      return {
        json: { email: emailFrom(email), accounts },
        text: `Nothing is held about ${emailFrom(email)} any more. They were in ${accounts} ${accounts === 1 ? 'account' : 'accounts'}.\n`,
      }
    }),
})

export const exportCommand = command({
  usage: 'user export',
  summary: 'Print all that is held about the person with an address, as JSON, without secrets.',
  options: { email: EMAIL },
  run: ({ email }, _, context) =>
    withService(context, async ({ db }) => {
      const held = await personExport(db.read, emailFrom(email))
      return { json: held, text: `${JSON.stringify(held, null, 2)}\n` }
    }),
})
