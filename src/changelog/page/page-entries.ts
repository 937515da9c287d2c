import type { SizedImage, SizedRecording } from '#changelog/feeds/content.ts'
import { isOlder, publishedEntries, type RenderedEntry, renderEntries } from '#changelog/feeds/published.ts'
import { type PullLinks, withShownTitles } from '#changelog/feeds/pull-links.ts'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import { firstMomentOf, type Instant, zonedAt } from '#platform/clock.ts'
import { type CursorPosition, cursorOf } from '#platform/db/page-cursor.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { FoundPage } from './find-page.ts'
import { shownPulls } from './settings.ts'

/** An entry as the page shows it. */
export interface PageEntry {
  id: string
  /** The title in one line; backticks stand around code. */
  title: string
  /** Sanitised HTML; empty where the title says it all. */
  html: string
  /** The body as the team wrote it. */
  markdown: string
  /** The body's first paragraph on one line; null without one. */
  summary: string | null
  kind: Kind
  magnitude: Magnitude
  /** Readers may have to change something. */
  isBreaking: boolean
  /** BCP 47; null: the page's. */
  language: string | null
  /** Who translated the entry; null if it is in the words that the team wrote. */
  translation: 'person' | 'machine' | null
  /** The entry's picture, or the first frame of its recording. */
  image: SizedImage | null
  recording: SizedRecording | null
  /** The addresses of its pull requests that are public and that the team wants to show. */
  pulls: string[]
  version: number
  published: Instant
  updated: Instant
  /** The entries of an edition, in reading order; empty for any other entry. */
  items: PageItem[]
}

/** An entry of an edition. */
export type PageItem = PageEntry & { isStory: boolean }

export interface PageQuestion {
  kind: Kind | null
  /** Words that the title or the body must contain; empty: any. */
  search: string
  /** The position where the previous page ended. */
  before: CursorPosition | null
}

/** The query of an address that asks for this; empty for the first page. */
export function queryOf({ kind, search, before }: PageQuestion): string {
  const query = new URLSearchParams({
    ...(kind !== null && { kind }),
    ...(search !== '' && { q: search }),
    ...(before !== null && { before: cursorOf(before) }),
  }).toString()
  return query === '' ? '' : `?${query}`
}

/** The kinds that the page's entries have, unordered; those of editions are their entries'. */
export async function kindsOnPage(db: Reader, { accountId, setId }: FoundPage): Promise<Kind[]> {
  const rows = await db
    .selectFrom('entry')
    .select('kind')
    .distinct()
    .where('account_id', '=', accountId)
    .where('state', '=', 'published')
    .where('origin', '<>', 'edition')
    .$if(setId !== null, query => query.where('set_id', '=', setId))
    .execute()
  return rows.map(row => row.kind)
}

/** An edition as an index lists it. */
export type IndexedEdition = Pick<PageEntry, 'id' | 'title' | 'language' | 'published'>

/** The most editions of one year that are listed: more than a year is likely to have. */
const MOST_OF_A_YEAR = 400

/** The rows with the titles that readers of the page may see. */
export const shownOn = <R extends { id: string; title: string }>(
  db: Reader,
  { accountId, settings }: Pick<FoundPage, 'accountId' | 'settings'>,
  rows: readonly R[],
): Promise<R[]> => withShownTitles(db, accountId, rows, shownPulls(settings))

/** The editions of the year that contains the instant, the newest first. */
export async function editionsOfYear(db: Reader, page: FoundPage, at: Instant): Promise<IndexedEdition[]> {
  if (page.setId !== null) return []
  const first = zonedAt(at, page.timeZone).toPlainDate().with({ month: 1, day: 1 })
  const startOf = (day: Temporal.PlainDate) => firstMomentOf(day.toPlainDateTime(), page.timeZone)
  const rows = await publishedEntries(db, page)
    .where('origin', '=', 'edition')
    .where('published_at', '>=', startOf(first))
    .where('published_at', '<', startOf(first.add({ years: 1 })))
    .limit(MOST_OF_A_YEAR)
    .execute()
  return (await shownOn(db, page, rows)).map(({ id, title, language, published_at: published }) => ({
    ...{ id, title, language },
    published: published ?? 0,
  }))
}

/** Finds an entry without rendering it. `withdrawn` for an entry that was withdrawn, null for one that the page never showed. */
export async function rowOnPage(db: Reader, page: FoundPage, id: string) {
  const row = await db
    .selectFrom('entry')
    .select('state')
    .where('account_id', '=', page.accountId)
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  if (row.state !== 'published') return row.state === 'withdrawn' ? ('withdrawn' as const) : null
  const published = await publishedEntries(db, page, 'both')
    .where('entry.id', '=', id)
    .executeTakeFirstOrThrow()
  const [shown = published] = await shownOn(db, page, [published])
  return shown
}

type PageRow = Exclude<Awaited<ReturnType<typeof rowOnPage>>, null | 'withdrawn'>

/** Renders an entry that was found, and its neighbours. */
export async function entryOnPage(db: Reader, page: FoundPage, row: PageRow) {
  const { id } = row
  const place = { at: row.published_at ?? 0, id }
  const [entry] = await entriesFrom(db, page, [row])
  const edition = await editionWith(db, page, row.edition_id)
  const [older] = await shownOn(db, page, await olderThan(db, page, place))
  const [newer] = await shownOn(db, page, await newerThan(db, page, place))
  const titles = await titlesOf(db, page, id)
  return entry ? { entry, edition, older: older ?? null, newer: newer ?? null, titles } : null
}

/**
 * The entry's title in each language that it is available in, by language, its own first. An edition is
 * available in the languages of its entries too.
 */
async function titlesOf(db: Reader, page: FoundPage, id: string) {
  const {
    accountId,
    setId,
    languages: [own],
  } = page
  const { title } = await publishedEntries(db, { accountId, setId }, 'both')
    .where('entry.id', '=', id)
    .executeTakeFirstOrThrow()
  const translated = await db
    .selectFrom('entry_translation as told')
    .innerJoin('entry', 'entry.id', 'told.entry_id')
    .select(['told.entry_id as id', 'told.language', 'told.title'])
    .where(where => where.or([where('entry.id', '=', id), where('entry.edition_id', '=', id)]))
    .execute()
  const ofItems = translated.map(({ language }) => ({ id, language, title }))
  const ofEntry = translated.filter(one => one.id === id)
  const titles = await shownOn(db, page, [{ id, language: own, title }, ...ofItems, ...ofEntry])
  return new Map(titles.map(({ language, title }) => [language, title]))
}

/** The edition that an entry was published with, if the page shows editions. */
async function editionWith(db: Reader, page: FoundPage, id: string | null) {
  if (id === null || page.setId !== null) return null
  const rows = await publishedEntries(db, page).where('entry.id', '=', id).execute()
  return (await shownOn(db, page, rows))[0] ?? null
}

const olderThan = (db: Reader, page: FoundPage, place: CursorPosition) =>
  publishedEntries(db, page)
    .where(build => isOlder(build, place))
    .limit(1)
    .execute()

const newerThan = (db: Reader, page: FoundPage, { at, id }: CursorPosition) =>
  publishedEntries(db, page)
    .clearOrderBy()
    .where(build =>
      build.or([
        build('published_at', '>', at),
        build.and([build('published_at', '=', at), build('id', '<', id)]),
      ]),
    )
    .orderBy('published_at')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()

/** Renders rows of entries. */
export async function entriesFrom(
  db: Reader,
  page: FoundPage,
  rows: Parameters<typeof renderEntries>[2],
): Promise<PageEntry[]> {
  const { entries, links } = await renderEntries(db, page, rows, shownPulls(page.settings))
  return entries.map(entry => ({
    ...pageEntry(entry, links),
    items: entry.items.map(item => ({ ...pageEntry(item, links), isStory: item.isStory })),
  }))
}

function pageEntry(
  { row, content: { title, html, summary }, markdown, isBreaking, image, recording }: RenderedEntry,
  links: PullLinks,
): PageEntry {
  return {
    id: row.id,
    title,
    html,
    markdown,
    summary,
    kind: row.kind,
    magnitude: row.magnitude,
    isBreaking,
    language: row.language,
    translation: row.by_machine === null ? null : row.by_machine === 1 ? 'machine' : 'person',
    image,
    recording,
    pulls: links.of(row.id).map(pull => pull.url),
    version: row.version,
    published: row.published_at ?? 0,
    updated: row.updated_at,
    items: [],
  }
}
