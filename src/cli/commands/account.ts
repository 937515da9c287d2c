import {
  type Account,
  accountByPublicId,
  createAccount,
  listAccounts,
  rotateAddress,
  setAllowedOrigins,
} from '#accounts/account.ts'
import type { Service } from '#app/service.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { command } from '#cli/command.ts'
import { operator, withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'

export const createCommand = command({
  usage: 'account create --name N',
  summary: 'Makes an account and prints its id and feed addresses.',
  options: { name: { type: 'string' } },
  arguments: [0, 0],
  run({ name }, _, context) {
    if (name === undefined) throw new AppError('wrong_usage', 'Name the account: --name "Acme".')
    const create = async (service: Service) =>
      answer(service, await service.db.write(tx => createAccount(tx, service.clock, service.ids, { name })))
    return withService(context, create, { migrate: false, creates: true })
  },
})

export const listCommand = command({
  usage: 'account list',
  summary: 'Lists the accounts with their feed addresses.',
  options: {},
  arguments: [0, 0],
  run: (_, __, context) =>
    withService(context, async service => {
      const accounts = await listAccounts(service.db.read)
      return {
        json: { accounts: accounts.map(account => publicForm(service, account)) },
        text:
          accounts.map(account => describe(service, account)).join('\n') ||
          'There is no account yet; make one: tidings account create --name "Acme"\n',
      }
    }),
})

export const originsCommand = command({
  usage: 'account origins --account ID [--allow ORIGIN]… [--any]',
  summary:
    "Says which origins' pages may read the feeds: those allowed, or any. Without either option it shows them.",
  options: {
    account: { type: 'string' },
    allow: { type: 'string', multiple: true },
    any: { type: 'boolean' },
  },
  arguments: [0, 0],
  run: ({ account: id, allow, any }, _, context) =>
    withService(context, async service => {
      if (allow && any) throw new AppError('wrong_usage', 'Give either --allow or --any, not both.')
      const before = await accountByPublicId(service.db.read, requireAccountId(id))
      const account = allow || any ? await changeOrigins(service, before, any ? null : (allow ?? [])) : before
      return {
        json: { account_id: account.publicId, origins: account.allowedOrigins },
        text: account.allowedOrigins
          ? account.allowedOrigins.map(origin => `${origin}\n`).join('')
          : 'Any origin may read the feeds.\n',
      }
    }),
})

const changeOrigins = (service: Service, account: Account, origins: string[] | null): Promise<Account> =>
  service.db.write(tx =>
    setAllowedOrigins(tx, service.clock, service.ids, account, origins, operator(service).actor),
  )

export const rotateCommand = command({
  usage: 'account rotate --account ID',
  summary: 'Gives the account a new id and so new feed addresses; the old ones are gone from then on.',
  options: { account: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id }, _, context) =>
    withService(context, async service => {
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      const { clock, ids, actor } = operator(service)
      return answer(service, await service.db.write(tx => rotateAddress(tx, clock, ids, account, actor)))
    }),
})

/** The value of `--account`, which most commands need. */
export function requireAccountId(id: string | undefined): string {
  if (id === undefined)
    throw new AppError('wrong_usage', 'Say which account: --account ID ("tidings account list" shows them).')
  return id
}

const answer = (service: Service, account: Account) => ({
  json: publicForm(service, account),
  text: describe(service, account),
})

const publicForm = ({ baseUrl }: Service, account: Account) => ({
  account_id: account.publicId,
  name: account.name,
  feeds: feedAddresses(baseUrl, account),
})

function describe({ baseUrl }: Service, account: Account): string {
  const { atom, json } = feedAddresses(baseUrl, account)
  return `${account.name}\n  account id  ${account.publicId}\n  Atom        ${atom}\n  JSON Feed   ${json}\n`
}
