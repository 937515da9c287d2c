import { sql } from 'kysely'
import { leadingEntries } from '#changelog/entries/covered-pulls.ts'
import type { WeighableChange } from '#changelog/entries/weight.ts'
import { isOlder, publishedEntries, TITLE } from '#changelog/feeds/published.ts'
import { type PageWords, wordsFor } from '#changelog/words/words.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { CursorPosition } from '#platform/db/page-cursor.ts'
import type { Reader } from '#platform/db/schema.ts'
import { type Chapter, type Dated, inOrder, mapChapter, monthName, weighedChapter } from './chapters.ts'
import type { FoundPage } from './find-page.ts'
import { entriesFrom, type PageEntry, type PageQuestion, shownOn } from './page-entries.ts'

/** How many entries a page lists unless it is told otherwise; entries with the same title count once. */
const PAGE_LIMIT = 20
/** How many outlines are read at once. */
const OUTLINES_READ = 100
/** A month with more entries is weighed in parts. */
const MOST_OF_A_MONTH = 1_000
/** More milliseconds than any month has. */
const MONTH_MS = 32 * DAY_MS

/** The part of the list that is on one page, and the position of the next one; null on the last. */
interface PageList {
  chapters: Chapter<PageEntry, Dated>[]
  next: CursorPosition | null
  /** How many entries a search found; null without a search. */
  found: number | null
}

/**
 * Lists entries month by month. Without a question, each month is weighed as a whole; entries of one kind, or
 * that a search finds, are listed in full, newest first.
 */
export const pageList = (
  db: Database,
  page: FoundPage,
  question: PageQuestion,
  limit = PAGE_LIMIT,
): Promise<PageList> =>
  question.kind === null && question.search === ''
    ? weighedList(db.read, page, question.before, limit)
    : foundList(db, page, question, limit)

async function foundList(
  db: Database,
  page: FoundPage,
  { kind, search, before }: PageQuestion,
  limit: number,
): Promise<PageList> {
  const those = (reader: Reader) =>
    publishedEntries(reader, page, 'items').$if(kind !== null, query => query.where('entry.kind', '=', kind))
  const part = (query: ReturnType<typeof those>) =>
    query
      .$call(from => (before === null ? from : from.where(build => isOlder(build, before))))
      .limit(limit + 1)
      .execute()
  const matches = db.matches(page.accountId, search)(TOLD)
  const listed = async (rows: Awaited<ReturnType<typeof part>>) => {
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return { last, entries: await entriesFrom(db.read, page, shown) }
  }
  // Searches by readers share a queue with those by the team. The results are rendered before the next search
  // starts, so that many searches at once do not delay other pages.
  const { last, entries, found } =
    search === ''
      ? { ...(await listed(await part(those(db.read)))), found: null }
      : await db.search(`readers of ${page.accountId}`, async reader => ({
          found: await count(those(reader).where(matches)),
          ...(await listed(await part(those(reader).where(matches)))),
        }))
  const months = Map.groupBy(entries, entry =>
    monthName(entry.published, page.timeZone, wordsFor(page.language)),
  )
  return {
    chapters: [...months].map(([heading, those]) => ({
      heading,
      highlights: those
        .toSorted((a, b) => Number(b.isBreaking) - Number(a.isBreaking))
        .map(entry => ({ entry, others: [] })),
      lists: [],
    })),
    next: last ? { at: last.published_at ?? 0, id: last.id } : null,
    found,
  }
}

/** The searched text: the translation into the page's language if there is one, otherwise the entry's own. */
const TOLD = sql`case when told.language is null then entry.id else entry.id || ' ' || told.language end`

async function count(query: ReturnType<typeof publishedEntries>): Promise<number> {
  const { found } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow()
  return Number(found)
}

/** The facts about an entry that weighing it needs, before it is rendered. */
interface Outline extends WeighableChange {
  id: string
  published: Instant
}

/**
 * Cuts pages out of the sequence of weighed months, so that each entry is on exactly one page, also when a
 * month is split between pages. A cut is named by the last entry before it.
 */
async function weighedList(
  db: Reader,
  page: FoundPage,
  before: CursorPosition | null,
  limit: number,
): Promise<PageList> {
  const chapters: Chapter<Outline>[] = []
  let [room, last, next] = [limit, before, null as CursorPosition | null]
  for await (const month of monthsOf(db, page, before)) {
    const left =
      chapters.length === 0 && before !== null
        ? afterCut(month, before, wordsFor(page.language))
        : month.chapter
    const fitting = new Set(inOrder(left).slice(0, room))
    if (fitting.size > 0) chapters.push(mapChapter(left, one => (fitting.has(one) ? [one] : [])))
    const { id, published: at } = [...fitting].at(-1)?.entry ?? {}
    if (id !== undefined && at !== undefined) last = { at, id }
    room -= fitting.size
    if (fitting.size === inOrder(left).length) continue
    next = last
    break
  }
  return { chapters: await rendered(db, page, chapters), next, found: null }
}

interface Month {
  outlines: Outline[]
  chapter: Chapter<Outline>
}

function afterCut({ outlines, chapter }: Month, before: CursorPosition, words: PageWords): Chapter<Outline> {
  const order = inOrder(chapter)
  const cut = order.findIndex(({ entry }) => entry.id === before.id)
  const rest = new Set(order.slice(cut + 1))
  if (cut !== -1) return mapChapter(chapter, one => (rest.has(one) ? [one] : []))
  // The entry of the cut is in a later part of the month, or no longer published: continue with the entries that are older than it.
  return weighedChapter(
    chapter.heading,
    outlines.filter(({ published: at, id }) => at < before.at || (at === before.at && id > before.id)),
    words,
  )
}

/** The months from that of the cut on, each read as a whole. */
async function* monthsOf(db: Reader, page: FoundPage, before: CursorPosition | null): AsyncGenerator<Month> {
  const words = wordsFor(page.language)
  const [month, of] = [(at: Instant) => monthName(at, page.timeZone, words), [] as Outline[]]
  const whole = (): Month => {
    const outlines = of.splice(0)
    return { outlines, chapter: weighedChapter(month(outlines[0]?.published ?? 0), outlines, words) }
  }
  for await (const outline of outlinesOf(db, page, before && before.at + MONTH_MS)) {
    const { published } = outline
    if (before && published > before.at && month(published) !== month(before.at)) continue
    const [first] = of
    if (first && (of.length === MOST_OF_A_MONTH || month(first.published) !== month(published))) yield whole()
    of.push(outline)
  }
  if (of.length > 0) yield whole()
}

/** The outlines of the page's entries, newest first; those published before `until`, or all. */
async function* outlinesOf(db: Reader, page: FoundPage, until: Instant | null): AsyncGenerator<Outline> {
  let last: CursorPosition | null = null
  for (;;) {
    const after: CursorPosition | null = last
    const rows = await publishedEntries(db, page)
      .clearSelect()
      .select(['entry.id', TITLE.as('title'), 'kind', 'magnitude', 'published_at', 'image', 'span', 'origin'])
      .select(sql<number>`case when entry.body = '' then 0 else 1 end`.as('has_body'))
      .$if(until !== null, query => query.where('published_at', '<', until))
      .$call(query => (after === null ? query : query.where(build => isOlder(build, after))))
      .limit(OUTLINES_READ)
      .execute()
    const ids = rows.map(row => row.id)
    const leads = await leadingEntries(db, ids)
    for (const { id, title, kind, magnitude, published_at: at, ...row } of await shownOn(db, page, rows)) {
      const isWhole = row.image !== null || row.span !== null || row.origin === 'edition'
      const known = { id, title, kind, magnitude, published: at ?? 0, isWhole }
      yield { ...known, isBreaking: false, lead: 0, ...leads.get(id), hasBody: row.has_body === 1 }
      last = { at: at ?? 0, id }
    }
    if (rows.length < OUTLINES_READ) return
  }
}

async function rendered(
  db: Reader,
  page: FoundPage,
  chapters: readonly Chapter<Outline>[],
): Promise<PageList['chapters']> {
  const ids = chapters.flatMap(inOrder).map(({ entry }) => entry.id)
  if (ids.length === 0) return []
  const rows = await publishedEntries(db, page).where('entry.id', 'in', ids).execute()
  const entries = new Map((await entriesFrom(db, page, rows)).map(entry => [entry.id, entry]))
  const whole = ({ entry, others }: { entry: Outline; others: Outline[] }) => {
    const found = entries.get(entry.id)
    return found ? [{ entry: found, others }] : []
  }
  return chapters.map(chapter => mapChapter(chapter, whole))
}
