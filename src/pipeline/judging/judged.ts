import type { Classification } from '#judgement/classification/classification.ts'
import type { Classifier, Known } from '#judgement/classification/classifier.ts'
import { inputHash } from '#judgement/classification/decisions.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { sentenceCase } from '#writing/headline.ts'
import { offlinePitch } from '#writing/offline.ts'
import type { Pitch } from '#writing/pitch.ts'

/** A pull request with its classification and words. */
export interface Judged {
  pull: MergedPull
  classification: Classification
  inputHash: string
  /** Null if the pull request is internal. */
  pitch: Pitch | null
}

/** A pull request that could not be judged, with the reason. It is recorded without a decision and waits for a person. */
export interface Unjudged {
  pull: MergedPull
  failure: string
}

/** The offline decision and words for one pull request. It has words even if it is internal, because a person may override that. */
export interface OfflineJudgement {
  classification: Classification
  pitch: Pitch
}

export const isJudged = <T extends Judged>(result: T | Unjudged): result is T => !('failure' in result)

/**
 * Judges an account's pull requests and gives the results in the same order. May call a language model, so call it before a transaction.
 * When the signal aborts, it throws the signal's reason. A language model is asked only about the ones that become drafts at once, which are
 * all if that is left out.
 */
export type Judge = (
  accountId: string,
  pulls: readonly MergedPull[],
  signal?: AbortSignal,
  drafted?: readonly MergedPull[],
) => Promise<(Judged | Unjudged)[]>

export const judgeAll = (classifier: Classifier, pulls: readonly MergedPull[], known: Known): Judged[] =>
  classifier.classifyAll(pulls, known).map((one, at) => judgedAs(pulls[at] as MergedPull, one))

function judgedAs(pull: MergedPull, classification: Classification): Judged {
  const pitch = classification.visibility === 'user-facing' ? offlinePitch(pull) : null
  const decided = inSection(classification, pitch)
  return {
    pull,
    classification: decided,
    inputHash: inputHash(pull),
    pitch: pitch && heldWords(decided, pitch),
  }
}

const NEUTRAL =
  'It is about security: say it in neutral words, such as “Security fixes”, with the version to update to.'

/** Holds words about a security fix for a person, unless the team wrote them: a title may tell strangers how to attack. */
export const heldWords = ({ kind }: Pick<Classification, 'kind'>, pitch: Pitch): Pitch =>
  kind === 'security' && pitch.writer !== 'team'
    ? { ...pitch, needsWords: pitch.needsWords ?? NEUTRAL }
    : pitch

const MENDS =
  /^(?:Fix|Fixe[sd]|Prevent|Resolve[sd]?)\b|\bno longer (?:crash|fail|hang|show|lose|throw|flicker|overlap|disappear)/
const OFFERS =
  /^(?:Add|Introduce|Allow|Let|Support|You can)(?:s|ed|es)?\b(?! (?:missing|back|a (?:fix|check|guard)))/

/**
 * The classification with the kind that its headline's verb implies, if the two disagree: "Fix …" is not a
 * feature, and "Allow …" is not a fix. The verb may follow the name of a part: "Radio: support for …".
 */
export function inSection(classification: Classification, pitch: Pitch | null): Classification {
  const { kind } = classification
  const headline = sentenceCase((pitch?.headline ?? '').replace(/^[\w.-]{1,40}: (?=[a-z])/, ''))
  if (MENDS.test(headline) && (kind === 'feature' || kind === 'improvement'))
    return { ...classification, kind: 'fix' }
  if (/^Deprecate/.test(headline) && kind !== 'removal') return { ...classification, kind: 'deprecation' }
  if (kind !== 'fix' || !OFFERS.test(headline)) return classification
  return { ...classification, kind: /^(?:Add|Introduce)/.test(headline) ? 'feature' : 'improvement' }
}
