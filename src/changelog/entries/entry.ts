import type { ActionContext } from '#accounts/activity.ts'
import type { Classification, Kind, Magnitude } from '#judgement/classification/classification.ts'
import type { Pitch } from '#judgement/copy/pitch.ts'
import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Repository } from '#pulls/repositories.ts'
import { setFor } from '#pulls/scope.ts'

export const ENTRY_STATES = ['draft', 'queued', 'published', 'dismissed', 'withdrawn'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** What it was made of: one pull request, several that were grouped, the drafts of a span, or a past changelog. */
export type EntryOrigin = 'pull-request' | 'group' | 'round-up' | 'import'

/**
 * Why a person should look at it again. `reverted`: what it tells was taken back (a dismissed one comes back by itself when the
 * revert is taken back too). `review`: one of several pull requests was, or was announced elsewhere, so its words may tell too much.
 */
export type EntryFlag = 'reverted' | 'review'

/** Whether the merges came one by one as they happened, or by an import or a backfill, as history. */
export type IngestMode = 'live' | 'past'

/** Where a queued entry stands. */
export interface QueuePosition {
  at: Instant
  /** The time is a slot of its queue, and no other entry's; otherwise it was set for this entry alone. */
  inSlot: boolean
}

/** An image of the account, and what it shows in words. */
interface EntryImage {
  sha256: string
  alt: string
}

/** What every entry has, whatever its state. */
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
  /** Null only for what was imported and names no recorded pull request. */
  primaryPullRequestId: string | null
  author: string | null
  /** BCP 47; null: the account's. */
  language: string | null
  image: EntryImage | null
  origin: EntryOrigin
  ingestMode: IngestMode
  /** Of a round-up or an import: what it tells of, such as "the week of 2 March 2026" or "2.1.0". */
  span: string | null
  /** A person had a hand in it: from then on the machine only proposes. */
  touched: boolean
  flag: EntryFlag | null
  /** Why a person has to word it before any policy publishes it; null where its words are fit. */
  needsWords: string | null
  /** The entry that took over its pull requests. It keeps its words, so that ungrouping brings it back as it was. */
  mergedInto: string | null
  /** Where it stands elsewhere, such as the page of the release that was imported. */
  page: string | null
  /** New words of the machine that wait for a person to take them. */
  proposal: { title: string; body: string } | null
  /** Raised by every change; whoever changes an entry names the one that they saw. */
  version: number
  /** When the content last changed; a move alone does not count. */
  updatedAt: Instant
  createdAt: Instant
}

export type DraftEntry = EntryBase & { state: 'draft' }
export type QueuedEntry = EntryBase & {
  state: 'queued'
  queuedFor: Instant
  inSlot: boolean
  /** Its time passed so long ago that it waits for a person. */
  late: boolean
}
export type PublishedEntry = EntryBase & { state: 'published'; publishedAt: Instant }
export type DismissedEntry = EntryBase & { state: 'dismissed' }
export type WithdrawnEntry = EntryBase & { state: 'withdrawn'; publishedAt: Instant }
export type Entry = DraftEntry | QueuedEntry | PublishedEntry | DismissedEntry | WithdrawnEntry

/** What an entry that the machine has just made from one pull request begins with. */
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
  page: null,
  proposal: null,
  version: 1,
} satisfies Partial<EntryBase>

/** Each move is a function of the state that it starts from; another state does not type-check. Nothing is stored here. */
export const queue = (entry: DraftEntry | QueuedEntry, { at, inSlot }: QueuePosition): QueuedEntry => ({
  ...entry,
  ...{ state: 'queued', queuedFor: at, inSlot, late: false },
})

export function unqueue({ queuedFor: _, inSlot: __, late: ___, ...queued }: QueuedEntry): DraftEntry {
  return { ...queued, state: 'draft' }
}

/** Its slot is over. */
export const markLate = (queued: QueuedEntry): QueuedEntry => ({ ...queued, inSlot: false, late: true })

/** A queue has slots of its own: filed elsewhere, an entry keeps its time and no slot. */
export const leaveSlot = (queued: QueuedEntry): QueuedEntry => ({ ...queued, inSlot: false })

/** Its content counts from now on: `updatedAt` becomes the time of publication. */
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

/** Back where it was: the same id and the same date. */
export const republish = (withdrawn: WithdrawnEntry): PublishedEntry => ({ ...withdrawn, state: 'published' })

/** True while no person has had a hand in it: the machine may still word it anew. */
export const isUntouched = (entry: Entry): boolean =>
  entry.state === 'draft' &&
  !entry.touched &&
  entry.title === entry.machineTitle &&
  entry.body === entry.machineBody

/** At the edge, where the state is only known when it is read: the entry as one of the named states, or a `conflict`. */
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

/** Of a judged merge, what its draft is made of. */
export interface DraftInput {
  id: string
  pull: Pick<MergedPull, 'files'>
  classification: Pick<Classification, 'kind' | 'magnitude'>
  pitch: Pick<Pitch, 'headline' | 'body' | 'needsWords'> | null
  ingestMode?: IngestMode
}

/** The draft that a judged merge becomes. */
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
