import type { ActionContext } from '#changelog/entries/transitions.ts'
import type { Tx } from '#platform/db/schema.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { JobKind } from '#platform/jobs/worker.ts'
import { applyPolicy, policyOf } from './policy-store.ts'

export const POLICY = 'policy'

const ATTEMPTS = 8

interface PolicyJob {
  entryIds: readonly string[]
}

/** Has the account's policy look at drafts, in the transaction that made them, changed them, or marked them as shipped. */
export async function schedulePolicyRun(
  tx: Tx,
  { clock, ids }: ActionContext,
  accountId: string,
  entryIds: readonly string[],
): Promise<void> {
  if (entryIds.length === 0 || (await policyOf(tx, accountId)).mode === 'review') return
  const payload: PolicyJob = { entryIds }
  await enqueue(tx, clock, ids, { kind: POLICY, accountId, payload, priority: 'live' })
}

/** A draft that a person changes at the same moment makes the job come again, and is theirs by then. */
export const policyJobs = (mover: Omit<ActionContext, 'actor'>): JobKind => ({
  attempts: ATTEMPTS,
  work: async (payload, { accountId }) => {
    const { entryIds } = payload as PolicyJob
    return async tx => {
      await applyPolicy(tx, { ...mover, actor: 'policy' }, accountId ?? '', entryIds)
    }
  },
})
