import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import {
  CONFIDENCES,
  type Confidence,
  KINDS,
  type Kind,
  MAGNITUDES,
  type Magnitude,
} from '#judgement/classification/classification.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

const POLICY_MODES = ['review', 'automatic'] as const

/**
 * What may be published without a person's approval. In the mode `review` nothing may be; the other settings are then stored but unused.
 */
export interface PublishingPolicy {
  mode: (typeof POLICY_MODES)[number]
  leastMagnitude: Magnitude
  leastConfidence: Confidence
  kinds: readonly Kind[]
}

/** The policy of an account that has set none. Security fixes, deprecations and removals are left out: a person should word them. */
export const DEFAULT_POLICY: PublishingPolicy = {
  mode: 'review',
  leastMagnitude: 'minor',
  leastConfidence: 'high',
  kinds: ['feature', 'improvement', 'fix', 'performance'],
}

/** The facts about a draft that a policy decides by. */
export interface PolicyCandidate {
  kind: Kind
  magnitude: Magnitude
  confidence: Confidence
  /** The pull request reverts another one. */
  isRevert: boolean
  /** The pull request was reverted. */
  isReverted: boolean
  /** The pull request waits for a release, or for the merge of its branch. */
  isUnshipped: boolean
  /** The pull request was already announced, here or elsewhere. */
  isPromoted: boolean
  /** A person changed the draft, or it covers several pull requests. */
  isTouched: boolean
  /** Customers cannot use the change yet: it is behind a flag or not shipped. */
  isNotLive: boolean
  /** The machine could not write good enough words. */
  needsWords: boolean
  /** The pull request was recorded by an import or a backfill. */
  isPast: boolean
  /** The account publishes in editions, and the draft waits for the next one. */
  waitsForEdition: boolean
}

const isBelow = <T>(order: readonly T[], value: T, least: T): boolean =>
  order.indexOf(value) < order.indexOf(least)

/** The first reason why a policy in the mode `automatic` does not publish the candidate; null if it does. */
export function reasonAgainst(
  { leastMagnitude, leastConfidence, kinds }: PublishingPolicy,
  candidate: PolicyCandidate,
): string | null {
  const against: [string, boolean][] = [
    ['touched', candidate.isTouched],
    ['words', candidate.needsWords],
    ['past', candidate.isPast],
    ['edition', candidate.waitsForEdition],
    ['promoted', candidate.isPromoted],
    ['revert', candidate.isRevert],
    ['reverted', candidate.isReverted],
    ['not-live', candidate.isNotLive],
    ['unshipped', candidate.isUnshipped],
    ['kind', !kinds.includes(candidate.kind)],
    ['magnitude', isBelow(MAGNITUDES, candidate.magnitude, leastMagnitude)],
    ['confidence', isBelow(CONFIDENCES, candidate.confidence, leastConfidence)],
  ]
  return against.find(([, applies]) => applies)?.[0] ?? null
}

/** The kinds in the order of `KINDS`. */
const sortedKinds = (kinds: readonly Kind[]): Kind[] => KINDS.filter(kind => kinds.includes(kind))

export async function policyOf(db: Reader, accountId: string): Promise<PublishingPolicy> {
  const row = await db
    .selectFrom('publishing_policy')
    .select(['mode', 'least_magnitude', 'least_confidence', 'kinds'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return DEFAULT_POLICY
  return {
    mode: row.mode,
    leastMagnitude: row.least_magnitude,
    leastConfidence: row.least_confidence,
    kinds: JSON.parse(row.kinds),
  }
}

/** Changes the given settings. The policy applies to future drafts; drafts that exist already are left to people. */
export async function changePolicy(
  tx: Tx,
  action: ActionContext,
  accountId: string,
  change: Partial<PublishingPolicy>,
): Promise<PublishingPolicy> {
  await lockAccount(tx, accountId)
  const before = await policyOf(tx, accountId)
  const after = policyWith(before, change)
  const row = {
    mode: after.mode,
    least_magnitude: after.leastMagnitude,
    least_confidence: after.leastConfidence,
    kinds: JSON.stringify(after.kinds),
  }
  await tx
    .insertInto('publishing_policy')
    .values({ account_id: accountId, ...row })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(row))
    .execute()
  await recordActivity(tx, action, 'policy changed', { accountId, before, after })
  return after
}

/** The policy with the change applied. Throws `invalid_parameter` if no kind is left, since such a policy would silently publish nothing. */
function policyWith(before: PublishingPolicy, change: Partial<PublishingPolicy>): PublishingPolicy {
  const kinds = sortedKinds(change.kinds ?? before.kinds)
  if (kinds.length > 0) return { ...before, ...change, kinds }
  throw new AppError(
    'invalid_parameter',
    'A policy needs at least one kind. To publish nothing automatically, set the mode to review.',
  )
}
