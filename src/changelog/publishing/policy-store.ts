import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { type Entry, isUntouched } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { entryById } from '#changelog/entries/store.ts'
import type { Confidence, Magnitude } from '#judgement/classification/classification.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import {
  DEFAULT_POLICY,
  type PolicyCandidate,
  type PublishingPolicy,
  reasonAgainst,
  sortedKinds,
} from './policy.ts'
import { queueEntry } from './queue.ts'

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
    .select(['pull.reverts_commit', 'decision.confidence', 'decision.visibility'])
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
    isUnshipped: row.place === 'unshipped',
    isPromoted: row.promoted_at !== null,
    isTouched: !isUntouched(entry) || origin !== 'pull-request' || flag !== null,
    isPast: entry.ingestMode === 'past',
  }
}
