import { isDeepStrictEqual } from 'node:util'
import type { ActionContext } from '#accounts/activity.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Entry } from './entry.ts'
import { isLive } from './store.ts'

/** The fields of an entry that people edit and can restore. */
export type EditableFields = Pick<
  Entry,
  'title' | 'body' | 'kind' | 'magnitude' | 'setId' | 'primaryPullRequestId' | 'image' | 'language'
>

const EDITABLE_FIELDS: readonly (keyof EditableFields)[] = [
  ...(['title', 'body', 'kind', 'magnitude', 'setId'] as const),
  ...(['primaryPullRequestId', 'image', 'language'] as const),
]

/** The fields that the history records. */
type HistoryFields = EditableFields & { state: Entry['state']; at?: Instant; late?: true } & Pick<
    Entry,
    'machineTitle' | 'machineBody' | 'flag' | 'mergedInto'
  >

/** One change, with the fields that differ before and after it. */
export interface EntryChange {
  /** The version that the change produced. */
  version: number
  at: Instant
  actor: string
  /** The person's name; null for machines and the command line. */
  actorName: string | null
  action: string
  before: Partial<HistoryFields>
  after: Partial<HistoryFields>
}

/** Records a change in the transaction that stores it. */
export async function recordChange(
  tx: Tx,
  { clock, actor }: ActionContext,
  action: string,
  before: Entry,
  after: Entry,
): Promise<void> {
  const [was, is] = [historyFields(before), historyFields(after)]
  const differing = (Object.keys({ ...was, ...is }) as (keyof HistoryFields)[]).filter(
    field => !isDeepStrictEqual(was[field], is[field]),
  )
  const only = (told: HistoryFields) =>
    JSON.stringify(Object.fromEntries(differing.map(field => [field, told[field]])))
  await tx
    .insertInto('entry_change')
    .values({
      entry_id: after.id,
      version: after.version,
      account_id: after.accountId,
      at: clock.now(),
      actor,
      action,
      before: only(was),
      after: only(is),
    })
    .execute()
}

function historyFields(entry: Entry): HistoryFields {
  const { machineTitle, machineBody, flag, mergedInto, state } = entry
  const at =
    entry.state === 'queued' ? entry.queuedFor : entry.state === 'published' ? entry.publishedAt : undefined
  const where = {
    state,
    machineTitle,
    machineBody,
    flag,
    mergedInto,
    ...(at !== undefined && { at }),
    ...(entry.state === 'queued' && entry.late && { late: true as const }),
  }
  return { ...editableFields(entry), ...where }
}

/** Only the editable fields. */
export const editableFields = (entry: EditableFields): EditableFields =>
  Object.fromEntries(EDITABLE_FIELDS.map(field => [field, entry[field]])) as unknown as EditableFields

/** All changes of the entry, newest first. */
export async function historyOf(db: Reader, entryId: string): Promise<EntryChange[]> {
  const rows = await db
    .selectFrom('entry_change')
    .leftJoin('person', 'person.id', 'entry_change.actor')
    .select(['version', 'at', 'actor', 'action', 'before', 'after', 'person.name as actorName'])
    .where('entry_id', '=', entryId)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(row => ({ ...row, before: JSON.parse(row.before), after: JSON.parse(row.after) }))
}

/** The editable fields at an earlier version. Throws `not_found` for a version that never existed. */
export async function fieldsAtVersion(db: Reader, entry: Entry, version: number): Promise<EditableFields> {
  if (!Number.isInteger(version) || version < 1 || version > entry.version)
    throw new AppError('not_found', `The entry has the versions 1 to ${entry.version}.`)
  const later = (await historyOf(db, entry.id)).filter(change => change.version > version)
  return editableFields(Object.assign(editableFields(entry), ...later.map(change => change.before)))
}

/** Live and withdrawn entries can be edited; dismissed ones must be restored first. */
export const isEditable = (entry: Entry): boolean => isLive(entry) || entry.state === 'withdrawn'
