import {
  type Account,
  createAccount,
  listAccounts,
  rotateAddress,
  setAllowedOrigins,
  setHidesPrivatePulls,
} from '#accounts/account.ts'
import type { Service } from '#app/service.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { changeSchedule, type RescheduledEntries } from '#changelog/publishing/schedule.ts'
import { command } from '#cli/command.ts'
import { flagFrom } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'
import { rescheduledForm, rescheduledText } from '../entries/slot.ts'

export const createCommand = command({
  usage: 'account create --name N',
  summary: 'Create an account and print its id and feed addresses.',
  options: { name: { type: 'string' } },
  arguments: [0, 0],
  run({ name }, _, context) {
    if (name === undefined) throw new AppError('wrong_usage', 'Name the account: --name "Acme".')
    const create = async (service: Service) =>
      resultOf(service, await service.db.write(tx => createAccount(tx, service.clock, service.ids, { name })))
    return withService(context, create, { migrate: false, creates: true })
  },
})

export const listCommand = command({
  usage: 'account list',
  summary: 'List the accounts and their feed addresses.',
  options: {},
  arguments: [0, 0],
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
  usage: 'account origins --account ID [--allow ORIGIN]… [--any]',
  summary:
    'Set which web origins may read the feeds from a browser: a list of origins, or any. Without options, show them.',
  options: {
    account: { type: 'string' },
    allow: { type: 'string', multiple: true },
    any: { type: 'boolean' },
  },
  arguments: [0, 0],
  run({ account: id, allow, any }, _, context) {
    if (allow && any) throw new AppError('wrong_usage', 'Give either --allow or --any, not both.')
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
  usage: 'account feeds --account ID [--private-pull-requests|--no-private-pull-requests]',
  summary:
    'Set whether feeds and exports contain the addresses of pull requests in private repositories. Without options, show the feed addresses and the setting.',
  options: {
    account: { type: 'string' },
    'private-pull-requests': { type: 'boolean' },
    'no-private-pull-requests': { type: 'boolean' },
  },
  arguments: [0, 0],
  run({ account: id, ...given }, _, context) {
    const shows = flagFrom(given, 'private-pull-requests', 'no-private-pull-requests')
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
  usage: 'account rotate --account ID',
  summary: 'Give the account a new id and new feed addresses. The old addresses stop working.',
  options: { account: { type: 'string' } },
  arguments: [0, 0],
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

const HOUR_MS = 3_600_000
const UNCHANGED: RescheduledEntries = { moved: [], stayed: [] }

export const setCommand = command({
  usage: 'account set --account ID [--time-zone ZONE] [--language TAG] [--lateness HOURS]',
  summary:
    "Set the account's time zone, the language of its entries, and how many hours late a queued entry may still be published automatically. Without options, show the settings.",
  options: {
    account: { type: 'string' },
    'time-zone': { type: 'string' },
    language: { type: 'string' },
    lateness: { type: 'string' },
  },
  arguments: [0, 0],
  run({ account: id, 'time-zone': timeZone, language, lateness }, _, context) {
    const latenessHours = lateness === undefined ? undefined : Number(lateness)
    if (Number.isNaN(latenessHours)) throw new AppError('wrong_usage', '--lateness takes a number of hours.')
    return withAccount(context, id, async (before, service) => {
      const isChange = [timeZone, language, latenessHours].some(value => value !== undefined)
      const change = { timeZone, language, latenessHours }
      const { account, rescheduled } = isChange
        ? await service.db.write(tx => changeSchedule(tx, operator(service), before.id, change))
        : { account: before, rescheduled: UNCHANGED }
      const hours = account.latenessMs / HOUR_MS
      return {
        json: {
          account_id: account.publicId,
          time_zone: account.timeZone,
          language: account.language,
          lateness_hours: hours,
          ...rescheduledForm(rescheduled),
        },
        text: `time zone  ${account.timeZone}\nlanguage   ${account.language}\nlateness   ${hours} hours\n${rescheduledText(rescheduled)}`,
      }
    })
  },
})
