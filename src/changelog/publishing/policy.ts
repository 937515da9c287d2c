import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { type Entry, isUntouched } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { entryById } from '#changelog/entries/store.ts'
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
import { queueEntry } from './queue.ts'

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
  /** Customers cannot have it yet: it is behind a flag or not shipped. */
  isNotLive: boolean
  /** It waits for the release that holds it. */
  isUnshipped: boolean
  /** It was announced already, here or elsewhere. */
  isPromoted: boolean
  /** A person had a hand in it, or it is no draft of one pull request any more. */
  isTouched: boolean
  /** The machine could not word it. */
  needsWords: boolean
  /** It came by an import or a backfill. */
  isPast: boolean
}

/** Why a policy leaves a candidate to a person, as a reader sees it. */
export const POLICY_REASONS = {
  touched: 'a person had a hand in it',
  words: 'its words are for a person to put right',
  past: 'it came by an import or a backfill',
  promoted: 'it was announced already',
  reverted: 'it was taken back',
  revert: 'it takes another change back',
  'not-live': 'it is not live yet',
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
    ['words', candidate.needsWords],
    ['past', candidate.isPast],
    ['promoted', candidate.isPromoted],
    ['revert', candidate.isRevert],
    ['reverted', candidate.isReverted],
    ['not-live', candidate.isNotLive],
    ['unshipped', candidate.isUnshipped],
    ['kind', !kinds.includes(candidate.kind)],
    ['magnitude', isBelow(MAGNITUDES, candidate.magnitude, leastMagnitude)],
    ['confidence', isBelow(CONFIDENCES, candidate.confidence, leastConfidence)],
  ]
  return against.find(([, speaks]) => speaks)?.[0] ?? null
}

/** In the order in which they are always shown. */
export const sortedKinds = (kinds: readonly Kind[]): Kind[] => KINDS.filter(kind => kinds.includes(kind))

export async function policyOf(db: Reader, accountId: string): Promise<PublishingPolicy> {
  const row = await db
    .selectFrom('publishing_policy')
    .select(['mode', 'least_magnitude', 'least_confidence', 'kinds'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return DEFAULT_POLICY
  return {
    mode: row.mode as PublishingPolicy['mode'],
    leastMagnitude: row.least_magnitude as Magnitude,
    leastConfidence: row.least_confidence as Confidence,
    kinds: JSON.parse(row.kinds),
  }
}

/** What is left out stays. It holds for what becomes a draft from now on; drafts that wait already are a person's. */
export async function changePolicy(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
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
    changed_at: clock.now(),
  }
  await tx
    .insertInto('publishing_policy')
    .values({ account_id: accountId, ...row })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(row))
    .execute()
  await recordActivity(tx, clock, ids, {
    accountId,
    actor,
    action: 'policy changed',
    subject: accountId,
    before,
    after,
  })
  return after
}

/** `invalid_parameter` for one without kinds, which would publish nothing and not say so. */
export function policyWith(before: PublishingPolicy, change: Partial<PublishingPolicy>): PublishingPolicy {
  const kinds = sortedKinds(change.kinds ?? before.kinds)
  if (kinds.length > 0) return { ...before, ...change, kinds }
  throw new AppError('invalid_parameter', 'A policy needs at least one kind; to publish nothing, review.')
}

/**
 * Queues those of these drafts that the account's policy lets out, each into the next free slot of its own queue. A queue without
 * slots has them go out now. Gives those that it queued.
 */
export async function applyPolicy(
  tx: Tx,
  mover: EntryContext,
  accountId: string,
  entryIds: readonly string[],
): Promise<Entry[]> {
  await lockAccount(tx, accountId)
  const policy = await policyOf(tx, accountId)
  if (policy.mode === 'review') return []
  const queued: Entry[] = []
  for (const id of entryIds) {
    const entry = await entryById(tx, id, accountId)
    const candidate = await candidateOf(tx, entry)
    if (!candidate || reasonAgainst(policy, candidate) !== null) continue
    queued.push(await queueEntry(tx, mover, id, { at: 'soonest', seen: entry.version }))
  }
  return queued
}

/** Null where nothing was decided about its pull request. */
async function candidateOf(tx: Tx, entry: Entry): Promise<PolicyCandidate | null> {
  const row = await tx
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .select(['pull.place', 'pull.reverted_at', 'pull.promoted_at', 'pull.reverts_number'])
    .select(['pull.reverts_commit', 'decision.confidence', 'decision.visibility', 'decision.not_live'])
    .where('pull.id', '=', entry.primaryPullRequestId)
    .executeTakeFirst()
  if (row?.visibility !== 'user-facing') return null
  const { kind, magnitude, origin, flag } = entry
  return {
    kind,
    magnitude,
    confidence: row.confidence as Confidence,
    isRevert: row.reverts_number !== null || row.reverts_commit !== null,
    isReverted: row.reverted_at !== null,
    isNotLive: row.not_live !== null,
    isUnshipped: row.place === 'unshipped',
    isPromoted: row.promoted_at !== null,
    isTouched: !isUntouched(entry) || origin !== 'pull-request' || flag !== null,
    needsWords: entry.needsWords !== null,
    isPast: entry.ingestMode === 'past',
  }
}
