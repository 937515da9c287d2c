import assert from 'node:assert/strict'
import { createProductClassifier } from '#app/judging.ts'
import { type Classifier, nothingBefore } from '#judgement/classification/classifier.ts'
import { inputHash } from '#judgement/classification/decisions.ts'
import type { KnownOf } from '#pipeline/judging/account-context.ts'
import { type Judged, judgeAll, type OfflineJudgement } from '#pipeline/judging/judged.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { offlinePitch } from '#writing/offline.ts'

/** What the offline classifier and writer say about a merge of which nothing else is known, with words also if it is internal. */
export async function judgedOffline(pull: MergedPull): Promise<OfflineJudgement> {
  const { classify } = await createProductClassifier()
  return { classification: classify(pull), pitch: offlinePitch(pull) }
}

/** The same about a recorded merge. */
export async function recordedJudgement(db: Reader, id: string): Promise<OfflineJudgement> {
  const pull = (await pullsById(db, [id])).get(id)
  assert.ok(pull)
  return judgedOffline(pull)
}

/** The judgement of one merge about which nothing else is known. */
export function judgeWithoutContext(classifier: Classifier, pull: MergedPull): Judged {
  const classification = classifier.classify(pull)
  const pitch = classification.visibility === 'user-facing' ? offlinePitch(pull) : null
  return { pull, classification, inputHash: inputHash(pull), pitch }
}

/** The context of an account about which nothing is known. */
export const noAccountContext: KnownOf = async () => nothingBefore()

/** Judges an account's merges on the caller's own thread. */
export const offlineJudge =
  (classifier: Classifier, knownOf: KnownOf = noAccountContext) =>
  async (accountId: string, pulls: readonly MergedPull[]): Promise<Judged[]> =>
    judgeAll(classifier, pulls, await knownOf(accountId))
