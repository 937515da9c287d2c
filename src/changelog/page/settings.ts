import type { Selectable } from 'kysely'
import type { ActionContext } from '#accounts/activity.ts'
import { recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { requireImage } from '#changelog/entries/images/images.ts'
import type { ShownPulls } from '#changelog/feeds/pull-links.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { clip, safeLine } from '#platform/text.ts'

/** How an account shows its changelog to people. */
export interface PageSettings {
  isOn: boolean
  /** Stands for the `account_id` in the page's address, which then reveals no feed address. */
  name: string | null
  /** A host name of the team's own whose root shows the page. */
  host: string | null
  /** Null: the account's name and "changelog". */
  title: string | null
  /** One sentence below the title. */
  intro: string | null
  /** The SHA-256 of an image that the account uploaded. */
  logo: string | null
  /** `#rrggbb`; null: the product's own. */
  accent: string | null
  /** Where the team's own site is. */
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
  title: null,
  intro: null,
  logo: null,
  accent: null,
  homeUrl: null,
  isListed: false,
  showsPullRequests: false,
}

/** The settings of an account's page; of one that never had any, those of a page that is off. */
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
  title: row.title,
  intro: row.intro,
  logo: row.logo,
  accent: row.accent,
  homeUrl: row.home_url,
  isListed: row.is_listed === 1,
  showsPullRequests: row.shows_pull_requests === 1,
})

/** Which links to pull requests the page and its own feeds show. */
export const shownPulls = ({ showsPullRequests }: Pick<PageSettings, 'showsPullRequests'>): ShownPulls =>
  showsPullRequests ? 'public' : 'none'

/**
 * Changes what is given and leaves the rest; an empty text clears. Gives the settings as they are then. `invalid_parameter` names what
 * is wrong; `conflict` when another account has the name or host. Feeds link to the page, so they count as changed too.
 */
export async function changePage(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  input: Partial<PageSettings>,
): Promise<PageSettings> {
  const before = await pageSettings(tx, accountId)
  const after = { ...before, ...checkedInput(input) }
  if (input.logo) await requireImage(tx, accountId, input.logo)
  await requireUnused(tx, accountId, 'name', after.name)
  await requireUnused(tx, accountId, 'host', after.host)
  const columns = columnsOf(after)
  await tx
    .insertInto('changelog_page')
    .values({ account_id: accountId, ...columns })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(columns))
    .execute()
  await touchFeeds(tx, clock, accountId, 'all')
  await recordActivity(tx, clock, ids, {
    ...{ accountId, actor, action: 'page changed', subject: accountId },
    ...{ before, after },
  })
  return after
}

const columnsOf = (page: PageSettings) => ({
  is_on: Number(page.isOn),
  name: page.name,
  host: page.host,
  title: page.title,
  intro: page.intro,
  logo: page.logo,
  accent: page.accent,
  home_url: page.homeUrl,
  is_listed: Number(page.isListed),
  shows_pull_requests: Number(page.showsPullRequests),
})

async function requireUnused(
  tx: Tx,
  accountId: string,
  column: 'name' | 'host',
  value: string | null,
): Promise<void> {
  if (value === null) return
  const other = await tx
    .selectFrom('changelog_page')
    .select('account_id')
    .where(column, '=', value)
    .where('account_id', '!=', accountId)
    .executeTakeFirst()
  if (other) throw new AppError('conflict', `Another account's page has the ${column} ${value}.`)
}

const CHECKS: { [K in keyof PageSettings]?: (text: string) => string | null } = {
  name: text => nameFrom(text),
  host: text => hostFrom(text),
  title: text => lineFrom('title', text, 80),
  intro: text => lineFrom('intro', text, 200),
  logo: text => text,
  accent: text => accentFrom(text),
  homeUrl: text => homeFrom(text),
}

function checkedInput(input: Partial<PageSettings>): Partial<PageSettings> {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const check = CHECKS[key as keyof PageSettings]
      if (!check || typeof value !== 'string') return [key, value]
      return [key, value.trim() === '' ? null : check(value.trim())]
    }),
  )
}

const refuse = (name: string, got: string, accepts: string): AppError =>
  new AppError('invalid_parameter', `The ${name} is ${accepts}; got ${clip(safeLine(got), 100)}.`, {
    parameters: [{ name, got: clip(safeLine(got), 100), accepts }],
  })

/** Part of an address, and never a UUID, which there means an `account_id`. */
function nameFrom(text: string): string {
  const name = text.toLowerCase()
  if (/^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/.test(name) && !isUuid(name)) return name
  throw refuse('name', text, '3 to 40 letters, digits and hyphens')
}

/** RFC 1123 §2.1, with at least one dot: an address of this machine alone is no public host. */
function hostFrom(text: string): string {
  const host = text.toLowerCase().replace(/\.$/, '')
  const labels = host.split('.')
  const isHost =
    labels.length > 1 && labels.every(label => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  if (isHost && host.length <= 253 && !/^[\d.]+$/.test(host)) return host
  throw refuse('host', text, 'a host name such as changelog.example.com')
}

function lineFrom(name: string, text: string, most: number): string {
  const line = safeLine(text.slice(0, 10_000))
  if (line !== '' && line.length <= most) return line
  throw refuse(name, text, `one line of 1 to ${most} characters`)
}

function accentFrom(text: string): string {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase()
  throw refuse('accent', text, 'a color such as #2f6fde')
}

function homeFrom(text: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && text.length <= 500 && url.username === '')
    return url.href
  throw refuse('home', text, 'an address that starts with https://')
}
