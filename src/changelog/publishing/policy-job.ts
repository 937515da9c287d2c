import { z } from 'zod'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Tx } from '#platform/db/schema.ts'
import { defineJob, handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { applyPolicy, policyOf } from './policy.ts'

/** Applies an account's policy to drafts. */
export const policyJob = defineJob({
  name: 'policy',
  payload: z.object({ entryIds: z.array(z.string()).readonly() }),
  attempts: 8,
  priority: 'live',
})

/** Has the account's policy look at drafts, in the transaction that made them, changed them, or marked them as shipped. */
export async function schedulePolicyRun(
  tx: Tx,
  { clock, ids }: EntryContext,
  accountId: string,
  entryIds: readonly string[],
): Promise<void> {
  if (entryIds.length === 0 || (await policyOf(tx, accountId)).mode === 'review') return
  await enqueue(tx, { clock, ids }, policyJob, { accountId, payload: { entryIds } })
}

/** A draft that a person changes at the same moment makes the job come again, and is theirs by then. */
export const policyJobs = (mover: Omit<EntryContext, 'actor'>): RegisteredJob =>
  handleJob(policyJob, {
    run: async ({ entryIds }, { accountId }) => {
      return async tx => {
        await applyPolicy(tx, { ...mover, actor: 'policy' }, accountId ?? '', entryIds)
      }
    },
  })
