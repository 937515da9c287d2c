import { isDeepStrictEqual } from 'node:util'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { recordEvent } from '#accounts/events.ts'
import { refreshHighlights } from '#changelog/ledger/highlight-projection.ts'
import { rowById } from '#platform/db/rows.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { indexTexts, type SearchText } from '#platform/db/search-text.ts'
import { AppError, unknownId } from '#platform/errors.ts'
import { placeColumns } from './edition-place.ts'
import type { Entry } from './entry.ts'

/** An entry to store, with all pull requests that it covers, including the primary one. */
export interface NewEntry {
  entry: Entry
  pullRequestIds: readonly string[]
  /** The classification decision that the entry was made from. */
  decisionId: string | null
}

/** True if no other entry may cover this entry's pull requests. */
export const isLive = (entry: Entry): boolean => entry.state !== 'dismissed' && entry.state !== 'withdrawn'

export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('entry')
    .values(
      entries.map(({ entry, decisionId }) => ({
        ...mutableColumns(entry),
        ...immutableColumns(entry),
        decision_id: decisionId,
      })),
    )
    .execute()
  await indexTexts(tx, entries.map(textOf))
  const links = entries.flatMap(({ entry, pullRequestIds }) =>
    pullRequestIds.map(pullRequestId => ({
      entry_id: entry.id,
      pull_request_id: pullRequestId,
      account_id: entry.accountId,
      live: isLive(entry) ? 1 : 0,
    })),
  )
  if (links.length > 0) await tx.insertInto('entry_pull_request').values(links).execute()
  for (const [accountId, made] of Map.groupBy(entries, ({ entry }) => entry.accountId)) {
    const ids = made.map(({ entry }) => entry.id)
    await recordEvent(tx, accountId, 'entries', ids)
  }
}

/** Deletes a draft that nobody has changed since it was made. Its pull requests are left without an entry. */
export async function deleteDraft(tx: Tx, { id, accountId }: Entry): Promise<void> {
  await tx.deleteFrom('entry_pull_request').where('entry_id', '=', id).execute()
  await tx.deleteFrom('declined_group').where('entry_id', '=', id).execute()
  await tx
    .deleteFrom('entry')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', '=', 'draft')
    .execute()
}

/** A condition on entries: there are words of the entry that none of its versions holds, a translation or the text of a post. */
export const hasOtherWords = ({ or, exists, selectFrom }: ExpressionBuilder<Schema, 'entry'>) =>
  or([
    exists(
      selectFrom('entry_translation as told')
        .select('told.language')
        .whereRef('told.entry_id', '=', 'entry.id'),
    ),
    exists(selectFrom('post_text').select('post_text.text').whereRef('post_text.entry_id', '=', 'entry.id')),
  ])

/** Stores an imported entry, without pull requests yet. Returns false, and stores nothing, if the account has an entry with that key. */
export async function insertImported(tx: Tx, entry: Entry, key: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('entry')
    .values({ ...mutableColumns(entry), ...immutableColumns(entry), decision_id: null, import_key: key })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  await indexTexts(tx, [textOf({ entry })])
  return true
}

const textOf = ({ entry: { id, accountId, title, body } }: Pick<NewEntry, 'entry'>): SearchText => {
  return { accountId, entryId: id, text: `${title} ${body}` }
}

/**
 * Stores a changed entry under the next version number and returns it. Throws `conflict` and changes nothing if the stored version is
 * not that of `before`.
 */
export async function updateEntry<E extends Entry>(tx: Tx, before: Entry, after: E): Promise<E> {
  const stored = { ...after, version: before.version + 1 }
  const { numUpdatedRows } = await tx
    .updateTable('entry')
    .set({
      ...mutableColumns(stored),
      ...(!isDeepStrictEqual(before.edition, after.edition) && placeColumns(after.edition)),
    })
    .where('id', '=', before.id)
    .where('account_id', '=', before.accountId)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw versionConflict(await entryById(tx, before.id))
  if (before.title !== after.title || before.body !== after.body)
    await indexTexts(tx, [textOf({ entry: stored })])
  const primaries = new Set([before.primaryPullRequestId ?? [], after.primaryPullRequestId ?? []].flat())
  if (changesHighlight(before, after)) await refreshHighlights(tx, [...primaries])
  return stored
}

const changesHighlight = (before: Entry, after: Entry): boolean =>
  (['title', 'body', 'kind', 'magnitude', 'primaryPullRequestId'] as const).some(
    field => before[field] !== after[field],
  )

/** The error for a change that is based on an older version; `current` is the stored entry. */
export const versionConflict = (current: Entry): AppError =>
  new AppError(
    'conflict',
    `The entry has changed since: it is ${current.state} at version ${current.version} now, with the title “${current.title}”. Nothing was changed; reload it.`,
    { current },
  )

const mutableColumns = (entry: Entry) => ({
  set_id: entry.setId,
  state: entry.state,
  title: entry.title,
  body: entry.body,
  machine_title: entry.machineTitle,
  machine_body: entry.machineBody,
  kind: entry.kind,
  magnitude: entry.magnitude,
  primary_pull_request_id: entry.primaryPullRequestId,
  author: entry.author,
  queued_for: entry.state === 'queued' ? entry.queuedFor : null,
  on_schedule: entry.state === 'queued' && entry.onSchedule ? 1 : 0,
  late: entry.state === 'queued' && entry.late ? 1 : 0,
  immediate: entry.state === 'queued' && entry.immediate ? 1 : 0,
  published_at: entry.state === 'published' || entry.state === 'withdrawn' ? entry.publishedAt : null,
  updated_at: entry.updatedAt,
  language: entry.language,
  image: entry.image?.sha256 ?? null,
  image_alt: entry.image?.alt ?? null,
  origin: entry.origin,
  span: entry.span,
  touched: entry.touched ? 1 : 0,
  flag: entry.flag,
  needs_words: entry.needsWords,
  merged_into: entry.mergedInto,
  proposed_title: entry.proposal?.title ?? null,
  proposed_body: entry.proposal?.body ?? null,
  stories_hash: entry.storiesHash,
  chosen_stories: entry.chosenStories.length === 0 ? null : JSON.stringify(entry.chosenStories),
  version: entry.version,
})

const immutableColumns = (entry: Entry) => ({
  id: entry.id,
  account_id: entry.accountId,
  page: entry.page,
  ingest_mode: entry.ingestMode,
  created_at: entry.createdAt,
})

/**
 * Throws `not_found` unless the entry exists. Requests of people pass the account that it must belong to; the operator's commands need not.
 */
export async function entryById(db: Reader, id: string, accountId?: string): Promise<Entry> {
  const row = await rowById(db, 'entry', id, accountId)
  if (!row) throw unknownId('entry', id)
  return entryFrom(row)
}

/** Conditions of a change: the version that it is based on, and the account that the entry must belong to. Operators may omit both. */
export interface EntryPrecondition {
  seen?: number | undefined
  accountId?: string | undefined
}

/** The entry, if it meets the precondition; otherwise throws `not_found`, or `conflict` with the stored entry. */
export async function entryIfUnchanged(
  db: Reader,
  id: string,
  { seen, accountId }: EntryPrecondition,
): Promise<Entry> {
  const entry = await entryById(db, id, accountId)
  if (seen !== undefined && entry.version !== seen) throw versionConflict(entry)
  return entry
}

/** The live entries that cover these pull requests, by pull request id. */
export async function liveEntriesOf(
  db: Reader,
  pullRequestIds: readonly string[],
): Promise<Map<string, Entry>> {
  if (pullRequestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('entry_pull_request')
    .innerJoin('entry', 'entry.id', 'entry_pull_request.entry_id')
    .selectAll('entry')
    .select('entry_pull_request.pull_request_id')
    .where('entry_pull_request.live', '=', 1)
    .where('entry_pull_request.pull_request_id', 'in', pullRequestIds)
    .execute()
  return new Map(rows.map(row => [row.pull_request_id, entryFrom(row)]))
}

/** The newest dismissed or withdrawn entry that covers this pull request. */
export async function lastDroppedEntry(db: Reader, pullRequestId: string): Promise<Entry | undefined> {
  const row = await db
    .selectFrom('entry_pull_request')
    .innerJoin('entry', 'entry.id', 'entry_pull_request.entry_id')
    .selectAll('entry')
    .where('entry_pull_request.pull_request_id', '=', pullRequestId)
    .where('entry_pull_request.live', '=', 0)
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id')
    .limit(1)
    .executeTakeFirst()
  return row && entryFrom(row)
}

/** The ids of the pull requests that the entries cover. */
export async function pullRequestIdsOf(db: Reader, ...entryIds: readonly string[]): Promise<string[]> {
  if (entryIds.length === 0) return []
  const rows = await db
    .selectFrom('entry_pull_request')
    .select('pull_request_id')
    .where('entry_id', 'in', entryIds)
    .execute()
  return rows.map(row => row.pull_request_id)
}

export function entryFrom(row: Selectable<Schema['entry']>): Entry {
  const content = {
    id: row.id,
    accountId: row.account_id,
    setId: row.set_id,
    title: row.title,
    body: row.body,
    machineTitle: row.machine_title,
    machineBody: row.machine_body,
    kind: row.kind,
    magnitude: row.magnitude,
    primaryPullRequestId: row.primary_pull_request_id,
    author: row.author,
    language: row.language,
    image: row.image === null ? null : { sha256: row.image, alt: row.image_alt ?? '' },
    origin: row.origin,
    ingestMode: row.ingest_mode,
    span: row.span,
    touched: row.touched === 1,
    flag: row.flag,
    needsWords: row.needs_words,
    mergedInto: row.merged_into,
    edition:
      row.edition_id === null
        ? null
        : { id: row.edition_id, part: row.edition_part ?? 'line', position: row.edition_position },
    page: row.page,
    proposal:
      row.proposed_title === null ? null : { title: row.proposed_title, body: row.proposed_body ?? '' },
    storiesHash: row.stories_hash,
    chosenStories: JSON.parse(row.chosen_stories ?? '[]'),
    version: row.version,
    updatedAt: row.updated_at,
    createdAt: row.created_at,
  }
  switch (row.state) {
    case 'queued':
      return {
        ...content,
        state: 'queued',
        queuedFor: requireTime(row.queued_for),
        onSchedule: row.on_schedule === 1,
        late: row.late === 1,
        immediate: row.immediate === 1,
      }
    case 'published':
      return { ...content, state: 'published', publishedAt: requireTime(row.published_at) }
    case 'withdrawn':
      return { ...content, state: 'withdrawn', publishedAt: requireTime(row.published_at) }
    case 'dismissed':
      return { ...content, state: 'dismissed' }
    case 'draft':
      return { ...content, state: 'draft' }
  }
}

function requireTime(instant: number | null): number {
  if (instant === null) throw new Error('The entry lacks the time that its state needs.')
  return instant
}
