import { type Account, createAccount, listAccounts } from '#accounts/account.ts'
import { dayOf } from '#accounts/deletion.ts'
import { printedAccount } from '#actions/accounts/account.ts'
import type { Service } from '#app/service.ts'
import { command } from '#cli/command.ts'
import { required, text } from '#cli/options.ts'
import { withService } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'

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
  summary: 'List the accounts, their feed addresses and which are about to be deleted.',
  options: {},
  run: (_, __, context) =>
    withService(context, async ({ db, baseUrl }) => {
      const accounts = await listAccounts(db.read)
      const printed = accounts.map(account => listed(baseUrl, account))
      return {
        json: { accounts: printed.map(({ json }) => json) },
        text:
          printed.map(({ text }) => text).join('\n') ||
          'There is no account yet. Create one: tidings account create --name "Acme"\n',
      }
    }),
})

function listed(baseUrl: string, account: Account) {
  const { json, text } = printedAccount(baseUrl, account)
  const { deletesAt } = account
  if (deletesAt === null) return { json, text }
  return {
    json: { ...json, deletes_at: isoOf(deletesAt) },
    text: `${text}  deleted     ${deletesAt === 0 ? 'now' : `on ${dayOf(deletesAt)}`}\n`,
  }
}
