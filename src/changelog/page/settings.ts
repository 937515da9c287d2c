import type { Selectable } from 'kysely'
import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { requireImage } from '#changelog/entries/images/images.ts'
import type { ShownPulls } from '#changelog/feeds/pull-links.ts'
import { type PageText, requireLanguage } from '#changelog/translations/translations.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { type HostRules, hostsAfter } from './address/hosts.ts'
import { changeName } from './address/names.ts'
import { checkedSettings } from './settings-input.ts'

/** The settings of an account's hosted page. */
export interface PageSettings {
  isOn: boolean
  /** Replaces the `account_id` in the page's address, which then reveals no feed address. */
  name: string | null
  /** A host name of the team's own, whose root shows the page. */
  host: string | null
  /** The host name that replaces `host` once the team has proven that it owns the name. */
  claimedHost: string | null
  /** Null for the default, made from the account's name. */
  title: string | null
  /** A sentence below the title. */
  intro: string | null
  /** Title and introduction in further languages, by BCP 47 tag. */
  translations: Record<string, PageText>
  /** The SHA-256 of an image that the account uploaded. */
  logo: string | null
  /** The accent colour as `#rrggbb`; null for the default one. */
  accent: string | null
  /** The address of the team's own site. */
  homeUrl: string | null
  /** Whether search engines may list the page. */
  isListed: boolean
  /** Whether entries link to their pull requests, where the repository is public. */
  showsPullRequests: boolean
}

const OFF: PageSettings = {
  isOn: false,
  name: null,
  host: null,
  claimedHost: null,
  title: null,
  intro: null,
  translations: {},
  logo: null,
  accent: null,
  homeUrl: null,
  isListed: false,
  showsPullRequests: false,
}

/** The settings of an account's page; the defaults, with the page off, if it never had any. */
export async function pageSettings(db: Reader, accountId: string): Promise<PageSettings> {
  const row = await db
    .selectFrom('changelog_page')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? settingsFrom(row) : OFF
}

export const settingsFrom = (
  row: Omit<Selectable<Schema['changelog_page']>, 'account_id'>,
): PageSettings => ({
  isOn: row.is_on === 1,
  name: row.name,
  host: row.host,
  claimedHost: row.claimed_host,
  title: row.title,
  intro: row.intro,
  translations: JSON.parse(row.translations),
  logo: row.logo,
  accent: row.accent,
  homeUrl: row.home_url,
  isListed: row.is_listed === 1,
  showsPullRequests: row.shows_pull_requests === 1,
})

/** Which links to pull requests the page and its own feeds show. */
export const shownPulls = ({ showsPullRequests }: Pick<PageSettings, 'showsPullRequests'>): ShownPulls =>
  showsPullRequests ? 'public' : 'none'

/** The settings to change. `host` is the wanted host; it serves the page once it is proven. */
export type PageChange = Partial<Omit<PageSettings, 'claimedHost'>>

/**
 * Changes the given settings and keeps the others; an empty text clears a setting. Returns all settings after
 * the change. Throws `invalid_parameter` for an invalid value and `conflict` if another account has the name.
 * Feeds link to the page, so their revision rises too.
 */
export async function changePage(
  tx: Tx,
  context: ActionContext & { hostRules: HostRules },
  accountId: string,
  input: PageChange,
): Promise<PageSettings> {
  const before = await pageSettings(await lockAccount(tx, accountId), accountId)
  const { host, ...others } = checkedSettings(input)
  const hosts = host === undefined ? {} : await hostsAfter(tx, context.hostRules, before, host)
  const after = { ...before, ...others, ...hosts }
  if (input.logo) await requireImage(tx, accountId, input.logo)
  if (after.name !== before.name)
    await changeName(tx, context.clock, accountId, { before: before.name, after: after.name })
  const columns = columnsOf(after)
  await tx
    .insertInto('changelog_page')
    .values({ account_id: accountId, ...columns })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(columns))
    .execute()
  await touchFeeds(tx, context.clock, accountId, 'all')
  await recordActivity(tx, context, 'page changed', { accountId, before, after })
  return after
}

/**
 * Changes the page's title and introduction in one of the account's further languages. An empty text leaves it to the account's own.
 * Throws `invalid_parameter` like `changePage`, and for a language that the account does not translate into.
 */
export async function translatePage(
  tx: Tx,
  context: Parameters<typeof changePage>[1],
  accountId: string,
  language: string,
  given: Partial<PageText>,
): Promise<void> {
  await requireLanguage(await lockAccount(tx, accountId), accountId, language)
  const { translations } = await pageSettings(tx, accountId)
  const text = { title: null, intro: null, ...translations[language], ...checkedSettings(given) }
  await changePage(tx, context, accountId, { translations: { ...translations, [language]: text } })
}

const columnsOf = (page: PageSettings) => ({
  is_on: Number(page.isOn),
  name: page.name,
  host: page.host,
  claimed_host: page.claimedHost,
  title: page.title,
  intro: page.intro,
  translations: JSON.stringify(page.translations),
  logo: page.logo,
  accent: page.accent,
  home_url: page.homeUrl,
  is_listed: Number(page.isListed),
  shows_pull_requests: Number(page.showsPullRequests),
})
