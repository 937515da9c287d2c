import type { ActionContext } from '#accounts/activity.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { liveEntriesOf } from '#changelog/entries/store.ts'
import { personsDecisions, type StandingDecision } from '#judgement/classification/decisions.ts'
import { isJudged, type Judge, type Judged, type Unjudged } from '#pipeline/judging/editor.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { mergeWithStored, type RecordingResult, recordPulls } from '#pulls/pull-requests.ts'
import type { Repository } from '#pulls/repositories.ts'
import { isInScope } from '#pulls/scope.ts'
import { clearUnclassifiable, markUnclassifiable } from '#pulls/unclassifiable.ts'

/** What arriving pull requests are judged with. */
export interface JudgeContext {
  db: Database
  judge: Judge
}

/**
 * Judges pull requests that arrive for a repository, those in its scope: each as its record will be, for what arrived may say less than
 * what is stored.
 */
export async function judgeIncoming(
  { db, judge }: JudgeContext,
  repository: Repository,
  pulls: readonly MergedPull[],
  signal: AbortSignal,
): Promise<(Judged | Unjudged)[]> {
  const own = await recordsInScope(db, repository, pulls)
  return own.length === 0 ? [] : judge(repository.accountId, own, signal)
}

/** The pull requests as they will be recorded, without those that are outside the repository's scope. */
export async function recordsInScope(
  db: Database,
  repository: Repository,
  pulls: readonly MergedPull[],
): Promise<MergedPull[]> {
  const records = await mergeWithStored(db.read, repository.id, pulls)
  return records.filter(pull => isInScope(repository.scope, pull.files))
}

/** A merge that has arrived: what it was judged to be, and what the record of it is. */
export type RecordedPull = Judged &
  Pick<RecordingResult, 'id' | 'outcome' | 'gainedUrl'> & {
    entry: Entry | undefined
    /** A person's decision, which is never overwritten; only the words follow the pull request. */
    standing: StandingDecision | undefined
  }

/**
 * Records judged merges, with the entry and the person's decision that each has already; those that could not be judged are recorded
 * with the reason.
 */
export async function recordJudged(
  tx: Tx,
  { clock, ids }: ActionContext,
  repository: Repository,
  judged: readonly (Judged | Unjudged)[],
): Promise<{ arrived: RecordedPull[]; failed: RecordingResult[] }> {
  const byPull = new Map(judged.map(one => [one.pull, one]))
  const recordings = await recordPulls(tx, clock, ids, repository, [...byPull.keys()])
  const known = recordings
    .filter(recording => recording.outcome !== 'recorded')
    .map(recording => recording.id)
  const [entries, standing] = [await liveEntriesOf(tx, known), await personsDecisions(tx, known)]
  const arrived: RecordedPull[] = []
  const failed: (RecordingResult & Unjudged)[] = []
  for (const { pull, ...recording } of recordings) {
    const one = byPull.get(pull)
    if (!one) continue
    if (!isJudged(one)) failed.push({ ...recording, ...one })
    else {
      const merge = { ...one, ...recording, entry: entries.get(recording.id) }
      arrived.push(withStanding(merge, standing.get(recording.id)))
    }
  }
  await markUnclassifiable(tx, clock.now(), failed)
  await clearUnclassifiable(
    tx,
    arrived.map(({ id }) => id),
  )
  return { arrived, failed }
}

/** What a person held for internal gets no words, whatever the machine would say now. */
function withStanding(
  merge: Omit<RecordedPull, 'standing'>,
  standing: StandingDecision | undefined,
): RecordedPull {
  if (!standing) return { ...merge, standing }
  const { classification } = standing
  const pitch = classification.visibility === 'internal' ? null : merge.pitch
  return { ...merge, classification, pitch, standing }
}
