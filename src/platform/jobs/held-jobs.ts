import { type Clock, DAY_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { RetryLater } from './job.ts'

/** Why the jobs of an account that is about to be deleted wait. */
export const HELD = 'The account is about to be deleted.'

/** Throws `RetryLater` for a job of an account that is about to be deleted, since no more work is done for it. */
export async function requireNotHeld(
  { read }: Database,
  clock: Clock,
  { accountId }: { accountId: string | null },
): Promise<void> {
  if (accountId === null) return
  const query = read.selectFrom('account').select('deletes_at').where('id', '=', accountId)
  const account = await query.executeTakeFirst()
  if (account && account.deletes_at !== null) throw new RetryLater(clock.now() + DAY_MS, HELD)
}

/** Makes the held jobs of an account run. */
export async function runHeldJobs(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('job')
    .set({ available_at: 0 })
    .where('account_id', '=', accountId)
    .where('lease_token', 'is', null)
    .where('last_error', '=', HELD)
    .execute()
}
