import { lockAccount } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import { LEAD } from '#changelog/entries/covered-pulls.ts'
import { byLead, type Leading } from '#changelog/entries/lead.ts'
import { deleteDraft, entryFrom, hasOtherWords } from '#changelog/entries/store.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { wordProposed } from '#pipeline/writing/reword.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import { MONTH_MS, MOST_PROPOSED } from '#pulls/past.ts'
import { repositoryById } from '#pulls/repositories/repositories.ts'
import { draftHistory } from './drafts.ts'

/** The drafts that an import brought. */
const pastDrafts = (db: Reader, accountId: string) =>
  db
    .selectFrom('entry')
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'draft')
    .where('entry.ingest_mode', '=', 'past')
    .where('entry.origin', '=', 'pull-request')

/** How many drafts of the past are of pull requests of these repositories. */
export async function countPastDrafts(
  db: Reader,
  accountId: string,
  repositoryIds: readonly string[],
): Promise<number> {
  // PostgreSQL accepts no empty list.
  if (repositoryIds.length === 0) return 0
  const { count } = await pastDrafts(db, accountId)
    .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .where('pull.repository_id', 'in', repositoryIds)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Of these, what nobody has touched: worded, translated, placed in an edition, given a post's text, or kept out of a group. */
const untouchedDrafts = (db: Reader, accountId: string) =>
  pastDrafts(db, accountId)
    .where('entry.touched', '=', 0)
    .where('entry.flag', 'is', null)
    .where('entry.version', '=', 1)
    .where('entry.edition_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('declined_group').select('issue').whereRef('declined_group.entry_id', '=', 'entry.id'),
        ),
      ),
    )
    .where(build => build.not(hasOtherWords(build)))

/** Makes history of the drafts that an import brought and nobody has touched. */
export async function pastAsHistory(tx: Tx, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
  await asHistory(tx, await untouchedDrafts(tx, accountId).selectAll('entry').execute())
}

async function asHistory(tx: Tx, rows: readonly Parameters<typeof entryFrom>[0][]): Promise<void> {
  for (const row of rows) await deleteDraft(tx, entryFrom(row))
  const pulls = rows.flatMap(row => row.primary_pull_request_id ?? [])
  for (const chunk of chunksOf(pulls, VALUES_PER_STATEMENT)) await refreshPlaces(tx, chunk)
}

/** The merges that customers would notice, of the month that ends with the newest of them in their repository. */
const lastMonth = (db: Reader, accountId: string) =>
  db
    .selectFrom('pull_request as pull')
    .innerJoin(
      db
        .selectFrom('pull_request')
        .innerJoin('decision', 'decision.id', 'pull_request.decision_id')
        .select(['repository_id', ({ fn }) => fn.max('merged_at').as('newest')])
        .where('pull_request.account_id', '=', accountId)
        .where('decision.visibility', '=', 'user-facing')
        .groupBy('repository_id')
        .as('last'),
      'last.repository_id',
      'pull.repository_id',
    )
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .innerJoin('pitch', 'pitch.pull_request_id', 'pull.id')
    .where('pull.account_id', '=', accountId)
    .where(({ eb }) => eb('pull.merged_at', '>=', eb('last.newest', '-', MONTH_MS)))

/** How many `proposeWeightiest` would draft, where nothing is a draft. */
export async function countProposed(db: Reader, accountId: string): Promise<number> {
  const { count } = await lastMonth(db, accountId)
    .select(({ fn }) => fn.countAll().as('count'))
    .where('pull.place', '=', 'history')
    .executeTakeFirstOrThrow()
  return Math.min(Number(count), MOST_PROPOSED)
}

interface Candidate extends Leading {
  pullId: string
  repositoryId: string
  /** Its draft; null for history. */
  entryId: string | null
  mergedAt: number
}

/**
 * Lets of the past stand as drafts what a person touched and the weightiest of the last month, at most `MOST_PROPOSED` together; the rest
 * is history. With `keepsMore`, nothing changes where more are drafts: somebody asked for them.
 */
export async function proposeWeightiest(
  tx: Tx,
  action: ActionContext,
  accountId: string,
  { keepsMore }: { keepsMore: boolean },
): Promise<void> {
  await lockAccount(tx, accountId)
  const { drafts } = await pastDrafts(tx, accountId)
    .select(({ fn }) => fn.countAll().as('drafts'))
    .executeTakeFirstOrThrow()
  if (keepsMore && Number(drafts) > MOST_PROPOSED) return
  const untouched = await untouchedDrafts(tx, accountId).selectAll('entry').execute()
  const candidates = await candidatesOf(tx, accountId, new Set(untouched.map(({ id }) => id)))
  const proposed = candidates.slice(0, Math.max(0, MOST_PROPOSED - (Number(drafts) - untouched.length)))
  const stay = new Set(proposed.map(({ entryId }) => entryId))
  const rest = untouched.filter(({ id }) => !stay.has(id))
  await asHistory(tx, rest)
  const fresh = proposed.filter(({ entryId }) => entryId === null)
  for (const [id, some] of Map.groupBy(fresh, ({ repositoryId }) => repositoryId)) {
    const ids = some.map(({ pullId }) => pullId)
    await draftHistory(tx, action, await repositoryById(tx, id), ids)
  }
  if (proposed.length > 0) await wordProposed(tx, action, accountId)
}

/** What of the last month is history or such a draft, in the order in which it leads. */
async function candidatesOf(tx: Tx, accountId: string, drafts: ReadonlySet<string>): Promise<Candidate[]> {
  const rows = await lastMonth(tx, accountId)
    .leftJoin('entry', join =>
      join.onRef('entry.primary_pull_request_id', '=', 'pull.id').on('entry.state', '=', 'draft'),
    )
    .select(['pull.id as pullId', 'pull.repository_id as repositoryId', 'pull.merged_at as mergedAt'])
    .select(['entry.id as entryId', 'pull.place', 'decision.kind', 'decision.magnitude'])
    .select(['decision.is_breaking as isBreaking', LEAD.as('lead')])
    .where('pull.place', 'in', ['history', 'drafted', 'unshipped'])
    .execute()
  return rows
    .filter(({ place, entryId }) => place === 'history' || (entryId !== null && drafts.has(entryId)))
    .map(row => ({ ...row, isBreaking: row.isBreaking === 1 }))
    .sort((a, b) => byLead(a, b) || b.mergedAt - a.mergedAt || (a.pullId < b.pullId ? -1 : 1))
}
