import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { requireTxtRecord, type TxtLookup } from '#platform/http/dns.ts'
import type { WriteContext } from '#platform/ids.ts'
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring.ts'
import { allDomains, domainByName, GRACE_MS, type JoiningDomain, RECHECK_MS } from './domain.ts'

/**
 * Looks up the record of the domain, and returns the domain's name. Throws `conflict` if the record is
 * missing, or if another account has proven the domain before.
 */
export async function proveDomain(
  db: Database,
  context: ActionContext & { txtRecords: TxtLookup },
  accountId: string,
  given: string,
): Promise<string> {
  const domain = await domainByName(db.read, accountId, given)
  await confirmDomain(db, context, domain)
  return domain.name
}

async function confirmDomain(
  db: Database,
  context: ActionContext & { txtRecords: TxtLookup },
  domain: JoiningDomain,
): Promise<void> {
  await requireTxtRecord(context.txtRecords, domain.record)
  await db.write(async tx => {
    await endOldProofs(tx, context)
    await recordProof(tx, context, domain)
  })
}

/** Records the proof. The unique key of proven domains decides between two accounts. */
async function recordProof(
  tx: Tx,
  context: ActionContext,
  { id, accountId, name }: JoiningDomain,
): Promise<void> {
  const now = context.clock.now()
  const first = await tx
    .updateTable('joining_domain')
    .set({ proven_at: now, confirmed_at: now })
    .where('id', '=', id)
    .where('proven_at', 'is', null)
    .executeTakeFirst()
    .catch(error => {
      if (!isUniqueViolation(error)) throw error
      throw new AppError(
        'conflict',
        `Another account on this server has proven ${name} before, and has it until it removes the domain or its record is gone for a week.`,
      )
    })
  if (first.numUpdatedRows > 0n)
    return recordActivity(tx, context, 'domain proven', {
      accountId,
      subject: id,
      after: { name },
    })
  await tx.updateTable('joining_domain').set({ confirmed_at: now }).where('id', '=', id).execute()
}

/** Ends the proofs whose record has not been found for too long. People who joined stay. */
async function endOldProofs(tx: Tx, { clock, ids }: WriteContext): Promise<void> {
  const ended = await tx
    .updateTable('joining_domain')
    .set({ proven_at: null })
    .where('proven_at', 'is not', null)
    .where('confirmed_at', '<=', clock.now() - GRACE_MS)
    .returning(['id', 'account_id', 'domain'])
    .execute()
  for (const { id, account_id: accountId, domain } of ended)
    await recordActivity(tx, { clock, ids, actor: 'dns' }, 'domain lapsed', {
      accountId,
      subject: id,
      before: { name: domain },
    })
}

const MOST_AT_ONCE = 5

/** Looks up the record of every domain each hour: of domains that wait for their proof, and of those that are proven. */
export const recheckDomains = (
  parts: WriteContext & { db: Database; txtRecords: TxtLookup },
): RecurringJob => ({
  definition: defineRecurringJob('recheck domains'),
  everyMs: RECHECK_MS,
  async run(signal) {
    const context = { ...parts, actor: 'dns' }
    await mapConcurrently(await allDomains(parts.db.read), MOST_AT_ONCE, async domain => {
      if (!signal.aborted) await confirmDomain(parts.db, context, domain).catch(ignoreUnproven)
    })
    return tx => endOldProofs(tx, context)
  },
})

/** Ignores that a record is missing, cannot be read or belongs to another account: the next run looks it up again. */
function ignoreUnproven(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
