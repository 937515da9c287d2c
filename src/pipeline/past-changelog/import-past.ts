import { setImmediate } from 'node:timers/promises'
import type { Account } from '#accounts/account.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { type ImportedEntry, type ImportOutcome, importEntry } from '#changelog/entries/imported.ts'
import { referencedPulls } from '#changelog/entries/promotion.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { isUuid } from '#platform/ids.ts'
import { chunksOf } from '#platform/iterables.ts'
import type { ReleaseDates } from '#pulls/changelog-sources/release-dates.ts'
import { listRepositories, type Repository } from '#pulls/repositories.ts'
import { headingDates, tagDateOf } from './dates.ts'
import type { DatedText } from './entries.ts'
import { type PastParser, type PastSummary, pastParser } from './parser.ts'
import { isPrerelease, type PastText } from './releases.ts'

/** How a past is imported. */
export interface PastImportOptions {
  /** An entry for each item, and not one for each release. */
  each: boolean
  /** Releases for those who try what is to come, too. */
  prereleases: boolean
  /** Whose numbers the texts name; null where that is not known. */
  repository: Repository | null
  /** What the repository that holds the changelog tells of its dates. */
  dates?: ReleaseDates | null
}

/** What became of a past. */
export interface PastImportCounts {
  found: number
  published: number
  /** Imported before. */
  known: number
  /** Published entries tell of it already. */
  told: number
  /** Pull requests that are announced by it. */
  linked: number
  /** Drafts and queued entries that it took the place of. */
  replaced: number
  skipped: { ahead: number; trial: number; empty: number; undated: number; unreadable: number }
  /** How the days were found. */
  dated: { said: number; by_tags: number; by_merges: number; by_commits: number; by_neighbours: number }
}

interface Importing {
  db: Database
  mover: EntryContext
  /** On the caller's own thread unless told. */
  reader?: PastParser
}

/** Entries that one transaction stores. */
const BATCH = 50

/** Publishes what a team announced before, each thing once, however often it is imported. */
export async function importPast(
  { db, mover, reader = pastParser }: Importing,
  account: Account,
  texts: readonly PastText[],
  wish: PastImportOptions,
): Promise<PastImportCounts> {
  const tally = emptyTally(texts.length)
  const own = await ownIds(db.read, account.id, texts)
  tally.known += own.size
  const others = texts.filter(text => !own.has(text.id ?? ''))
  const told = await newsIn(reader, others, wish, tally)
  const dated = await datedTexts(db.read, told, wish, { now: mover.clock.now(), tally })
  const entries = await entriesFrom(reader, dated, wish, tally)
  const repositoryId = wish.repository?.id ?? null
  for (const batch of chunksOf(entries, BATCH)) {
    const taken = await db.write(async tx => {
      const outcomes: ImportOutcome[] = []
      for (const entry of batch) outcomes.push(await importEntry(tx, mover, account.id, repositoryId, entry))
      return outcomes
    })
    for (const one of taken) count(tally, one)
  }
  return tally
}

/** The one that is named, or the only one that there is. */
export async function repositoryNamed(
  db: Reader,
  accountId: string,
  name: string | undefined,
): Promise<Repository | null> {
  const all = await listRepositories(db, accountId)
  const fitting = name === undefined ? all : all.filter(one => one.name.toLowerCase() === name.toLowerCase())
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

const emptyTally = (found: number): PastImportCounts => ({
  found,
  ...{ published: 0, known: 0, told: 0, linked: 0, replaced: 0 },
  skipped: { ahead: 0, trial: 0, empty: 0, undated: 0, unreadable: 0 },
  dated: { said: 0, by_tags: 0, by_merges: 0, by_commits: 0, by_neighbours: 0 },
})

/** A copy of this very account's feed tells nothing new. */
async function ownIds(db: Reader, accountId: string, texts: readonly PastText[]): Promise<Set<string>> {
  const own = new Set<string>()
  for (const { id } of texts) {
    const entryId = id?.startsWith(URN) ? id.slice(URN.length) : ''
    if (id === null || !isUuid(entryId)) continue
    const row = await db
      .selectFrom('entry')
      .select('id')
      .where('id', '=', entryId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (row) own.add(id)
  }
  return own
}

const URN = 'urn:uuid:'

/** A text that is worth telling, and what it names. */
type News = PastText & Pick<PastSummary, 'references'>

async function newsIn(
  reader: PastParser,
  texts: readonly PastText[],
  { prereleases, repository }: PastImportOptions,
  { skipped }: PastImportCounts,
): Promise<News[]> {
  const news: News[] = []
  for (const text of texts) {
    // Reading may take a while; others have their turn between.
    await setImmediate()
    if (text.isUnreleased) skipped.ahead++
    else if (isPrerelease(text) && !prereleases) skipped.trial++
    else {
      const glance = await reader.summarize(text, repository)
      if (glance === null) skipped.unreadable++
      else if (glance.isEmpty) skipped.empty++
      else news.push({ ...text, references: glance.references })
    }
  }
  return news
}

/**
 * The day that a text names; else that of its tag, of the newest merge that it names, or of the commit that wrote its heading; else one
 * between those of its neighbours. At the ends of a changelog that tells no days nobody knows any: those are left out.
 */
async function datedTexts(
  db: Reader,
  texts: readonly News[],
  wish: PastImportOptions,
  { now, tally }: { now: Instant; tally: PastImportCounts },
): Promise<DatedText[]> {
  const days = await knownDays(db, texts, wish, tally)
  return texts.flatMap((text, at) => {
    const day = days[at] ?? neighbourOf(days, at)
    if (day === null) tally.skipped.undated++
    else if (days[at] === null) tally.dated.by_neighbours++
    return day === null ? [] : [{ ...text, at: Math.min(day, now) }]
  })
}

async function knownDays(
  db: Reader,
  texts: readonly News[],
  { repository, dates }: PastImportOptions,
  { dated }: PastImportCounts,
): Promise<(Instant | null)[]> {
  const headings = memoizeOnce(async () => headingDates((await dates?.lines()) ?? []))
  const ways: Way[] = [
    { way: 'said', read: text => text.at },
    { way: 'by_tags', read: text => tagDateOf(text, dates?.tags ?? []) },
    { way: 'by_merges', read: text => repository && newestMerge(db, text, repository) },
    { way: 'by_commits', read: async text => (await headings())(text) },
  ]
  const days: (Instant | null)[] = []
  for (const text of texts) {
    const found = await firstDay(text, ways)
    if (found) dated[found.way]++
    days.push(found?.day ?? null)
  }
  return days
}

/** One way to know the day of a text. */
interface Way {
  way: keyof PastImportCounts['dated']
  read(text: News): Instant | null | Promise<Instant | null>
}

async function firstDay(text: News, ways: readonly Way[]) {
  for (const { way, read } of ways) {
    const day = await read(text)
    if (day !== null) return { way, day }
  }
  return null
}

/** Between two days that are known, as many steps from the one to the other as there are texts. */
function neighbourOf(days: readonly (Instant | null)[], at: number): Instant | null {
  const after = days.findIndex((day, index) => index > at && day !== null)
  const before = days.findLastIndex((day, index) => index < at && day !== null)
  const [from, to] = [days[before], days[after]]
  if (typeof from !== 'number' || typeof to !== 'number') return null
  return Math.round(from + ((to - from) * (at - before)) / (after - before))
}

async function newestMerge(db: Reader, { references }: News, repository: Repository) {
  const ids = await referencedPulls(db, repository, references)
  if (ids.length === 0) return null
  const row = await db
    .selectFrom('pull_request')
    .select(build => build.fn.max('merged_at').as('newest'))
    .where('id', 'in', ids)
    .executeTakeFirst()
  return row?.newest === undefined || row.newest === null ? null : Number(row.newest)
}

async function entriesFrom(
  reader: PastParser,
  texts: readonly DatedText[],
  { each, repository }: PastImportOptions,
  { skipped }: PastImportCounts,
): Promise<ImportedEntry[]> {
  const entries: ImportedEntry[] = []
  for (const text of texts) {
    // Words are rendered to see that they can be: others have their turn between.
    await setImmediate()
    const those = await reader.entries(text, repository, each)
    if (those.length === 0) skipped.unreadable++
    entries.push(...those)
  }
  return entries
}

function count(tally: PastImportCounts, taken: ImportOutcome): void {
  tally[taken.outcome]++
  if (taken.outcome !== 'published') return
  tally.linked += taken.linked
  tally.replaced += taken.replaced
}
