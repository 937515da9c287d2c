import { nothingBefore } from '#judgement/classification/classifier.ts'
import { inputHash } from '#judgement/classification/decisions.ts'
import type { KnownOf } from '#pipeline/judging/account-context.ts'
import { type Editor, type Judged, judgeAll } from '#pipeline/judging/editor.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** The judgement of one merge about which nothing else is known. */
export function judgeWithoutContext(editor: Editor, pull: MergedPull): Judged {
  const classification = editor.classify(pull)
  const pitch = classification.visibility === 'user-facing' ? editor.write(pull) : null
  return { pull, classification, inputHash: inputHash(pull), pitch }
}

/** The context of an account about which nothing is known. */
export const noAccountContext: KnownOf = async () => nothingBefore()

/** Judges an account's merges on the caller's own thread. */
export const offlineJudge =
  (editor: Editor, knownOf: KnownOf = noAccountContext) =>
  async (accountId: string, pulls: readonly MergedPull[]): Promise<Judged[]> =>
    judgeAll(editor, pulls, await knownOf(accountId))
