import { z } from 'zod'
import {
  type Account,
  accountById,
  lockAccount,
  renameAccount,
  rotateAddress,
  setAllowedOrigins,
  setHidesPrivatePulls,
} from '#accounts/account.ts'
import { subscribeToSummary, unsubscribeFromSummary } from '#accounts/mail/summaries.ts'
import { changeVoice, type Voice, voiceOf } from '#accounts/voice.ts'
import { rescheduledForm, rescheduledJson, rescheduledText } from '#actions/entries/schedule.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { changeSchedule } from '#changelog/publishing/schedule.ts'
import { changeLanguages, languagesOf } from '#changelog/translations/translations.ts'
import { startTranslations } from '#pipeline/writing/translation-runs.ts'
import { AppError } from '#platform/errors.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import { action, factsText, flag } from '../action.ts'
import { deletion, requireName, typedName } from './account-delete.ts'
import { accountDomain } from './account-domain.ts'
import { host, page } from './account-page.ts'
import { writer } from './account-writer.ts'
import { signIn } from './sign-on.ts'

/** An account as commands print it. */
export function printedAccount(baseUrl: string, account: Pick<Account, 'publicId' | 'name'>) {
  const { publicId, name } = account
  const feeds = feedAddresses(baseUrl, account)
  return {
    json: { account_id: publicId, name, feeds },
    text: `${name}\n  account id  ${publicId}\n  Atom        ${feeds.atom}\n  JSON Feed   ${feeds.json}\n`,
  }
}

const text = z.string().max(10_000).optional()
const tags = z.array(z.string().max(100)).max(100).optional().meta({ placeholder: 'TAG' })
const words = z.array(z.string().max(1_000)).max(1_000).optional().meta({ placeholder: 'WORD' })

/** Actions on an account and its settings. */
export const account = {
  ...accountDomain,
  delete: deletion,
  'sign-in': signIn,
  page,
  host,
  writer,
  set: action({
    summary:
      "Set the account's name, its time zone, to which its schedule moves, and the language of its entries. Without options, show the settings.",
    role: 'owner',
    input: z.object({
      name: z.string().max(1_000).optional(),
      timeZone: z.string().max(100).optional().meta({ placeholder: 'ZONE' }),
      language: z.string().max(100).optional().meta({ placeholder: 'TAG' }),
    }),
    run: (acting, { name, ...schedule }) =>
      acting.db.write(async tx => {
        const { accountId } = acting
        if (name !== undefined) await renameAccount(tx, acting, await accountById(tx, accountId), name)
        const { account, rescheduled } =
          Object.keys(schedule).length > 0
            ? await changeSchedule(tx, acting, accountId, schedule)
            : { account: await accountById(tx, accountId), rescheduled: { moved: [], stayed: [] } }
        const { timeZone, language } = account
        return { name: account.name, timeZone, language, ...rescheduledJson(rescheduled) }
      }),
    print: ({ name, timeZone, language, ...rescheduled }, { account }) => ({
      json: {
        account_id: account.publicId,
        name,
        time_zone: timeZone,
        language,
        ...rescheduledForm(rescheduled),
      },
      text: factsText({ name, 'time zone': timeZone, language }) + rescheduledText(rescheduled),
    }),
  }),
  voice: action({
    summary: 'Set how the entries of an account should sound, for its writer. Without options, show it.',
    role: 'owner',
    input: z.object({
      product: text,
      audience: text,
      guide: text,
      wordsToUse: words,
      wordsToAvoid: words,
    }),
    run: ({ db, accountId, ...acting }, given) =>
      db.write(tx =>
        Object.keys(given).length > 0
          ? changeVoice(tx, acting, accountId, given as Partial<Voice>)
          : voiceOf(tx, accountId),
      ),
    print: ({ product, audience, guide, wordsToUse, wordsToAvoid }) => ({
      text: factsText({
        ...{ product, audience, guide },
        'words to use': wordsToUse.join(', '),
        'words to avoid': wordsToAvoid.join(', '),
      }),
    }),
  }),
  origins: action({
    summary:
      'Set which web origins may read the feeds from a browser: a list of origins, or any. Without options, show them.',
    role: 'owner',
    input: z
      .object({
        allow: z.array(z.string().max(500)).max(100).optional().meta({ placeholder: 'ORIGIN' }),
        any: flag,
      })
      .refine(({ allow, any }) => allow === undefined || any === undefined, {
        error: 'Give either the origins to allow, or that any may read them',
      }),
    async run({ db, accountId, ...acting }, { allow, any }) {
      const { publicId, allowedOrigins } = await db.write(async tx => {
        const before = await accountById(tx, accountId)
        const wanted = any ? null : allow
        return wanted === undefined ? before : setAllowedOrigins(tx, acting, before, wanted)
      })
      return { accountId: publicId, origins: allowedOrigins }
    },
    print: ({ origins }) => ({
      text: origins ? origins.map(origin => `${origin}\n`).join('') : 'Any origin may read the feeds.\n',
    }),
  }),
  feeds: action({
    summary:
      'Set whether feeds and exports contain the addresses of pull requests in private repositories. Without options, show the feed addresses and the setting.',
    role: 'owner',
    input: z.object({ privatePullRequests: z.boolean().optional() }),
    async run({ db, accountId, ...acting }, { privatePullRequests: shows }) {
      const account = await db.write(async tx => {
        const before = await accountById(tx, accountId)
        return shows === undefined ? before : setHidesPrivatePulls(tx, acting, before, !shows)
      })
      return { privatePullRequests: !account.hidesPrivatePulls }
    },
    print({ privatePullRequests: shows }, { account, services }) {
      const { json, text } = printedAccount(services.baseUrl, account)
      return {
        json: { ...json, private_pull_requests: shows },
        text: `${text}  private pull requests  ${shows ? 'linked' : 'left out'}\n`,
      }
    },
  }),
  rotate: action({
    summary:
      'Give the account a new id and new feed addresses. The old addresses stop working, and commands take the new id alone. --name, where it is given, has to be its name.',
    role: 'owner',
    input: z.object({
      name: typedName,
    }),
    async run({ db, accountId, ...acting }, { name: typed }) {
      const { publicId, name } = await db.write(async tx => {
        const before = await accountById(tx, accountId)
        if (typed !== undefined) requireName(before, typed, 'replace its addresses')
        return rotateAddress(tx, acting, before)
      })
      return { accountId: publicId, name }
    },
    print: ({ accountId: publicId, name }, { services }) =>
      printedAccount(services.baseUrl, { publicId, name }),
  }),
  languages: action({
    summary:
      'Set the languages that entries are translated into, such as --into de --into pt-BR; --into none for none. A running server or worker lets the writer translate the newest entries, where there is one. Without options, show the languages and the addresses of their feeds.',
    role: 'owner',
    input: z.object({
      into: tags,
      add: tags,
      remove: tags,
    }),
    async run({ db, accountId, ...acting }, { into, add = [], remove = [] }) {
      const isChanged = into !== undefined || add.length + remove.length > 0
      const hasWriter = isChanged && (await (await acting.services.models()).modelOf(accountId)) !== null
      return db.write(async tx => {
        const account = await accountById(isChanged ? await lockAccount(tx, accountId) : tx, accountId)
        const before = await languagesOf(tx, accountId)
        if (!isChanged) return { own: account.language, others: before }
        const wanted = [...(into ?? before), ...add].filter(tag => tag !== 'none' && !remove.includes(tag))
        const others = await changeLanguages(tx, acting, account, wanted)
        const added = others.filter(language => !before.includes(language))
        if (hasWriter) await startTranslations(tx, acting, accountId, added)
        return { own: account.language, others }
      })
    },
    print({ own, others }, { account, services }) {
      const feedsOf = (language: string) => feedAddresses(services.baseUrl, account, undefined, language)
      const shown = others.map(language => ({ language, feeds: feedsOf(language) }))
      const lines = shown.map(
        ({ language, feeds }) =>
          `${language}  ${feeds.atom}\n${' '.repeat(language.length)}  ${feeds.json}\n`,
      )
      return {
        json: { language: own, translated_into: shown },
        text: `Entries are written in ${own}.\n${lines.join('')}`,
      }
    },
  }),
  subscribe: action({
    summary: 'Subscribe yourself to the weekly summary of an account, in the dashboard; --end ends it.',
    role: 'viewer',
    input: z.object({ end: flag }),
    async run({ db, clock, ids, accountId, person }, { end }) {
      if (person === null) throw new AppError('conflict', 'Only members subscribe, each by themselves.')
      const address = mailAddressFrom(person.email)
      await db.write(async tx => {
        if (end) await unsubscribeFromSummary(tx, accountId, address)
        else await subscribeToSummary(tx, clock, ids, accountId, address)
      })
    },
    print: () => ({ text: 'You are subscribed.\n' }),
  }),
}
