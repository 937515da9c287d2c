import { hash } from 'node:crypto'
import { accountById } from '#accounts/account.ts'
import { enqueueEditionWording } from '#changelog/entries/edition-place.ts'
import {
  type DraftEntry,
  type Entry,
  NEW_ENTRY_DEFAULTS,
  type QueuedEntry,
  requireState,
} from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { entryFrom, insertEntries } from '#changelog/entries/store.ts'
import { type PageWords, wordsFor } from '#changelog/words/words.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { type EditionAccount, type EditionDraft, editionAccount, itemsIn, rankedItems } from './items.ts'
import { type EditionLayout, inReadingOrder, layOut, storyCandidates } from './layout.ts'
import { periodTitleOf } from './period.ts'

/** The account's open edition, the one that goes out next, laid out as readers would see it now. */
export interface OpenEdition {
  /** The entry of the edition. Its words are what a writer found for its stories, or the machine's, unless a person wrote others. */
  edition: DraftEntry | QueuedEntry
  layout: EditionLayout<EditionDraft>
  /** How many drafts outside of the edition `layout` does not list: it has at most fifty for each reason. */
  more: number
  /** The page's words in the account's language. */
  words: PageWords
  account: EditionAccount
  /** Its stories are others than those that a person worded it for. */
  isStale: boolean
  /** What a writer is shown: `fixed` stories first, then those that it may choose from. */
  candidates: ReturnType<typeof storyCandidates<EditionDraft>>
  /** A hash of the stories and, if a writer words the edition, of the news. */
  storiesHash: string
}

/** What of an edition a person may want to look at before it goes out: stories without a text, and what is unsure and nobody placed. */
export function unready({ stories, lists }: EditionLayout<EditionDraft>) {
  const idOf = ({ entry }: EditionDraft) => entry.id
  return {
    withoutText: stories.filter(({ hasText }) => !hasText).map(idOf),
    unsure: inReadingOrder({ stories, lists })
      .filter(({ isUnsure, place }) => isUnsure && place === null)
      .map(idOf),
  }
}

/** The account's edition that has not gone out; null where it has none. */
export async function openEditionOf(db: Reader, accountId: string): Promise<DraftEntry | QueuedEntry | null> {
  const row = await db
    .selectFrom('entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('origin', '=', 'edition')
    .where('state', 'in', ['draft', 'queued'])
    .executeTakeFirst()
  return row ? requireState(entryFrom(row), 'laid out', 'draft', 'queued') : null
}

/** Lays out an edition from the drafts that there are now. */
export async function laidOut(
  db: Reader,
  stored: DraftEntry | QueuedEntry,
  now: Instant,
): Promise<OpenEdition> {
  const account = await editionAccount(db, stored.accountId)
  const ranked = await rankedItems(db, stored, account)
  return openEdition(stored, account, ranked, await lateTitles(db, stored.accountId, now), now)
}

/** Lays out the open edition and words it. `taken` are the titles of other editions, which it cannot have. */
function openEdition(
  stored: DraftEntry | QueuedEntry,
  account: EditionAccount,
  { items, more }: Awaited<ReturnType<typeof rankedItems>>,
  taken: ReadonlySet<string>,
  now: Instant,
): OpenEdition {
  const layout = layOut(items, stored.id)
  const words = wordsFor(account.language)
  const newest = inReadingOrder(layout).toSorted((a, b) => b.mergedAt - a.mergedAt)
  const release = newest.find(({ shippedIn }) => shippedIn !== null)?.shippedIn ?? null
  const candidates = storyCandidates(layout)
  const told = hashOf(layout.stories)
  const storiesHash = isOpeningWritten(stored)
    ? told
    : told + hashOf([...candidates.fixed, ...candidates.news])
  const isOfNow = stored.storiesHash?.startsWith(told) ?? false
  const written = isOfNow ? stored.proposal : null
  const merged = newest.map(({ mergedAt }) => mergedAt)
  const period = periodTitleOf(account, merged, now, words, release)
  const isRelease = account.period === 'release' && release !== null
  const said = written?.title ? (isRelease ? `${release}: ${written.title}` : written.title) : period
  const machineTitle = distinct(said, taken, words)
  const machineBody = written?.body ?? ''
  const edition = {
    ...stored,
    machineTitle,
    machineBody,
    title: stored.title === stored.machineTitle ? machineTitle : stored.title,
    body: isOpeningWritten(stored) ? stored.body : machineBody,
    proposal: null,
  }
  const isStale = isReworded(stored) && stored.storiesHash !== null && !isOfNow
  return { edition, layout, more, words, account, isStale, candidates, storiesHash }
}

const hashOf = (items: readonly EditionDraft[]): string =>
  hash('sha256', JSON.stringify(items.map(({ entry: { id, title, body } }) => [id, title, body])))

/** A person wrote the opening of an edition that has not gone out, as it is stored. */
export const isOpeningWritten = ({ body, machineBody }: Entry): boolean => body !== machineBody

const isReworded = (stored: Entry): boolean =>
  isOpeningWritten(stored) || stored.title !== stored.machineTitle

/** Titles name no year, so a title that was used longer ago than this may be used again. */
const LATE_MS = 300 * DAY_MS

/** The titles of the account's latest published editions. */
async function lateTitles(db: Reader, accountId: string, now: Instant): Promise<Set<string>> {
  const rows = await db
    .selectFrom('entry')
    .select('title')
    .where('account_id', '=', accountId)
    .where('origin', '=', 'edition')
    .where('state', '=', 'published')
    .where('published_at', '>', now - LATE_MS)
    .execute()
  return new Set(rows.map(row => row.title))
}

/** Makes a title unlike those of other editions: the second edition of a week is called part 2. */
function distinct(title: string, taken: ReadonlySet<string>, { edition }: PageWords): string {
  let free = title
  for (let part = 2; taken.has(free); part++) free = edition.part(title, part)
  return free
}

/** The entry with its current words: those of an edition that has not gone out describe what is in it now. */
export async function withWordsOfNow(db: Reader, entry: Entry, now: Instant): Promise<Entry> {
  if (entry.origin !== 'edition' || (entry.state !== 'draft' && entry.state !== 'queued')) return entry
  return (await laidOut(db, entry, now)).edition
}

/** The drafts that were merged before the account's editions began. */
interface OlderDrafts {
  count: number
  /** When the oldest of these drafts was merged. */
  since: Instant
}

/**
 * The drafts that are too old for the account's editions; null if there are none. Drafts that a person left
 * out of an edition and drafts that wait for their release are not counted.
 */
export async function olderDrafts(
  db: Reader,
  { id, accountId }: Entry,
  { editionsSince, period }: EditionAccount,
): Promise<OlderDrafts | null> {
  let query = db
    .selectFrom('entry')
    .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('pull.merged_at').as('since')])
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'draft')
    .where('entry.origin', 'in', ['pull-request', 'group'])
    .where('pull.merged_at', '<', editionsSince ?? 0)
    .where(where => where.or([where('entry.edition_id', 'is', null), where('entry.edition_id', '!=', id)]))
    .where(where =>
      where.or([where('entry.edition_part', 'is', null), where('entry.edition_part', '!=', 'out')]),
    )
  if (period === 'release') query = query.where('pull.shipped_in', 'is not', null)
  const found = await query.executeTakeFirstOrThrow()
  return Number(found.count) === 0 ? null : { count: Number(found.count), since: Number(found.since) }
}

/** Starts the account's next edition, empty until something is merged. It fills itself. */
export async function startEdition(
  tx: Tx,
  { clock, ids }: EntryContext,
  account: EditionAccount,
): Promise<void> {
  const now = clock.now()
  const title = periodTitleOf(account, [], now, wordsFor(account.language), null)
  const entry: DraftEntry = {
    ...NEW_ENTRY_DEFAULTS,
    id: ids.next(),
    state: 'draft',
    accountId: account.id,
    setId: null,
    title,
    body: '',
    machineTitle: title,
    machineBody: '',
    kind: 'improvement',
    magnitude: 'minor',
    primaryPullRequestId: null,
    author: null,
    origin: 'edition',
    ingestMode: 'live',
    updatedAt: now,
    createdAt: now,
  }
  await insertEntries(tx, [{ entry, pullRequestIds: [], decisionId: null }])
  await enqueueEditionWording(tx, { clock, ids }, account.id)
}

/**
 * The texts with which a post about a published edition may begin, the longest first. They name changes, since a title such as "Week of 16
 * November" tells nobody what is in the edition. Empty if a person or a writer found words for it.
 */
export async function leadsOf(db: Reader, edition: Entry): Promise<string[]> {
  const { origin, state, title, machineTitle, body } = edition
  if (origin !== 'edition' || state !== 'published' || title !== machineTitle || body !== '') return []
  const { language } = await accountById(db, edition.accountId)
  const [first, ...others] = await itemsIn(db, edition.id, 'published')
  if (first === undefined) return []
  const { andMore } = wordsFor(language).edition
  return others.length === 0 ? [first.title] : [andMore(first.title, others.length), first.title]
}
