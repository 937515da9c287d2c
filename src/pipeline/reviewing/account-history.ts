import { configured, type Known } from '#judgement/classification/classifier.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { newestClassifiablePulls } from '#pulls/pull-requests.ts'
import type { Repository } from '#pulls/repositories/repositories.ts'
import { releaseConfigOf } from '#pulls/repositories/stored-release-configs.ts'
import { MERGES_READ } from './review.ts'

/** The newest recorded merges of a repository, oldest first, and its team's configuration of release notes. */
export async function recordedHistory(
  db: Reader,
  { id, host, name: repo }: Repository,
): Promise<{ merges: MergedPull[]; known: Known }> {
  return {
    merges: await newestClassifiablePulls(db, ['repository_id', id], MERGES_READ),
    known: configured({ host, repo }, await releaseConfigOf(db, id)),
  }
}
