import type { Classification } from '#judgement/classification/classification.ts'
import { type Classifier, nothingBefore } from '#judgement/classification/classifier.ts'
import { exclusionOf, withoutTeamRecord } from '#pipeline/judging/history/ordinary.ts'
import type { Asking } from '#pipeline/judging/wording.ts'
import { write } from '#pipeline/judging/wording.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import { type MergedPull, referenceOf } from '#pulls/pull-request.ts'
import type { AccountModel } from '#writing/connection/model.ts'
import { offlinePitch } from '#writing/offline.ts'
import type { Copy, Passage } from '#writing/pitch.ts'
import { disarmed } from '#writing/speech-to-models.ts'

/** One change in the words of its team, of the machine alone, and of a language model that saw nothing of the team's. */
export interface Comparison {
  /** The reference of the change, such as `acme/app#12`. */
  reference: string
  url: string | null
  pull: MergedPull
  classification: Classification
  team: Copy
  offline: Copy
  model: (Copy & { passages: readonly Passage[] }) | null
  /** Why the model gave no words; null where it did. */
  fault: string | null
}

/** At most `most` changes that customers read of and the team wrote a note about, spread evenly over all such changes. */
export function comparable(classifier: Classifier, pulls: readonly MergedPull[], most: number): MergedPull[] {
  const noted = pulls.filter(pull => {
    if (exclusionOf(pull) !== null || offlinePitch(pull).writer !== 'team') return false
    const { visibility, kind } = classifier.classify(pull)
    return visibility === 'user-facing' && kind !== 'documentation' && kind !== 'maintenance'
  })
  const step = Math.max(1, noted.length / most)
  return Array.from({ length: Math.min(most, noted.length) }, (_, at) => noted[Math.floor(at * step)]).filter(
    pull => pull !== undefined,
  )
}

/** Writes about each change without its team's record, offline and with the language model, and sets the team's words beside it. */
export const compare = (
  classifier: Classifier,
  asking: Asking & { account: AccountModel },
  pulls: readonly MergedPull[],
): Promise<Comparison[]> =>
  mapConcurrently(pulls, asking.account.model.atOnce, async noted => {
    const pull = withoutTeamRecord(noted, { types: false })
    const classification = classifier.classify(pull, nothingBefore())
    const { headline, body } = offlinePitch(noted)
    const own = offlinePitch(pull)
    const wording = await write(asking, disarmed(pull), classification)
    return {
      reference: referenceOf(pull),
      url: pull.url,
      pull,
      classification,
      team: { headline, body },
      offline: { headline: own.headline, body: own.body },
      model:
        'pitch' in wording
          ? {
              headline: wording.pitch.headline,
              body: wording.pitch.body,
              passages: wording.pitch.passages ?? [],
            }
          : null,
      fault:
        'fault' in wording
          ? `its words ${wording.fault}`
          : 'silence' in wording
            ? wording.silence
            : 'unnoticed' in wording
              ? `found nothing that customers notice: ${wording.unnoticed}`
              : 'untellable' in wording
                ? 'found nothing to tell'
                : null,
    }
  })
