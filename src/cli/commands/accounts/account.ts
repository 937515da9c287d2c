import { createAccount, listAccounts } from '#accounts/account.ts'
import { printedAccount } from '#actions/account.ts'
import type { Service } from '#app/service.ts'
import { command } from '#cli/command.ts'
import { required, text } from '#cli/options.ts'
import { withService } from '#cli/with-service.ts'

export const createCommand = command({
  usage: 'account create',
  summary: 'Create an account and print its id and feed addresses.',
  options: { name: required(text('NAME')) },
  run({ name }, _, context) {
    const create = async ({ db, clock, ids, baseUrl }: Service) =>
      printedAccount(baseUrl, await db.write(tx => createAccount(tx, clock, ids, { name })))
    return withService(context, create, { migrate: false, creates: true })
  },
})

export const listCommand = command({
  usage: 'account list',
  summary: 'List the accounts and their feed addresses.',
  options: {},
  run: (_, __, context) =>
    withService(context, async ({ db, baseUrl }) => {
      const accounts = await listAccounts(db.read)
      const printed = accounts.map(account => printedAccount(baseUrl, account))
      return {
        json: { accounts: printed.map(({ json }) => json) },
        text:
          printed.map(({ text }) => text).join('\n') ||
          'There is no account yet. Create one: tidings account create --name "Acme"\n',
      }
    }),
})
