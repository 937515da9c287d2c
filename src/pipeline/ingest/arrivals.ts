import type { Judge, Judged, Unjudged } from '#pipeline/judging/editor.ts'
import type { Database } from '#platform/db/database.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { mergeWithStored } from '#pulls/pull-requests.ts'
import type { Repository } from '#pulls/repositories.ts'
import { isInScope } from '#pulls/scope.ts'

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
