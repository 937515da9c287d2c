import type { ActionContext } from '#accounts/activity.ts'
import type { Role } from '#accounts/roles.ts'
import type { Classification, Kind, Magnitude } from '#judgement/classification/classification.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Repository } from '#pulls/repositories/repositories.ts'
import { setFor } from '#pulls/repositories/scope.ts'
import type { Pitch } from '#writing/pitch.ts'

export const ENTRY_STATES = ['draft', 'queued', 'published', 'dismissed', 'withdrawn'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** What an entry was made from: one pull request, a group of them, other entries (an edition), or a past changelog. */
export type EntryOrigin = 'pull-request' | 'group' | 'edition' | 'import'

/** The place of an entry in an edition: a person put it there, or it was published there. */
export interface EditionPlace {
  /** The id of the edition, which is an entry too. */
  id: string
  /** Whether the entry is told in full, in one line, or was left out by a person. */
  part: 'story' | 'line' | 'out'
  /** The entry's place in the part; null: by its weight. */
  position: number | null
}

/**
 * Why a person should look at an entry again. `reverted`: its pull requests were reverted; a dismissed entry is restored automatically
 * if the revert is reverted. `review`: it lost some of its pull requests, or turned out to carry others only, so its words may promise too much.
 */
export type EntryFlag = 'reverted' | 'review'

/** Whether its merges were recorded as they happened (`live`), or by an import or a backfill (`past`). */
export type IngestMode = 'live' | 'past'

/** How late a queued entry, or its post, may still go out without a person. */
export const LATENESS_MS = DAY_MS

/** When a queued entry is to be published. */
export interface QueuePosition {
  at: Instant
  /** Whether the time belongs to the schedule; no two entries of a lane share one. Otherwise a person set it for this entry alone. */
  onSchedule: boolean
  /** A person publishes the entry right away: neither a pause nor lateness holds it. */
  immediate?: boolean
}

/** An image of the account, with its alternative text. */
interface EntryImage {
  sha256: string
  alt: string
}

/** What an entry has in every state. */
interface EntryBase {
  /** Permanent: feeds show it as `urn:uuid:`. */
  id: string
  accountId: string
  setId: string | null
  title: string
  /** Markdown. */
  body: string
  machineTitle: string
  machineBody: string
  kind: Kind
  magnitude: Magnitude
  /** Null only for an edition, and for an imported entry that names no recorded pull request. */
  primaryPullRequestId: string | null
  author: string | null
  /** BCP 47 tag; null for the account's language. */
  language: string | null
  image: EntryImage | null
  origin: EntryOrigin
  ingestMode: IngestMode
  /** What an imported entry covers, such as "2.1.0"; for an old group, its week or release. */
  span: string | null
  /** A person changed the entry. From then on the machine only proposes new words. */
  touched: boolean
  flag: EntryFlag | null
  /** Why a person has to reword the entry before a policy publishes it; null if its words are good enough. */
  needsWords: string | null
  /** The entry that took over its pull requests. This one keeps its words, so that ungrouping restores it. */
  mergedInto: string | null
  /**
   * The place of the entry in an edition. A person's placement is stored separately (`edition-place.ts`), any other with its transition.
   */
  edition: EditionPlace | null
  /** The URL of the original, such as the imported release's page. */
  page: string | null
  /** New words by the machine that a person can accept or decline. */
  proposal: { title: string; body: string } | null
  /** Of an edition that has not gone out: the stories that a writer or a person worded it for, as a hash; null where none did. */
  storiesHash: string | null
  /** Of an edition that has not gone out: the ids of the entries that a writer leads with, the first first. */
  chosenStories: readonly string[]
  /** Increases with every change. An edit names the version that it is based on. */
  version: number
  /** When the content last changed. Transitions other than publication do not count. */
  updatedAt: Instant
  createdAt: Instant
}

export type DraftEntry = EntryBase & { state: 'draft' }
export type QueuedEntry = EntryBase & {
  state: 'queued'
  queuedFor: Instant
  onSchedule: boolean
  /** Its time passed longer ago than the account allows, so the entry waits for a person. */
  late: boolean
  /** A person publishes the entry right away, after a few seconds in which that can be undone. Neither a pause nor lateness holds it. */
  immediate: boolean
}
export type PublishedEntry = EntryBase & { state: 'published'; publishedAt: Instant }
type DismissedEntry = EntryBase & { state: 'dismissed' }
type WithdrawnEntry = EntryBase & { state: 'withdrawn'; publishedAt: Instant }
export type Entry = DraftEntry | QueuedEntry | PublishedEntry | DismissedEntry | WithdrawnEntry

/** The initial values of an entry that the machine makes from one pull request. */
export const NEW_ENTRY_DEFAULTS = {
  language: null,
  image: null,
  origin: 'pull-request',
  ingestMode: 'past',
  span: null,
  touched: false,
  flag: null,
  needsWords: null,
  mergedInto: null,
  edition: null,
  page: null,
  proposal: null,
  storiesHash: null,
  chosenStories: [],
  version: 1,
} satisfies Partial<EntryBase>

/** Transitions are functions from the states that they are allowed from, so an illegal one does not type-check. They store nothing. */
export const queue = (
  entry: DraftEntry | QueuedEntry,
  { at, onSchedule, immediate = false }: QueuePosition,
): QueuedEntry => ({
  ...entry,
  state: 'queued',
  queuedFor: at,
  onSchedule,
  late: false,
  immediate,
})

export function unqueue(queued: QueuedEntry): DraftEntry {
  const { queuedFor: _, onSchedule: __, late: ___, immediate: ____, ...draft } = queued
  return { ...draft, state: 'draft' }
}

/** The entry's time passed without publication. */
export const markLate = (queued: QueuedEntry): QueuedEntry => ({ ...queued, onSchedule: false, late: true })

/** Keeps the entry's time but gives up its place in the schedule, which others can have then. */
export const leaveSchedule = (queued: QueuedEntry): QueuedEntry => ({ ...queued, onSchedule: false })

/** Also sets `updatedAt` to the time of publication. */
export function publish(entry: DraftEntry | QueuedEntry, at: Instant): PublishedEntry {
  const draft = entry.state === 'queued' ? unqueue(entry) : entry
  return { ...draft, state: 'published', publishedAt: at, updatedAt: at }
}

export function dismiss(entry: DraftEntry | QueuedEntry): DismissedEntry {
  const draft = entry.state === 'queued' ? unqueue(entry) : entry
  return { ...draft, state: 'dismissed' }
}

export const restore = (dismissed: DismissedEntry): DraftEntry => ({
  ...dismissed,
  state: 'draft',
  flag: dismissed.flag === 'reverted' ? null : dismissed.flag,
  mergedInto: null,
})

export const withdraw = (published: PublishedEntry): WithdrawnEntry => ({ ...published, state: 'withdrawn' })

/** Keeps the id and the date of the first publication. */
export const republish = (withdrawn: WithdrawnEntry): PublishedEntry => ({ ...withdrawn, state: 'published' })

/** True for a draft that no person has changed: the machine may still replace its words. */
export const isUntouched = (entry: Entry): boolean =>
  entry.state === 'draft' &&
  !entry.touched &&
  entry.title === entry.machineTitle &&
  entry.body === entry.machineBody

/** Narrows an entry that was read to one of the states; throws `conflict` if it is in another. `move` completes "cannot be …". */
export function requireState<S extends EntryState>(
  entry: Entry,
  move: string,
  ...states: S[]
): Extract<Entry, { state: S }> {
  if (isIn(entry, states)) return entry
  throw new AppError(
    'conflict',
    `A ${entry.state} entry cannot be ${move}; only ${states.join(' or ')} ones can.`,
  )
}

const isIn = <S extends EntryState>(entry: Entry, states: S[]): entry is Extract<Entry, { state: S }> =>
  states.some(state => state === entry.state)

/** The parts of a classified pull request that its draft is made from. */
interface DraftInput {
  id: string
  pull: Pick<MergedPull, 'files'>
  classification: Pick<Classification, 'kind' | 'magnitude'>
  pitch: Pick<Pitch, 'headline' | 'body' | 'needsWords'> | null
  ingestMode?: IngestMode
}

/** Makes the draft of a classified pull request. */
export function newDraft(
  { clock, ids }: ActionContext,
  { accountId, scope }: Repository,
  { id, pull, classification, pitch, ingestMode = 'past' }: DraftInput,
): DraftEntry {
  const title = pitch?.headline ?? ''
  const body = pitch?.body ?? ''
  const now = clock.now()
  return {
    id: ids.next(),
    state: 'draft',
    accountId,
    setId: setFor(scope, pull.files),
    title,
    body,
    machineTitle: title,
    machineBody: body,
    kind: classification.kind,
    magnitude: classification.magnitude,
    primaryPullRequestId: id,
    author: null,
    ...NEW_ENTRY_DEFAULTS,
    needsWords: pitch?.needsWords ?? null,
    ingestMode,
    updatedAt: now,
    createdAt: now,
  }
}

/** The role needed to change an entry: writers change drafts, publishers change what is queued or was published. */
export const roleToChange = ({ state }: Pick<Entry, 'state'>): Role =>
  state === 'draft' || state === 'dismissed' ? 'writer' : 'publisher'
