import { isDeepStrictEqual } from 'node:util'
import { nameOfActor } from '#accounts/activity.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { Entry } from './entry.ts'

/** The fields of an entry that people edit and can restore. */
export type EditableFields = Pick<
  Entry,
  'title' | 'body' | 'kind' | 'magnitude' | 'setId' | 'primaryPullRequestId' | 'image' | 'language'
>

const EDITABLE_FIELDS: readonly (keyof EditableFields)[] = [
  ...(['title', 'body', 'kind', 'magnitude', 'setId'] as const),
  ...(['primaryPullRequestId', 'image', 'language'] as const),
]

/** The fields that the history shows. `at` is the time that the entry is queued for or was published at. */
type HistoryFields = EditableFields & { state: Entry['state']; at?: Instant; late?: true } & Pick<
    Entry,
    'machineTitle' | 'machineBody' | 'flag' | 'mergedInto'
  >

const HISTORY_FIELDS: readonly string[] = [
  ...EDITABLE_FIELDS,
  ...['state', 'machineTitle', 'machineBody', 'flag', 'mergedInto', 'late'],
]

/** One change, with the fields that differ before and after it. */
export interface EntryChange {
  /** The version that the change produced. */
  version: number
  at: Instant
  actor: string
  /** The person's name (`nameOfActor`). */
  actorName: string | null
  action: string
  before: Partial<HistoryFields>
  after: Partial<HistoryFields>
}

type Fields = Record<string, unknown>

/** The fields that no change touches, and the place in an edition, which has no versions. */
const KEPT_APART: readonly string[] = [
  ...['id', 'accountId', 'version', 'edition', 'ingestMode', 'page', 'createdAt'],
]

/** The fields in which two versions of an entry differ. The titles are always included, because the log names entries by them. */
export function changedFields(before: Entry, after: Entry): { before: Fields; after: Fields } {
  const [was, is]: Fields[] = [{ ...before }, { ...after }]
  const names = Object.keys({ ...was, ...is }).filter(
    name => !KEPT_APART.includes(name) && !isDeepStrictEqual(was?.[name], is?.[name]),
  )
  const only = (fields: Fields = {}) =>
    Object.fromEntries(['title', ...names].filter(name => name in fields).map(name => [name, fields[name]]))
  return { before: only(was), after: only(is) }
}

/** Takes back a change of these fields and keeps whatever else has changed since. */
export const withFieldsBefore = (entry: Entry, { before, after }: { before: Fields; after: Fields }): Entry =>
  ({
    ...Object.fromEntries(Object.entries(entry).filter(([name]) => !(name in after))),
    ...before,
  }) as Entry

/** Picks the editable fields of an entry. */
export const editableFields = (entry: EditableFields): EditableFields =>
  Object.fromEntries(EDITABLE_FIELDS.map(field => [field, entry[field]])) as unknown as EditableFields

/** The changes of these entries, ordered by entry and version. */
export async function changesOf(
  db: Reader,
  entryIds: readonly string[],
): Promise<(EntryChange & { entryId: string })[]> {
  const rows = await db
    .selectFrom('activity')
    .leftJoin('person', 'person.id', 'activity.actor')
    .select(['subject as entryId', 'version', 'at', 'actor', 'action', 'before', 'after'])
    .select('person.name as actorName')
    .where('subject', 'in', entryIds)
    // The first version has no change, and placing an entry in an edition makes no new version.
    .where('version', '>', 1)
    .where('action', '<>', 'placed in the edition')
    .orderBy('subject')
    .orderBy('version')
    .execute()
  return rows.map(({ version, action, before, after, actorName, ...row }) => ({
    ...row,
    actorName: nameOfActor(row.actor, actorName),
    ...{ version: version ?? 0, action: action ?? '' },
    ...shownFields(JSON.parse(before ?? '{}'), JSON.parse(after ?? '{}')),
  }))
}

function shownFields(before: Fields, after: Fields): Pick<EntryChange, 'before' | 'after'> {
  const hasChanged = (name: string) => !isDeepStrictEqual(before[name], after[name])
  const shown = ({ queuedFor, publishedAt, ...fields }: Fields): Partial<HistoryFields> => {
    const at = queuedFor ?? publishedAt
    const names = HISTORY_FIELDS.filter(name => name in fields && fields[name] !== false && hasChanged(name))
    return {
      ...Object.fromEntries(names.map(name => [name, fields[name]])),
      ...(typeof at === 'number' && { at }),
    }
  }
  return { before: shown(before), after: shown(after) }
}

/** All changes of the entry, newest first. */
export async function historyOf(db: Reader, entryId: string): Promise<EntryChange[]> {
  const changes = await changesOf(db, [entryId])
  return changes.map(({ entryId: _, ...change }) => change).reverse()
}
