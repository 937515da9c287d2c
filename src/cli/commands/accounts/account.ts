import {
  type Account,
  createAccount,
  listAccounts,
  rotateAddress,
  setAllowedOrigins,
  setHidesPrivatePulls,
} from '#accounts/account.ts'
import { rescheduledForm, rescheduledText } from '#actions/schedule.ts'
import type { Service } from '#app/service.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { changeSchedule } from '#changelog/publishing/schedule.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, flag, list, required, text, toggle } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'

export const createCommand = command({
  usage: 'account create',
  summary: 'Create an account and print its id and feed addresses.',
  options: { name: required(text('NAME')) },
  run({ name }, _, context) {
    const create = async (service: Service) =>
      resultOf(service, await service.db.write(tx => createAccount(tx, service.clock, service.ids, { name })))
    return withService(context, create, { migrate: false, creates: true })
  },
})

export const listCommand = command({
  usage: 'account list',
  summary: 'List the accounts and their feed addresses.',
  options: {},
  run: (_, __, context) =>
    withService(context, async service => {
      const accounts = await listAccounts(service.db.read)
      return {
        json: { accounts: accounts.map(account => publicForm(service, account)) },
        text:
          accounts.map(account => describe(service, account)).join('\n') ||
          'There is no account yet. Create one: tidings account create --name "Acme"\n',
      }
    }),
})

export const originsCommand = command({
  usage: 'account origins',
  summary:
    'Set which web origins may read the feeds from a browser: a list of origins, or any. Without options, show them.',
  options: { account: ACCOUNT, allow: list(text('ORIGIN')), any: flag },
  atMostOne: ['allow', 'any'],
  run({ account: id, allow, any }, _, context) {
    return withAccount(context, id, async (before, service) => {
      const account = allow || any ? await changeOrigins(service, before, any ? null : (allow ?? [])) : before
      return {
        json: { account_id: account.publicId, origins: account.allowedOrigins },
        text: account.allowedOrigins
          ? account.allowedOrigins.map(origin => `${origin}\n`).join('')
          : 'Any origin may read the feeds.\n',
      }
    })
  },
})

const changeOrigins = (service: Service, account: Account, origins: string[] | null): Promise<Account> =>
  service.db.write(tx =>
    setAllowedOrigins(tx, service.clock, service.ids, account, origins, operator(service).actor),
  )

export const feedsCommand = command({
  usage: 'account feeds',
  summary:
    'Set whether feeds and exports contain the addresses of pull requests in private repositories. Without options, show the feed addresses and the setting.',
  options: { account: ACCOUNT, 'private-pull-requests': toggle('no-private-pull-requests') },
  run({ account: id, 'private-pull-requests': shows }, _, context) {
    return withAccount(context, id, async (before, service) => {
      const account =
        shows === undefined
          ? before
          : await service.db.write(tx => setHidesPrivatePulls(tx, operator(service), before, !shows))
      const { json, text } = resultOf(service, account)
      return {
        json: { ...json, private_pull_requests: !account.hidesPrivatePulls },
        text: `${text}  private pull requests  ${account.hidesPrivatePulls ? 'left out' : 'linked'}\n`,
      }
    })
  },
})

export const rotateCommand = command({
  usage: 'account rotate',
  summary: 'Give the account a new id and new feed addresses. The old addresses stop working.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const { clock, ids, actor } = operator(service)
      return resultOf(service, await service.db.write(tx => rotateAddress(tx, clock, ids, account, actor)))
    }),
})

const resultOf = (service: Service, account: Account) => ({
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

export const setCommand = command({
  usage: 'account set',
  summary:
    "Set the account's time zone, to which its schedule moves, and the language of its entries. Without options, show the settings.",
  options: {
    account: ACCOUNT,
    'time-zone': text('ZONE'),
    language: text('TAG'),
  },
  run({ account: id, 'time-zone': timeZone, language }, _, context) {
    return withAccount(context, id, async (before, service) => {
      const isChange = timeZone !== undefined || language !== undefined
      const { account, rescheduled } = isChange
        ? await service.db.write(tx =>
            changeSchedule(tx, operator(service), before.id, { timeZone, language }),
          )
        : { account: before, rescheduled: { moved: [], stayed: [] } }
      return {
        json: {
          account_id: account.publicId,
          time_zone: account.timeZone,
          language: account.language,
          ...rescheduledForm(rescheduled),
        },
        text: `time zone  ${account.timeZone}\nlanguage   ${account.language}\n${rescheduledText(rescheduled)}`,
      }
    })
  },
})
