import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type Entry, requireState } from './entries/entry.ts'
import type { EntryContext } from './entries/entry-effects.ts'
import { entryIfUnchanged } from './entries/store.ts'
import { publishEntry } from './entries/transitions.ts'

/** What the merges of an account came to. */
export interface HistoryCounts {
  /** All recorded merges. */
  merges: number
  /** Merges that customers would notice. */
  customers: number
  /** Of those, the ones that were announced elsewhere, as in the repository's own changelog. */
  announcedElsewhere: number
  /** Published entries. */
  published: number
}

export async function historyCounts(db: Reader, accountId: string): Promise<HistoryCounts> {
  const merges = await db
    .selectFrom('pull_request')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const ofCustomers = db
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('pull.account_id', '=', accountId)
    .where('decision.visibility', '=', 'user-facing')
  const customers = await ofCustomers.executeTakeFirstOrThrow()
  const elsewhere = await ofCustomers
    .where('pull.place', '=', 'announced')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entry_pull_request as link')
            .select('link.entry_id')
            .whereRef('link.pull_request_id', '=', 'pull.id')
            .where('link.live', '=', 1),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  const published = await db
    .selectFrom('entry')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow()
  return {
    merges: Number(merges.count),
    customers: Number(customers.count),
    announcedElsewhere: Number(elsewhere.count),
    published: Number(published.count),
  }
}

/**
 * Publishes a draft with the date of its merge, as history. Throws `not_found`, and `conflict` if the entry is no draft, was changed
 * since `seen`, or covers no pull request.
 */
export async function publishAtMerge(
  tx: Tx,
  context: EntryContext,
  id: string,
  precondition: { seen: number; accountId: string },
): Promise<Entry> {
  const draft = requireState(await entryIfUnchanged(tx, id, precondition), 'published', 'draft')
  const pull = await tx
    .selectFrom('pull_request')
    .select('merged_at')
    .where('id', '=', draft.primaryPullRequestId ?? '')
    .executeTakeFirst()
  if (!pull) throw new AppError('conflict', 'This entry covers no pull request whose date it could have.')
  return publishEntry(tx, context, id, { at: pull.merged_at })
}
