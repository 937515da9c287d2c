import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import type { Instant } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import { rowById } from '#platform/db/rows.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError, unknownId } from '#platform/errors.ts'
import { chunksOf } from '#platform/iterables.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { abbreviatedCommit } from '#pulls/revert-candidates.ts'
import { markPromoted } from './transitions.ts'

/** Whether a pull request counts as announced, since when, and who said so. */
interface Promotion {
  pullRequestId: string
  accountId: string
  promotedAt: Instant | null
  promotedBy: string | null
}

/** Marks a pull request as announced elsewhere. An earlier mark is kept. */
export async function markAnnouncedElsewhere(
  tx: Tx,
  context: ActionContext,
  pullRequestId: string,
  accountId?: string,
): Promise<Promotion> {
  const before = await promotionOf(tx, pullRequestId, accountId)
  if (before.promotedAt !== null) return before
  await markPromoted(tx, context, [pullRequestId])
  return logged(tx, context, 'marked as announced elsewhere', before)
}

/** Lets a pull request be announced again. Throws `conflict` while a published entry covers it. */
export async function clearPromotion(
  tx: Tx,
  context: ActionContext,
  pullRequestId: string,
  accountId?: string,
): Promise<Promotion> {
  const before = await promotionOf(tx, pullRequestId, accountId)
  if (before.promotedAt === null) return before
  const { numUpdatedRows } = await tx
    .updateTable('pull_request')
    .set({ promoted_at: null, promoted_by: null })
    .where('id', '=', pullRequestId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entry_pull_request as link')
            .innerJoin('entry', 'entry.id', 'link.entry_id')
            .select('entry.id')
            .whereRef('link.pull_request_id', '=', 'pull_request.id')
            .where('entry.state', '=', 'published'),
        ),
      ),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new AppError('conflict', 'A published entry covers this pull request. Withdraw that entry first.')
  return logged(tx, context, 'cleared as announced', before)
}

/** Updates the ledger, whose highlights show whether a pull request was announced, and logs the change. */
async function logged(
  tx: Tx,
  context: ActionContext,
  action: ActivityAction,
  before: Promotion,
): Promise<Promotion> {
  const { pullRequestId, accountId } = before
  await refreshPlaces(tx, [pullRequestId])
  const after = await promotionOf(tx, pullRequestId)
  const summary = ({ promotedAt, promotedBy }: Promotion) => ({ at: promotedAt, by: promotedBy })
  await recordActivity(tx, context, action, {
    accountId,
    subject: pullRequestId,
    before: summary(before),
    after: summary(after),
  })
  return after
}

async function promotionOf(tx: Tx, id: string, accountId?: string): Promise<Promotion> {
  const row = await rowById(tx, 'pull_request', id, accountId)
  if (!row) throw unknownId('pull request', id, 'pull list')
  return {
    pullRequestId: id,
    accountId: row.account_id,
    promotedAt: row.promoted_at,
    promotedBy: row.promoted_by,
  }
}

/** The pull requests (by number) and commits (by hash) that a past changelog names. */
export interface PullReferences {
  numbers: readonly number[]
  commits: readonly string[]
}

/** The length of git's abbreviated hashes. */
const SHORT = 7
const keysOf = ({ numbers, commits }: PullReferences): string[] => [
  ...new Set([
    ...numbers.map(number => `#${number}`),
    ...commits.map(commit => `@${commit.slice(0, SHORT)}`),
  ]),
]

/** The repository of the references, and its account. */
interface RepositoryOwner {
  id: string
  accountId: string
}

/**
 * Stores what a past changelog of the repository names, so that a pull request that is recorded later counts as announced. The first
 * mention is kept, but a mention in an imported entry replaces one in the repository's own changelog (`entryId` null).
 */
export async function recordReferences(
  tx: Tx,
  { id, accountId }: RepositoryOwner,
  references: PullReferences,
  entryId: string | null,
): Promise<void> {
  const rows = keysOf(references).map(reference => ({
    repository_id: id,
    reference,
    account_id: accountId,
    entry_id: entryId,
  }))
  for (const chunk of chunksOf(rows, VALUES_PER_STATEMENT))
    await tx
      .insertInto('mention')
      .values(chunk)
      .onConflict(conflict =>
        conflict
          .columns(['repository_id', 'reference'])
          .doUpdateSet({ entry_id: entryId })
          .where('mention.entry_id', 'is', null),
      )
      .execute()
}

/** The ids of the recorded pull requests among the references, in the order of the references. */
export async function referencedPulls(
  db: Reader,
  { id }: RepositoryOwner,
  references: PullReferences,
): Promise<string[]> {
  const keys = keysOf(references)
  const found = new Map<string, string>()
  for (const some of chunksOf(keys, VALUES_PER_STATEMENT)) {
    const numbers = some.flatMap(key => (key.startsWith('#') ? Number(key.slice(1)) : []))
    const commits = some.flatMap(key => (key.startsWith('@') ? key.slice(1) : []))
    const rows = await db
      .selectFrom('pull_request')
      .select(['id', 'number', 'merge_commit'])
      .where('repository_id', '=', id)
      .where(where =>
        where.or([
          ...(numbers.length > 0 ? [where('number', 'in', numbers)] : []),
          ...(commits.length > 0 ? [where(abbreviatedCommit, 'in', commits)] : []),
        ]),
      )
      .execute()
    for (const row of rows) {
      found.set(`#${row.number}`, row.id)
      found.set(`@${row.merge_commit?.slice(0, SHORT)}`, row.id)
    }
  }
  return [...new Set(keys.flatMap(key => found.get(key) ?? []))]
}

/** A newly recorded pull request. */
type RecordedPullRequest = Pick<MergedPull, 'number' | 'mergeCommit'> & { id: string }

/** Newly recorded pull requests that a past changelog announced: in an imported entry, or only in the repository's own changelog. */
export interface PreviouslyAnnounced {
  inEntries: Set<string>
  elsewhere: Set<string>
}

/**
 * Marks newly recorded pull requests that a past changelog names as promoted, and links them to their
 * imported entries. The caller must refresh their places in the ledger.
 */
export async function promoteReferenced(
  tx: Tx,
  context: ActionContext,
  owner: RepositoryOwner,
  fresh: readonly RecordedPullRequest[],
): Promise<PreviouslyAnnounced> {
  const mentions = new Map([...(await mentionsOf(tx, owner.id, fresh))].map(([{ id }, one]) => [id, one]))
  const ids = [...mentions.keys()]
  await markPromoted(tx, { ...context, actor: 'import' }, ids)
  const inEntries = ids.filter(id => mentions.get(id)?.entry_id)
  if (inEntries.length > 0)
    await tx
      .insertInto('entry_pull_request')
      .values(
        inEntries.map(id => ({
          entry_id: mentions.get(id)?.entry_id ?? '',
          pull_request_id: id,
          account_id: owner.accountId,
          live: mentions.get(id)?.state === 'published' ? 1 : 0,
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return { inEntries: new Set(inEntries), elsewhere: new Set(ids.filter(id => !inEntries.includes(id))) }
}

/** Where a past changelog of the repository names pull requests; only those that it names. */
export async function mentionsOf<T extends Pick<MergedPull, 'number' | 'mergeCommit'>>(
  db: Reader,
  repositoryId: string,
  pulls: readonly T[],
): Promise<Map<T, { entry_id: string | null; state: string | null }>> {
  const named = new Map<string, T>()
  for (const pull of pulls)
    for (const key of keysOf({
      numbers: pull.number === null ? [] : [pull.number],
      commits: pull.mergeCommit ? [pull.mergeCommit] : [],
    }))
      named.set(key, pull)
  const found = new Map<T, { entry_id: string | null; state: string | null }>()
  const keys = [...named.keys()]
  for (const chunk of chunksOf(keys, VALUES_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('mention')
      .leftJoin('entry', 'entry.id', 'mention.entry_id')
      .select(['mention.reference', 'mention.entry_id', 'entry.state'])
      .where('mention.repository_id', '=', repositoryId)
      .where('mention.reference', 'in', chunk)
      .execute()
    for (const { reference, ...mention } of rows) {
      const pull = named.get(reference) as T
      if (!found.get(pull)?.entry_id) found.set(pull, mention)
    }
  }
  return found
}
