import { z } from 'zod'
import { accountById, lockAccount } from '#accounts/account.ts'
import { type Entry, isUntouched } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { entryById } from '#changelog/entries/store.ts'
import { wasRefusedWords } from '#judgement/classification/classification.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { withTurns } from '#platform/iterables.ts'
import { defineJob, handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { type PolicyCandidate, policyOf, reasonAgainst } from './policy.ts'
import { queueEntry } from './queue.ts'

/** The job that applies an account's policy to drafts. */
export const policyJob = defineJob({
  name: 'policy',
  payload: z.object({ entryIds: z.array(z.string()).readonly() }),
  attempts: 8,
  priority: 'live',
})

/** Enqueues a policy job for drafts, in the transaction that created them, changed them or marked them as shipped. */
export async function schedulePolicyRun(
  tx: Tx,
  { clock, ids }: EntryContext,
  accountId: string,
  entryIds: readonly string[],
): Promise<void> {
  if (entryIds.length === 0 || (await policyOf(tx, accountId)).mode === 'review') return
  await enqueue(tx, { clock, ids }, policyJob, { accountId, payload: { entryIds } })
}

/** If a person changes a draft at the same time, the job fails with a conflict and its retry leaves that draft to them. */
export const policyJobs = ({
  db,
  ...context
}: Omit<EntryContext, 'actor'> & { db: Database }): RegisteredJob =>
  handleJob(policyJob, {
    run: async ({ entryIds }, { accountId }) => {
      await applyPolicy(db, { ...context, actor: 'policy' }, accountId ?? '', entryIds)
      return async () => {}
    },
  })

/**
 * Queues the drafts that the account's policy allows, each for the next free time of its schedule, or for now if that has no times.
 * Each draft has its own transaction: one that is gone or cannot be queued, such as for the text of its post, stays as it is. Returns the
 * queued entries. Throws the first other error after the last draft; drafts that are queued already are left alone when it is called again.
 */
export async function applyPolicy(
  db: Database,
  context: EntryContext,
  accountId: string,
  entryIds: readonly string[],
): Promise<Entry[]> {
  const queued: Entry[] = []
  const failures: unknown[] = []
  for await (const id of withTurns(entryIds)) {
    try {
      const entry = await db.write(tx => queueIfAllowed(tx, context, accountId, id))
      if (entry !== null) queued.push(entry)
    } catch (error) {
      if (!isLasting(error)) failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return queued
}

/** Whether the draft meets the same error each time, so that a person has to look at it. */
const isLasting = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_parameter')

async function queueIfAllowed(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  id: string,
): Promise<Entry | null> {
  await lockAccount(tx, accountId)
  const policy = await policyOf(tx, accountId)
  if (policy.mode === 'review') return null
  const entry = await entryById(tx, id, accountId)
  const candidate = await candidateOf(tx, entry)
  if (!candidate || reasonAgainst(policy, candidate) !== null) return null
  return queueEntry(tx, context, id, { at: 'soonest', seen: entry.version })
}

/** The facts about an entry that the policy decides by; null unless its pull request is classified as user-facing. */
async function candidateOf(tx: Tx, entry: Entry): Promise<PolicyCandidate | null> {
  const row = await tx
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .select(['pull.place', 'pull.reverted_at', 'pull.promoted_at', 'pull.reverts_number'])
    .select(['pull.reverts_commit', 'decision.confidence', 'decision.visibility', 'decision.not_live'])
    .select(['decision.is_breaking', 'decision.evidence'])
    .where('pull.id', '=', entry.primaryPullRequestId)
    .executeTakeFirst()
  if (row?.visibility !== 'user-facing') return null
  const { kind, magnitude, origin, flag } = entry
  const { editionsSince, urgentAtOnce } = await accountById(tx, entry.accountId)
  const isUrgent = row.is_breaking === 1 || kind === 'security'
  return {
    kind,
    magnitude,
    confidence: row.confidence,
    isRevert: row.reverts_number !== null || row.reverts_commit !== null,
    isReverted: row.reverted_at !== null,
    isUnshipped: row.place === 'unshipped',
    isNotLive: row.not_live !== null,
    needsWords: entry.needsWords !== null || wasRefusedWords(JSON.parse(row.evidence)),
    isPromoted: row.promoted_at !== null,
    isTouched: !isUntouched(entry) || origin !== 'pull-request' || flag !== null,
    isPast: entry.ingestMode === 'past',
    waitsForEdition: editionsSince !== null && !(urgentAtOnce && isUrgent),
  }
}
