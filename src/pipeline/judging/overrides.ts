import { type ActionContext, asItem, recordActivity } from '#accounts/activity.ts'
import { type Entry, isUntouched, newDraft } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import {
  type EntryPrecondition,
  insertEntries,
  lastDroppedEntry,
  liveEntriesOf,
  pullRequestIdsOf,
  versionConflict,
} from '#changelog/entries/store.ts'
import { dismissEntry, restoreEntry, saveEntry } from '#changelog/entries/transitions.ts'
import { placesOf, refreshPlaces } from '#changelog/ledger/places.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import {
  appendDecisions,
  inputHash,
  type StandingDecision,
  standingDecisions,
} from '#judgement/classification/decisions.ts'
import { rowById } from '#platform/db/rows.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError, unknownId } from '#platform/errors.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { repositoryById } from '#pulls/repositories/repositories.ts'
import { resolveUnclassifiable } from '#pulls/unclassifiable.ts'
import type { Pitch } from '#writing/pitch.ts'
import { savePitches } from '#writing/pitches.ts'
import type { OfflineJudgement } from './judged.ts'

/** A person's decision; fields that are left out stay as they are. */
export type Override = Partial<Pick<Classification, 'visibility' | 'kind' | 'magnitude'>>

/** The pull request that a person decides about, and its current entry. */
interface Subject {
  id: string
  accountId: string
  repositoryId: string
  pull: MergedPull
  before: StandingDecision | undefined
  entry: Entry | undefined
}

/**
 * Overrides the classification of a pull request; reclassification never replaces an override. Its entry follows: an untouched draft of an
 * internal pull request is dismissed, a user-facing one gets a draft, and kind and magnitude are copied. Throws `not_found` if the pull
 * request does not exist (in the account, if one is given), and `conflict` if a person has to act on the entry first, or if it is not at
 * the version that was seen.
 */
export async function overrideClassification(
  tx: Tx,
  context: EntryContext,
  offline: OfflineJudgement,
  id: string,
  override: Override,
  { accountId, seen }: EntryPrecondition = {},
): Promise<{ accountId: string; classification: Classification }> {
  const action = asItem(context, id)
  const subject = await subjectOf(tx, id, accountId)
  const { entry } = subject
  if (entry && seen !== undefined && entry.version !== seen) throw versionConflict(entry)
  const base = subject.before?.classification ?? offline.classification
  const decided = byPerson(base, override)
  await resolveUnclassifiable(tx, id)
  const decisionId = await append(tx, action, subject, decided)
  if (decided.visibility === 'internal') await dismissDraft(tx, action, subject)
  else await showEntry(tx, action, offline.pitch, subject, decided, decisionId)
  await refreshPlaces(tx, [id])
  await recordActivity(tx, action, 'classified', {
    accountId: subject.accountId,
    subject: id,
    before: subject.before
      ? { ...summaryOf(subject.before.classification), decision: subject.before.id }
      : undefined,
    after: { ...summaryOf(decided), decision: decisionId },
  })
  return { accountId: subject.accountId, classification: decided }
}

async function subjectOf(tx: Tx, id: string, accountId: string | undefined): Promise<Subject> {
  const row = await rowById(tx, 'pull_request', id, accountId)
  const pull = row && (await pullsById(tx, [id])).get(id)
  if (!row || !pull) throw unknownId('pull request', id, 'pull list')
  return {
    id,
    accountId: row.account_id,
    repositoryId: row.repository_id,
    pull,
    before: (await standingDecisions(tx, [id])).get(id),
    entry: (await liveEntriesOf(tx, [id])).get(id),
  }
}

const byPerson = (base: Classification, override: Override): Classification => ({
  visibility: override.visibility ?? base.visibility,
  kind: override.kind ?? base.kind,
  magnitude: override.magnitude ?? base.magnitude,
  isBreaking: base.isBreaking ?? false,
  ...(base.notable !== undefined && { notable: base.notable }),
  confidence: 'high',
  score: (override.visibility ?? base.visibility) === 'user-facing' ? 1 : 0,
  reason: 'A person of the team decided this.',
  evidence: [],
  layer: 'person',
  version: '1',
})

async function append(
  tx: Tx,
  { clock, ids }: ActionContext,
  { id, accountId, pull }: Subject,
  classification: Classification,
): Promise<string> {
  const [made = ''] = await appendDecisions(tx, clock, ids, accountId, [
    { pullRequestId: id, classification, inputHash: inputHash(pull) },
  ])
  return made
}

/** Dismisses the entry if it is an untouched draft of only this pull request; otherwise throws `conflict`. */
async function dismissDraft(tx: Tx, action: EntryContext, { entry }: Subject): Promise<void> {
  if (!entry) return
  if (!isUntouched(entry))
    throw new AppError('conflict', `${DISMISS_FIRST[entry.state]}, or keep it user-facing.`)
  if ((await pullRequestIdsOf(tx, entry.id)).length > 1)
    throw new AppError(
      'conflict',
      'Its draft covers other pull requests too; take it out of the group first.',
    )
  await dismissEntry(tx, action, entry.id, { seen: entry.version })
}

/** Why an entry in each state is not dismissed by the override. */
const DISMISS_FIRST: Record<Entry['state'], string> = {
  draft: 'Somebody has edited its draft; dismiss the draft first',
  queued: 'Its entry is queued; take it out of the queue and dismiss it first',
  published: 'Its entry is published; withdraw it first',
  dismissed: 'Its entry is dismissed',
  withdrawn: 'Its entry is withdrawn',
}

/** Updates the entry, restores a dismissed one, or creates a draft unless the pull request was reverted. */
async function showEntry(
  tx: Tx,
  action: EntryContext,
  pitch: Pitch,
  subject: Subject,
  decided: Classification,
  decisionId: string,
): Promise<void> {
  const { id, entry, before } = subject
  if (entry) return updateEntry(tx, action, subject, entry, decided)
  const wasInternal = before?.classification.visibility !== 'user-facing'
  const place = (await placesOf(tx, [id])).get(id)
  if (!wasInternal || place === 'reverted') return
  const dropped = await lastDroppedEntry(tx, id)
  if (dropped?.state === 'dismissed')
    return updateEntry(
      tx,
      action,
      subject,
      await restoreEntry(tx, action, dropped.id, { seen: dropped.version }),
      decided,
    )
  if (dropped) throw new AppError('conflict', 'Its entry was withdrawn; publish that again instead.')
  await createDraft(tx, action, pitch, subject, decided, decisionId)
}

async function createDraft(
  tx: Tx,
  action: ActionContext,
  pitch: Pitch,
  { id, accountId, repositoryId, pull }: Subject,
  classification: Classification,
  decisionId: string,
): Promise<void> {
  await savePitches(tx, action.clock, accountId, [{ pullRequestId: id, pitch }])
  const repository = await repositoryById(tx, repositoryId)
  const entry = newDraft(action, repository, { id, pull, classification, pitch })
  await insertEntries(tx, [{ entry, pullRequestIds: [id], decisionId }])
  const { version, title } = entry
  await recordActivity(tx, action, null, { accountId, subject: entry.id, version, after: { title } })
}

/** Copies kind and magnitude to the entry if the pull request is its primary one. The words stay. */
async function updateEntry(
  tx: Tx,
  action: EntryContext,
  { id }: Subject,
  entry: Entry,
  { kind, magnitude }: Classification,
): Promise<void> {
  if (entry.primaryPullRequestId !== id) return
  if (entry.kind === kind && entry.magnitude === magnitude) return
  const after = { ...entry, kind, magnitude, updatedAt: action.clock.now() }
  await saveEntry(tx, action, 'followed a decision', entry, after)
}

const summaryOf = ({ visibility, kind, magnitude, layer }: Classification) => ({
  visibility,
  kind,
  magnitude,
  layer,
})
