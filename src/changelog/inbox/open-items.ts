import { sql } from 'kysely'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import type { EditionPlace, Entry } from '#changelog/entries/entry.ts'
import { withFieldsBefore } from '#changelog/entries/history.ts'
import { entryFrom, hasOtherWords } from '#changelog/entries/store.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { StoredPitch } from '#writing/pitches.ts'

/** An entry that an item changed, as it is now and as it was before the change. */
export interface ChangedEntry {
  current: Entry
  /** Null if the change created the entry. */
  before: Entry | null
  /** No later change of the entry is still in force. */
  isLast: boolean
  /** Where the entry was in an edition; left out if the change did not move it. */
  place?: EditionPlace | null
  /** What the entry's words were written from, if the change replaced that. */
  pitch: StoredPitch | null
  /** There are words of the entry that none of its versions holds (`hasOtherWords`). */
  hasOtherWords: boolean
  /** One of its pull requests is reverted. */
  isReverted: boolean
}

/** The part of a change that concerns one of its items and has not been undone. */
export interface OpenItem {
  changeId: string
  id: string
  action: ActivityAction | null
  entries: ChangedEntry[]
  /** The pull request whose classification changed: its decision before the change, after it, and now. */
  pull: { id: string; before: string | null; after: string | null; current: string | null } | null
}

type Line = Awaited<ReturnType<typeof openLines>>[number]

/** The items of these changes that have not been undone, in order; or only the one with the given id. */
export async function openItems(
  db: Reader,
  accountId: string,
  changeIds: readonly string[],
  itemId?: string,
): Promise<OpenItem[]> {
  if (changeIds.length === 0) return []
  const lines = await openLines(db, accountId, changeIds, itemId)
  const entries = await entriesOf(db, accountId, changeIds)
  const byItem = Map.groupBy(lines, ({ change_id, item }) => `${change_id} ${item}`)
  return [...byItem.values()].flatMap(own => itemFrom(own, entries))
}

function itemFrom(lines: readonly Line[], entries: Awaited<ReturnType<typeof entriesOf>>): OpenItem | [] {
  const [first] = lines
  if (first === undefined) return []
  const told = lines.find(({ subject, item }) => subject === item)
  const decided = lines.find(({ action }) => action === 'classified')
  const bySubject = Map.groupBy(
    lines.filter(line => line !== decided),
    line => line.subject,
  )
  return {
    changeId: first.change_id ?? '',
    id: first.item,
    action: told?.action ?? null,
    entries: [...bySubject].flatMap(([id, own]) => changedEntry(own, entries.get(id))),
    pull: decided
      ? {
          id: decided.subject,
          before: JSON.parse(decided.before ?? '{}').decision ?? null,
          after: JSON.parse(decided.after ?? '{}').decision ?? null,
          current: decided.decision_id,
        }
      : null,
  }
}

/** Builds the changed entry from the lines of the activity log about it, ordered by version. */
function changedEntry(
  lines: readonly Line[],
  found: (Pick<ChangedEntry, 'current' | 'hasOtherWords' | 'isReverted'> & { standing: number }) | undefined,
): ChangedEntry | [] {
  if (found === undefined) return []
  const { standing, ...now } = found
  let before: Entry | null = now.current
  let pitch: StoredPitch | null = null
  let place: EditionPlace | null | undefined
  for (const line of lines.toReversed()) {
    const { edition, leftEdition, pitch: replaced, ...was } = JSON.parse(line.before ?? '{}')
    if (line.version === 1 && (line.before === null || line.action === 'grouped')) before = null
    else if (edition !== undefined) place = edition
    else if (before) before = withFieldsBefore(before, { before: was, after: JSON.parse(line.after ?? '{}') })
    place = leftEdition ?? place
    pitch = replaced ?? pitch
  }
  const isLast = (lines.at(-1)?.version ?? 0) >= standing
  return { ...now, before, isLast, pitch, ...(place !== undefined && { place }) }
}

const openLines = (db: Reader, accountId: string, changeIds: readonly string[], itemId?: string) =>
  db
    .selectFrom('activity as line')
    .leftJoin('pull_request as pull', 'pull.id', 'line.subject')
    .select(['line.change_id', 'line.item', 'line.subject', 'line.action', 'line.version'])
    .select(['line.before', 'line.after', 'pull.decision_id'])
    .where('line.change_id', 'in', changeIds)
    .where('line.account_id', '=', accountId)
    .where('line.undone_at', 'is', null)
    .$if(itemId !== undefined, query => query.where('line.item', '=', itemId ?? ''))
    .orderBy('line.position')
    .orderBy('line.version')
    .execute()

/**
 * The entries of these changes, each with the version of its last change that is still in force, whether it
 * has words beside its versions, and whether one of its pull requests is reverted.
 */
async function entriesOf(db: Reader, accountId: string, changeIds: readonly string[]) {
  const rows = await db
    .selectFrom('entry')
    .selectAll('entry')
    .select(build => [hasOtherWords(build).as('has_other_words')])
    .select(({ selectFrom, exists }) => [
      selectFrom('activity as line')
        .select(sql<number>`max(line.version)`.as('version'))
        .whereRef('line.subject', '=', 'entry.id')
        .where('line.undone_at', 'is', null)
        .as('standing'),
      exists(
        selectFrom('entry_pull_request as link')
          .innerJoin('pull_request as pull', 'pull.id', 'link.pull_request_id')
          .select('link.entry_id')
          .whereRef('link.entry_id', '=', 'entry.id')
          .where('pull.reverted_at', 'is not', null),
      ).as('is_reverted'),
    ])
    .where('entry.account_id', '=', accountId)
    .where('entry.id', 'in', ({ selectFrom }) =>
      selectFrom('activity').select('subject').where('change_id', 'in', changeIds),
    )
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        current: entryFrom(row),
        standing: row.standing ?? 0,
        hasOtherWords: Boolean(row.has_other_words),
        isReverted: Boolean(row.is_reverted),
      },
    ]),
  )
}
