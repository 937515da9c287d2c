import { isDeepStrictEqual } from 'node:util'
import type { ActionContext } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import { listSets } from '#accounts/sets.ts'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { rewordPitch, type StoredPitch, storedPitch } from '#writing/pitches.ts'
import type { Entry } from './entry.ts'
import type { EntryContext } from './entry-effects.ts'
import { altFrom, bodyFrom, languageFrom, titleFrom } from './entry-text.ts'
import { type EditableFields, editableFields, historyOf } from './history.ts'
import { markUsed, requireImage, storeImage } from './images/images.ts'
import type { Picture } from './images/picture.ts'
import type { Recording } from './images/recordings/recording.ts'
import { stillOf } from './images/stills.ts'
import { type EntryPrecondition, entryIfUnchanged, isLive, pullRequestIdsOf } from './store.ts'
import { filedUnder, saveEntry } from './transitions.ts'

/** The fields that a person changes; `reviewed` clears the flag. */
export type EntryEdit = Partial<EditableFields> & { reviewed?: true }

/**
 * Edits an entry. A published entry keeps its id and date, is marked as updated if its visible content changes, and is not announced
 * again. Throws `conflict` if the entry is not at the expected version; the error's `current` is the stored entry.
 */
export async function editEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  edit: EntryEdit,
  precondition: EntryPrecondition = {},
): Promise<Entry> {
  const before = await editableEntry(tx, id, precondition)
  return applyEdit(tx, context, 'edited', before, edit)
}

/** The editable fields at an earlier version. Throws `not_found` for a version that never existed. */
async function fieldsAtVersion(db: Reader, entry: Entry, version: number): Promise<EditableFields> {
  if (!Number.isInteger(version) || version < 1 || version > entry.version)
    throw new AppError('not_found', `The entry has the versions 1 to ${entry.version}.`)
  const later = (await historyOf(db, entry.id)).filter(change => change.version > version)
  return editableFields(Object.assign(editableFields(entry), ...later.map(change => change.before)))
}

/** Whether people can edit the entry: live and withdrawn entries yes, dismissed ones only once they are restored. */
const isEditable = (entry: Entry): boolean => isLive(entry) || entry.state === 'withdrawn'

/**
 * Restores the editable fields of an earlier version. The state does not change, and a set, an image or a primary pull request that the
 * entry cannot have any more is left out.
 */
export async function restoreVersion(
  tx: Tx,
  context: EntryContext,
  id: string,
  version: number,
  precondition: EntryPrecondition = {},
): Promise<Entry> {
  const before = await editableEntry(tx, id, precondition)
  const { image, setId, primaryPullRequestId, ...words } = await fieldsAtVersion(tx, before, version)
  const sets = await listSets(tx, before.accountId)
  const covered = await pullRequestIdsOf(tx, id)
  return applyEdit(tx, context, 'restored an earlier version', before, {
    ...words,
    ...((setId === null || sets.some(set => set.id === setId)) && { setId }),
    ...(covered.includes(primaryPullRequestId ?? '') && { primaryPullRequestId }),
    ...((image === null || (await markUsed(tx, before.accountId, image.sha256))) && { image }),
  })
}

/** Replaces the entry's words by the machine's proposal. */
export async function takeProposal(
  tx: Tx,
  context: EntryContext,
  id: string,
  precondition: EntryPrecondition = {},
): Promise<Entry> {
  const before = await editableEntry(tx, id, precondition)
  if (before.proposal === null)
    throw new AppError('conflict', 'There is no proposal for this entry. Regenerate its words first.')
  return takeWords(tx, context, before, before.proposal)
}

/** Replaces the entry's words by others of the machine. Throws `conflict` where it was changed since it was read. */
export async function takeWords(
  tx: Tx,
  context: EntryContext,
  before: Entry,
  { title, body }: NonNullable<Entry['proposal']>,
): Promise<Entry> {
  const machine = { machineTitle: title, machineBody: body, proposal: null }
  const pitch = await pitchBehind(tx, before)
  if (pitch) await rewordPitch(tx, context.clock, pitch.pull_request_id, { headline: title, body })
  const base = { ...before, ...machine }
  return applyEdit(tx, context, "took the machine's words", base, { title, body }, { before, pitch })
}

/** What an entry's words were written from; undefined if it covers several pull requests or none. */
export const pitchBehind = async (
  db: Reader,
  { origin, primaryPullRequestId: id }: Entry,
): Promise<StoredPitch | undefined> =>
  origin === 'pull-request' && id !== null ? storedPitch(db, id) : undefined

/** What is shown with an entry. */
interface Illustration {
  picture: Picture | Recording
  alt: string
  /** The SHA-256 of an image of the account, for a recording. */
  poster?: string | null
  /** Whether the image was taken from the description of a pull request. */
  isFromPull?: boolean
}

/** Stores a picture or recording and shows it with the entry. */
export async function illustrateEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  { picture, alt, poster = null, isFromPull = false }: Illustration,
  precondition: EntryPrecondition = {},
): Promise<Entry> {
  const before = await editableEntry(tx, id, precondition)
  if (poster !== null) await requireImage(tx, before.accountId, poster)
  const earlier = await stillOf(tx, before.accountId, before.image)
  const sha256 = await storeImage(tx, context, before.accountId, picture, poster)
  const action = isFromPull ? 'used a picture of' : 'edited'
  // The same recording with another poster is a change that readers see.
  const isOtherPoster =
    before.image?.sha256 === sha256 && earlier !== (await stillOf(tx, before.accountId, { sha256 }))
  const bare = isOtherPoster ? await applyEdit(tx, context, action, before, { image: null }) : before
  return applyEdit(tx, context, action, bare, { image: { sha256, alt } })
}

/** Stores new words by the machine as a proposal; null removes the proposal. */
export async function proposeWords(
  tx: Tx,
  context: EntryContext,
  before: Entry,
  words: Entry['proposal'],
): Promise<Entry> {
  if (isDeepStrictEqual(before.proposal, words)) return before
  return saveEntry(tx, context, 'regenerated', before, { ...before, proposal: words })
}

/** Discards the machine's proposal. */
export async function declineProposal(
  tx: Tx,
  context: EntryContext,
  id: string,
  precondition: EntryPrecondition = {},
): Promise<Entry> {
  const before = await entryIfUnchanged(tx, id, precondition)
  if (before.proposal === null) return before
  return saveEntry(tx, context, "declined the machine's words", before, {
    ...before,
    proposal: null,
    touched: true,
  })
}

/** The entry, if it meets the precondition and can be edited in its state; otherwise throws `conflict` or `not_found`. */
export async function editableEntry(db: Reader, id: string, precondition: EntryPrecondition): Promise<Entry> {
  const entry = await entryIfUnchanged(db, id, precondition)
  if (isEditable(entry)) return entry
  throw new AppError('conflict', 'A dismissed entry cannot be edited; restore it first.', { current: entry })
}

async function applyEdit(
  tx: Tx,
  context: EntryContext,
  action: ActivityAction,
  base: Entry,
  { reviewed, ...edit }: EntryEdit,
  { before = base, pitch }: { before?: Entry; pitch?: StoredPitch | undefined } = {},
): Promise<Entry> {
  const content = await validated(tx, base, edit)
  const isSeen = reviewed || isReworded(base, content)
  const flag = isSeen ? flagAfter(base, reviewed) : base.flag
  const needsWords = isSeen ? null : base.needsWords
  const after: Entry = { ...base, ...content, flag, needsWords, touched: true }
  if (isSame(before, after)) return before
  const changed = { ...after, updatedAt: updatedAt(context, before, after) }
  return saveEntry(tx, context, action, before, changed, pitch)
}

/** Rewording clears the flag `review`; the flag `reverted` is cleared only when a person says so. */
const flagAfter = ({ flag }: Entry, reviewed: true | undefined) =>
  flag === 'review' || reviewed ? null : flag

const isReworded = (before: EditableFields, after: Partial<EditableFields>): boolean =>
  ('title' in after && after.title !== before.title) || ('body' in after && after.body !== before.body)

const isSame = (before: Entry, after: Entry): boolean =>
  before.flag === after.flag &&
  before.needsWords === after.needsWords &&
  before.proposal === after.proposal &&
  isDeepStrictEqual(editableFields(before), editableFields(after))

/** `updatedAt` changes only with what readers see. The set is not part of that. */
function updatedAt({ clock }: ActionContext, before: Entry, after: Entry): number {
  if (isShownAlike(before, after)) return before.updatedAt
  return Math.max(clock.now(), before.updatedAt)
}

/** Whether readers see the same in both versions of an entry. */
export function isShownAlike(one: Entry, other: Entry): boolean {
  const shown = (entry: Entry) => ({ ...editableFields(entry), setId: null })
  return isDeepStrictEqual(shown(one), shown(other))
}

/** Cleans an edit. Throws `invalid_parameter` or `not_found` for values that the entry cannot have. */
async function validated(
  tx: Tx,
  entry: Entry,
  edit: Partial<EditableFields>,
): Promise<Partial<EditableFields>> {
  const { title, body, kind, magnitude, setId, primaryPullRequestId, image, language } = edit
  await filedUnder(tx, entry, setId)
  if (image) await requireImage(tx, entry.accountId, image.sha256)
  if (primaryPullRequestId) await requireCovered(tx, entry, primaryPullRequestId)
  return {
    ...(title !== undefined && { title: title === entry.title ? title : titleFrom(title) }),
    ...(body !== undefined && { body: await bodyFrom(body) }),
    ...(kind !== undefined && { kind: oneOf('kind', kind, KINDS) }),
    ...(magnitude !== undefined && { magnitude: oneOf('magnitude', magnitude, MAGNITUDES) }),
    ...(setId !== undefined && { setId }),
    ...(primaryPullRequestId !== undefined && { primaryPullRequestId }),
    ...(image !== undefined && { image: image && { sha256: image.sha256, alt: altFrom(image.alt) } }),
    ...(language !== undefined && { language: language === null ? null : languageFrom(language) }),
  }
}

function oneOf<T extends string>(name: string, text: T, values: readonly T[]): T {
  if (values.includes(text)) return text
  const accepts = values.join(', ')
  const got = safeLine(String(text).slice(0, 100))
  throw new AppError('invalid_parameter', `The ${name} is one of ${accepts}.`, {
    parameters: [{ name, got, accepts }],
  })
}

async function requireCovered(tx: Tx, entry: Entry, pullRequestId: string): Promise<void> {
  if ((await pullRequestIdsOf(tx, entry.id)).includes(pullRequestId)) return
  throw new AppError(
    'not_found',
    'The entry does not cover that pull request, so it cannot be its primary one.',
  )
}
