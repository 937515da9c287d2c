import {
  CONFIDENCES,
  type Confidence,
  KINDS,
  type Kind,
  MAGNITUDES,
  type Magnitude,
} from '#judgement/classification/classification.ts'

export const POLICY_MODES = ['review', 'automatic'] as const

/** What may be published without a person. In the mode `review` nothing; the thresholds are kept for another day. */
export interface PublishingPolicy {
  mode: (typeof POLICY_MODES)[number]
  leastMagnitude: Magnitude
  leastConfidence: Confidence
  kinds: readonly Kind[]
}

/** An account's until it says otherwise. What takes something away, or warns, is for a person to word. */
export const DEFAULT_POLICY: PublishingPolicy = {
  mode: 'review',
  leastMagnitude: 'minor',
  leastConfidence: 'high',
  kinds: ['feature', 'improvement', 'fix', 'performance'],
}

/** A draft, or a merge of the past that could have been one, in so far as a policy looks at it. */
export interface PolicyCandidate {
  kind: Kind
  magnitude: Magnitude
  confidence: Confidence
  /** Its pull request takes another one back. */
  isRevert: boolean
  /** It was taken back. */
  isReverted: boolean
  /** It waits for the release that holds it. */
  isUnshipped: boolean
  /** It was announced already, here or elsewhere. */
  isPromoted: boolean
  /** A person had a hand in it, or it is no draft of one pull request any more. */
  isTouched: boolean
  /** It came by an import or a backfill. */
  isPast: boolean
}

/** Why a policy leaves a candidate to a person, as a reader sees it. */
export const POLICY_REASONS = {
  touched: 'a person had a hand in it',
  past: 'it came by an import or a backfill',
  promoted: 'it was announced already',
  reverted: 'it was taken back',
  revert: 'it takes another change back',
  unshipped: 'no release holds it yet',
  magnitude: 'its magnitude is below the least',
  confidence: 'its confidence is below the least',
  kind: 'its kind is not among those asked for',
} as const
export type PolicyReason = keyof typeof POLICY_REASONS

const isBelow = <T>(order: readonly T[], value: T, least: T): boolean =>
  order.indexOf(value) < order.indexOf(least)

/** Why a policy in the mode `automatic` would not publish the candidate; null: it would. */
export function reasonAgainst(
  { leastMagnitude, leastConfidence, kinds }: PublishingPolicy,
  candidate: PolicyCandidate,
): PolicyReason | null {
  const against: [PolicyReason, boolean][] = [
    ['touched', candidate.isTouched],
    ['past', candidate.isPast],
    ['promoted', candidate.isPromoted],
    ['revert', candidate.isRevert],
    ['reverted', candidate.isReverted],
    ['unshipped', candidate.isUnshipped],
    ['kind', !kinds.includes(candidate.kind)],
    ['magnitude', isBelow(MAGNITUDES, candidate.magnitude, leastMagnitude)],
    ['confidence', isBelow(CONFIDENCES, candidate.confidence, leastConfidence)],
  ]
  return against.find(([, speaks]) => speaks)?.[0] ?? null
}

/** In the order in which they are always shown. */
export const sortedKinds = (kinds: readonly Kind[]): Kind[] => KINDS.filter(kind => kinds.includes(kind))
