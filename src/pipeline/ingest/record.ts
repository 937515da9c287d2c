import type { ActionContext } from '#accounts/activity.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { mentionsOf } from '#changelog/entries/promotion.ts'
import { liveEntriesOf } from '#changelog/entries/store.ts'
import { personsDecisions, type StandingDecision } from '#judgement/classification/decisions.ts'
import { isJudged, type Judged, type Unjudged } from '#pipeline/judging/judged.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { withoutRecorded } from '#pulls/brought-before.ts'
import { broughtBy, carriersOf, withCarried } from '#pulls/carrier.ts'
import { withoutErased } from '#pulls/erased-authors.ts'
import { draftsAll, type Past } from '#pulls/past.ts'
import { type MergedPull, seenBy } from '#pulls/pull-request.ts'
import { mergeWithStored, pullsById, type RecordingResult, recordPulls } from '#pulls/pull-requests.ts'
import { trackMerges } from '#pulls/repositories/released-branches.ts'
import type { Repository } from '#pulls/repositories/repositories.ts'
import { isInScope } from '#pulls/repositories/scope.ts'
import { clearUnclassifiable, markUnclassifiable } from '#pulls/unclassifiable.ts'
import type { PipelineContext } from './host-requests.ts'

/**
 * Judges incoming pull requests that are in the repository's scope. Each is first merged with its stored record, since a webhook contains
 * less than the code host's API. May ask a language model, so call it before the transaction.
 */
export async function judgeIncoming(
  { db, action, judge }: PipelineContext,
  repository: Repository,
  pulls: readonly MergedPull[],
  signal: AbortSignal,
  past: Past | null = null,
): Promise<(Judged | Unjudged)[]> {
  const now = action.clock.now()
  const seen = pulls.map(pull => seenBy(pull, now))
  const records = await recordsInScope(db, repository, seen)
  if (records.length === 0) return []
  return judge(repository.accountId, records, signal, await draftedAtOnce(db.read, repository, records, past))
}

/**
 * The pull requests that become drafts, or are published, once they are recorded, if customers notice them. What the repository's own
 * changelog announced is published again only where that was asked for.
 */
export async function draftedAtOnce(
  db: Reader,
  { id }: Pick<Repository, 'id'>,
  pulls: readonly MergedPull[],
  past: Past | null,
): Promise<MergedPull[]> {
  if (!draftsAll(past)) return []
  const mentions = await mentionsOf(db, id, pulls)
  return pulls.filter(pull => (past === 'publish' ? !mentions.get(pull)?.entry_id : !mentions.has(pull)))
}

/**
 * The pull requests as they will be recorded, without those outside the repository's scope, plus recorded
 * ones that turn out to carry some of them.
 */
export async function recordsInScope(
  db: Database,
  repository: Repository,
  pulls: readonly MergedPull[],
): Promise<MergedPull[]> {
  const allowed = await withoutErased(db.read, repository.accountId, pulls)
  const merged = await mergeWithStored(db.read, repository.id, allowed)
  const records = await withoutRecorded(db.read, repository, merged)
  const inScope = records.filter(pull => isInScope(repository.scope, pull.files))
  const carriers = await pullsById(db.read, await carriersOf(db.read, repository.id, inScope))
  const carried = await withCarried(db.read, repository.id, [...inScope, ...carriers.values()])
  const before = [...carriers.values()]
  return carried.filter((pull, at) => {
    const carrier = before[at - inScope.length]
    return carrier === undefined || broughtBy(pull).others > broughtBy(carrier).others
  })
}

/** A judged pull request after it was recorded. */
export type RecordedPull = Judged &
  Pick<RecordingResult, 'id' | 'outcome' | 'before'> & {
    entry: Entry | undefined
    /** Whether it was merged into a branch that is not released. */
    waits: boolean
    /** A person's override, which is never replaced. Only the words follow the pull request. */
    standing: StandingDecision | undefined
  }

/**
 * Records pull requests. Those that could not be judged are recorded with the reason. Returns the judged ones with their current entries
 * and overrides, and the ids of all that no longer wait for the merge of their branch. `seenOn` is the branch whose history they were read
 * from, if that is not the one that each was merged into.
 */
export async function recordJudged(
  tx: Tx,
  { clock, ids }: ActionContext,
  repository: Repository,
  judged: readonly (Judged | Unjudged)[],
  seenOn?: string | null,
): Promise<{ recorded: RecordedPull[]; failed: RecordingResult[]; arrived: string[] }> {
  const byPull = new Map(judged.map(result => [result.pull, result]))
  const recordings = await recordPulls(tx, clock, ids, repository, [...byPull.keys()])
  const { waiting, arrived } = await trackMerges(
    tx,
    repository,
    recordings.map(({ id, pull, outcome }) => ({
      id,
      isNew: outcome === 'recorded',
      branch: pull.baseBranch,
    })),
    { now: clock.now(), seenOn },
  )
  const known = recordings
    .filter(recording => recording.outcome !== 'recorded')
    .map(recording => recording.id)
  const [entries, standing] = [await liveEntriesOf(tx, known), await personsDecisions(tx, known)]
  const recorded: RecordedPull[] = []
  const failed: (RecordingResult & Unjudged)[] = []
  for (const { pull, ...recording } of recordings) {
    const result = byPull.get(pull)
    if (!result) continue
    if (!isJudged(result)) failed.push({ ...recording, ...result })
    else {
      const { id } = recording
      const merge = { ...result, ...recording, entry: entries.get(id), waits: waiting.has(id) }
      recorded.push(withOverride(merge, standing.get(recording.id)))
    }
  }
  await markUnclassifiable(tx, clock.now(), failed)
  const classified = recorded.map(({ id }) => id)
  await clearUnclassifiable(tx, classified)
  return { recorded, failed, arrived }
}

/** Applies a person's override. A pull request that a person marked as internal has no words. */
function withOverride(
  merge: Omit<RecordedPull, 'standing'>,
  standing: StandingDecision | undefined,
): RecordedPull {
  if (!standing) return { ...merge, standing }
  const { classification } = standing
  const pitch = classification.visibility === 'internal' ? null : merge.pitch
  return { ...merge, classification, pitch, standing }
}
