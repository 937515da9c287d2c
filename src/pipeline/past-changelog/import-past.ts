import { setImmediate } from 'node:timers/promises'
import type { Account } from '#accounts/account.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { type ImportedEntry, type ImportOutcome, importEntry } from '#changelog/entries/import-entry.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { isUuid } from '#platform/ids.ts'
import { chunksOf } from '#platform/iterables.ts'
import type { ReleaseDates } from '#pulls/changelog-sources/release-dates.ts'
import { isPrerelease } from '#pulls/changelog-sources/release-tags.ts'
import { erasedAuthors } from '#pulls/erased-authors.ts'
import { listRepositories, type Repository } from '#pulls/repositories/repositories.ts'
import { type DateSource, dateTexts, noDateSources, type ReferencingText } from './dates.ts'
import { eachEntry, referencesOf, wholeEntry } from './entries.ts'
import { keyed, type NamedText, namesOf, type ReadText } from './keys.ts'
import { isEmpty, type PastText } from './releases.ts'

export interface PastImportOptions {
  /** Whether to create an entry for each item instead of one for each release. */
  each: boolean
  /** Whether to import prereleases too. */
  prereleases: boolean
  /** The repository whose pull requests the texts mention; null if unknown. */
  repository: Repository | null
  /** The dates of tags and changelog headings in the repository that contains the changelog. */
  dates?: ReleaseDates | null
}

/** The number of texts by outcome. */
export interface PastImportCounts {
  found: number
  published: number
  /** Imported before, or copied from this account's own feed. */
  known: number
  /** Already announced by published entries. */
  told: number
  /** How many pull requests the imported entries announce. */
  linked: number
  /** How many drafts and queued entries the imported entries replaced. */
  replaced: number
  skipped: { ahead: number; trial: number; empty: number; undated: number; unreadable: number }
  /** How many dates were found in each way. */
  dated: Record<DateSource, number>
}

/** Entries per transaction. */
const BATCH_SIZE = 50

/** Publishes what a team announced before it used Tidings. Importing the same texts again publishes nothing twice. */
export async function importPast(
  { db, action }: { db: Database; action: EntryContext },
  account: Pick<Account, 'id'>,
  texts: readonly PastText[],
  options: PastImportOptions,
): Promise<PastImportCounts> {
  const counts = noCounts(texts.length)
  const own = await ownIds(db.read, account.id, texts)
  counts.known += own.size
  const others = texts.filter(text => !own.has(text.id ?? ''))
  const repositories = await listRepositories(db.read, account.id)
  const selected = await selectTexts(others, repositories, options, counts)
  const { dated, undated, sources } = await dateTexts(db.read, selected, options, action.clock.now())
  counts.skipped.undated = undated
  counts.dated = sources
  const erased = await erasedAuthors(db.read, account.id)
  const read = await entriesFrom(dated, options, counts)
  const shown = (entry: ImportedEntry) =>
    erased ? { ...entry, title: erased.text(entry.title), body: erased.text(entry.body) } : entry
  const entries = await keyed(
    db.read,
    account.id,
    read.map(one => ({ ...one, entries: one.entries.map(shown) })),
  )
  const repositoryId = options.repository?.id ?? null
  for (const batch of chunksOf(entries, BATCH_SIZE)) {
    const taken = await db.write(async tx => {
      const outcomes: ImportOutcome[] = []
      for (const entry of batch) outcomes.push(await importEntry(tx, action, account.id, repositoryId, entry))
      return outcomes
    })
    for (const result of taken) addResult(counts, result)
  }
  return counts
}

const noCounts = (found: number): PastImportCounts => ({
  found,
  published: 0,
  known: 0,
  told: 0,
  linked: 0,
  replaced: 0,
  skipped: { ahead: 0, trial: 0, empty: 0, undated: 0, unreadable: 0 },
  dated: noDateSources(),
})

/** The ids of texts that are entries of this account already, as in a copy of its own feed. */
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

/** The texts to import, with the pull requests and commits that they mention. */
async function selectTexts(
  texts: readonly PastText[],
  repositories: readonly Repository[],
  { prereleases, repository }: PastImportOptions,
  { skipped }: PastImportCounts,
): Promise<(NamedText & ReferencingText)[]> {
  const selected: (NamedText & ReferencingText)[] = []
  for (const text of texts) {
    // Parsing may take long: let other work run in between.
    await setImmediate()
    if (text.isUnreleased) skipped.ahead++
    else if (text.version !== null && isPrerelease(text.version) && !prereleases) skipped.trial++
    else if (isEmpty(text)) skipped.empty++
    else
      selected.push({
        ...text,
        names: namesOf(text, repository, repositories),
        references: referencesOf(text, repository),
      })
  }
  return selected
}

async function entriesFrom(
  texts: readonly ReadText['text'][],
  { each, repository }: PastImportOptions,
  { skipped }: PastImportCounts,
): Promise<ReadText[]> {
  const read: ReadText[] = []
  for (const text of texts) {
    // Rendering may take long: let other work run in between.
    await setImmediate()
    const whole = each ? null : await wholeEntry(text, repository)
    const entries = each ? await eachEntry(text, repository) : whole ? [whole] : []
    if (entries.length === 0) skipped.unreadable++
    else read.push({ text, entries })
  }
  return read
}

function addResult(counts: PastImportCounts, result: ImportOutcome): void {
  counts[result.outcome]++
  if (result.outcome !== 'published') return
  counts.linked += result.linked
  counts.replaced += result.replaced
}
