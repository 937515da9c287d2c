import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { coverPulls, pullsByEntry } from './covered-pulls.ts'
import { dismiss, type Entry, NEW_ENTRY_DEFAULTS, type PublishedEntry, requireState } from './entry.ts'
import type { EntryContext } from './entry-effects.ts'
import { type PullReferences, recordReferences, referencedPulls } from './promotion.ts'
import { dismissedEntriesOf, distinct, removeCovered } from './revert-effects.ts'
import { insertImported, liveEntriesOf, pullRequestIdsOf } from './store.ts'
import { markPromoted, saveEntry } from './transitions.ts'

/** A release or post from a past changelog, or one item of it. */
export interface ImportedEntry extends PullReferences {
  /** Identifies the entry permanently, whatever source it is read from. */
  key: string
  title: string
  /** Markdown, cleaned. */
  body: string
  kind: Kind
  magnitude: Magnitude
  at: Instant
  /** The release's name; null for a single item. */
  span: string | null
  /** The URL of the original. */
  page: string | null
}

/** `known`: the entry was imported before. `told`: published entries already cover all pull requests that it names. */
export type ImportOutcome =
  | { outcome: 'published'; linked: number; replaced: number }
  | { outcome: 'known' | 'told' }

/**
 * Publishes an entry with its original date, without posting anything. The entry takes over the pull requests that it names: they count
 * as announced, and their drafts are dismissed and link to it. Pull requests of published entries stay there. Importing the same key
 * again changes nothing.
 */
export async function importEntry(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  repositoryId: string | null,
  past: ImportedEntry,
): Promise<ImportOutcome> {
  if (await isKnown(tx, accountId, past.key)) return { outcome: 'known' }
  const owner = repositoryId === null ? null : { id: repositoryId, accountId }
  const named = owner ? await referencedPulls(tx, owner, past) : []
  const live = await liveEntriesOf(tx, named)
  const free = named.filter(id => live.get(id)?.state !== 'published')
  if (named.length > 0 && free.length === 0) return { outcome: 'told' }
  const entry = newImportedEntry(context, accountId, past, free[0] ?? null)
  if (!(await insertImported(tx, entry, past.key))) return { outcome: 'known' }
  const replaced = await replaceEntries(tx, context, entry, free)
  await coverPulls(tx, entry, free, MEANWHILE)
  await markPromoted(tx, context, named)
  if (owner) await recordReferences(tx, owner, past, entry.id)
  await refreshPlaces(tx, named)
  await touchFeeds(tx, context.clock, accountId, { sets: [] })
  await recordActivity(tx, context, 'imported', {
    accountId,
    subject: entry.id,
    after: { title: entry.title, at: entry.publishedAt, pullRequests: free },
  })
  return { outcome: 'published', linked: free.length, replaced }
}

const MEANWHILE = 'Another entry covered the same pull requests in the meantime. Import again.'

/** Separates the release from the item in the key of an item. */
export const ITEM_SEPARATOR = '|'

/** Whether the key was imported, or its release was imported whole or item by item. */
async function isKnown(tx: Tx, accountId: string, key: string): Promise<boolean> {
  const [release = key] = key.split(ITEM_SEPARATOR)
  const row = await tx
    .selectFrom('entry')
    .select('id')
    .where('account_id', '=', accountId)
    .where(where =>
      where.or([
        where('import_key', 'in', [release, key]),
        ...(release === key
          ? [where.and([where('import_key', '>', key + ITEM_SEPARATOR), where('import_key', '<', `${key}}`)])]
          : []),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

const newImportedEntry = (
  { clock, ids }: ActionContext,
  accountId: string,
  past: ImportedEntry,
  primaryPullRequestId: string | null,
): PublishedEntry => ({
  ...NEW_ENTRY_DEFAULTS,
  id: ids.next(),
  state: 'published',
  accountId,
  setId: null,
  title: past.title,
  body: past.body,
  machineTitle: past.title,
  machineBody: past.body,
  kind: past.kind,
  magnitude: past.magnitude,
  primaryPullRequestId,
  author: null,
  origin: 'import',
  span: past.span,
  page: past.page,
  publishedAt: past.at,
  updatedAt: past.at,
  createdAt: clock.now(),
})

const REPLACED = 'announced elsewhere'

/** Replaces drafts and queued entries by the imported one. Returns their number. */
async function replaceEntries(
  tx: Tx,
  context: EntryContext,
  by: Entry,
  pullRequestIds: readonly string[],
): Promise<number> {
  const live = await liveEntriesOf(tx, pullRequestIds)
  const entries = distinct(live.values())
  const named = new Set(pullRequestIds)
  for (const entry of entries) await giveUpPulls(tx, context, entry, by, named)
  return entries.length
}

/** Takes announced pull requests away from an entry that covers others as well, and from the drafts that it was made from. */
async function giveUpPulls(
  tx: Tx,
  context: EntryContext,
  entry: Entry,
  by: Entry,
  named: Set<string>,
): Promise<void> {
  const covered = (await pullsByEntry(tx, [entry.id])).get(entry.id) ?? []
  const [kept, gone] = [covered.filter(id => !named.has(id)), covered.filter(id => named.has(id))]
  if (kept.length === 0) {
    const open = requireState(entry, REPLACED, 'draft', 'queued')
    await saveEntry(tx, context, REPLACED, entry, { ...dismiss(open), mergedInto: by.id })
    return
  }
  await removeCovered(tx, context, entry, { kept, gone, action: `in part ${REPLACED}` })
  for (const source of await dismissedEntriesOf(tx, gone)) {
    if (source.mergedInto !== entry.id) continue
    const own = await pullRequestIdsOf(tx, source.id)
    const left = own.filter(id => !named.has(id))
    if (left.length > 0)
      await removeCovered(tx, context, source, { kept: left, gone, action: `in part ${REPLACED}` })
    else await saveEntry(tx, context, REPLACED, source, { ...source, mergedInto: by.id })
  }
}
