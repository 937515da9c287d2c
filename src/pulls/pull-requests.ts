import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { indexTexts } from '#platform/db/search-text.ts'
import type { Ids } from '#platform/ids.ts'
import { chunksOf } from '#platform/iterables.ts'
import { pullsByCommit } from './known-changes.ts'
import { mergeRecord } from './merge-record.ts'
import type { MergedPull } from './pull-request.ts'
import { revertTarget } from './reverts.ts'

/** The outcome of recording a pull request. */
export interface RecordingResult {
  id: string
  pull: MergedPull
  /** `updated`: it was recorded before and has changed; `unchanged`: it was recorded before and has not changed. */
  outcome: 'recorded' | 'updated' | 'unchanged'
  /** The record before the update. */
  before?: MergedPull | undefined
}

/**
 * Records pull requests of one repository. A unique key ensures that each is recorded once, however often it arrives; data of a
 * recorded one is merged into its record. Returns the results in the order of `pulls`, without duplicates.
 */
export async function recordPulls(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  repository: { id: string; accountId: string },
  pulls: readonly MergedPull[],
): Promise<RecordingResult[]> {
  const distinct = [...new Map(pulls.map(pull => [pullKey(pull), pull])).values()]
  const known = await pullsByKey(tx, repository.id, distinct)
  const missing = distinct.filter(pull => !known.has(pullKey(pull)))
  const elsewhere = await pullsByCommit(tx, repository, missing)
  const unknown = missing.filter(pull => !elsewhere.has(pull))
  const inserted = await insertPulls(tx, clock, ids, repository, unknown)
  // These were inserted by another process since the lookup.
  const insertedElsewhere = unknown.filter(pull => !inserted.has(pullKey(pull)))
  for (const [key, record] of await pullsByKey(tx, repository.id, insertedElsewhere)) known.set(key, record)
  const recordings: RecordingResult[] = []
  for (const pull of distinct) {
    const same = elsewhere.get(pull)
    if (same !== undefined) {
      recordings.push({ id: same, pull, outcome: 'unchanged' })
      continue
    }
    const stored = known.get(pullKey(pull))
    const id = stored?.id ?? inserted.get(pullKey(pull))
    if (id === undefined) throw new Error('The pull request was neither inserted nor found.')
    const outcome = stored ? await updatePull(tx, repository.accountId, stored, pull) : 'recorded'
    recordings.push({ id, pull, outcome, before: stored?.pull })
  }
  return recordings
}

/** Merges new data into a recorded pull request, and writes only what changed. */
async function updatePull(
  tx: Tx,
  accountId: string,
  { id, pull: stored }: { id: string; pull: MergedPull },
  pull: MergedPull,
): Promise<'updated' | 'unchanged'> {
  const merged = mergeRecord(stored, pull)
  if (isDeepStrictEqual(merged, stored)) return 'unchanged'
  await tx
    .updateTable('pull_request')
    .set({ ...contentOf(merged), ...numberGained(stored, merged) })
    .where('id', '=', id)
    .execute()
  if (merged.title !== stored.title)
    await indexTexts(tx, [{ accountId, pullRequestId: id, text: merged.title }])
  return isDeepStrictEqual(contentIn(merged), contentIn(stored)) ? 'unchanged' : 'updated'
}

/** The columns to set when a merge that was recorded by its commit gets a number. */
const numberGained = (stored: MergedPull, { number }: MergedPull) =>
  number === stored.number ? {} : { number, commit_key: null }

/** The fields of the record that people and the classifier read. */
const contentIn = ({ changedAt: _, authoredAt: __, ...content }: MergedPull) => content

async function insertPulls(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  repository: { id: string; accountId: string },
  pulls: readonly MergedPull[],
): Promise<Map<string, string>> {
  if (pulls.length === 0) return new Map()
  const now = clock.now()
  const rows = pulls.map(pull => rowOf(pull, { id: ids.next(), repository, now }))
  const inserted = await tx
    .insertInto('pull_request')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .returning(['id', 'number', 'commit_key', 'title'])
    .execute()
  await indexTexts(
    tx,
    inserted.map(({ id, title }) => ({ accountId: repository.accountId, pullRequestId: id, text: title })),
  )
  return new Map(inserted.map(row => [row.number === null ? `@${row.commit_key}` : `#${row.number}`, row.id]))
}

function rowOf(
  pull: MergedPull,
  { id, repository, now }: { id: string; repository: { id: string; accountId: string }; now: number },
) {
  return {
    id,
    account_id: repository.accountId,
    repository_id: repository.id,
    number: pull.number,
    commit_key: pull.number === null ? pull.mergeCommit : null,
    merged_at: pull.mergedAt,
    place: 'unclassified',
    decision_id: null,
    reverted_at: null,
    promoted_at: null,
    promoted_by: null,
    recorded_at: now,
    ...contentOf(pull),
  }
}

/** The columns that an update may change. */
function contentOf(pull: MergedPull) {
  const reverts = revertTarget(pull)
  return {
    title: pull.title,
    body: pull.body,
    labels: JSON.stringify(pull.labels),
    author: pull.author,
    author_is_bot: pull.authorIsBot ? 1 : 0,
    base_branch: pull.baseBranch,
    head_branch: pull.headBranch ?? null,
    authored_at: pull.authoredAt ?? null,
    merge_commit: pull.mergeCommit,
    url: pull.url,
    linked_issues: JSON.stringify(pull.linkedIssues),
    host_changed_at: pull.changedAt ?? null,
    reverts_number: reverts && (reverts.numbers[0] ?? (reverts.commits.length > 0 ? null : 0)),
    reverts_commit: reverts?.commits[0] ?? null,
    files_changed: pull.filesChanged,
    additions: pull.additions,
    deletions: pull.deletions,
    commits: JSON.stringify(pull.commits),
    fragments: JSON.stringify(pull.fragments),
    files: JSON.stringify(pull.files),
  }
}

/** The pull requests as they will be recorded: incoming data merged into the stored records. Classification must use these. */
export async function mergeWithStored(
  db: Reader,
  repositoryId: string,
  pulls: readonly MergedPull[],
): Promise<MergedPull[]> {
  const recorded = await pullsByKey(db, repositoryId, pulls)
  return pulls.map(pull => {
    const stored = recorded.get(pullKey(pull))
    return stored ? mergeRecord(stored.pull, pull) : pull
  })
}

/** Whether the pull request is recorded. */
export async function isRecorded(
  db: Reader,
  repositoryId: string,
  { number }: Pick<MergedPull, 'number'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('pull_request')
    .select('id')
    .where('repository_id', '=', repositoryId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row !== undefined
}

/** The recorded pull requests with these ids, by id. */
export const pullsById = (db: Reader, ids: readonly string[]): Promise<Map<string, MergedPull>> =>
  readPulls(db, ids, rowsOf)

/** Like `pullsById`, but without those that could not be classified. */
export const classifiablePullsById = (db: Reader, ids: readonly string[]): Promise<Map<string, MergedPull>> =>
  readPulls(db, ids, async (reader, some) =>
    (await rowsOf(reader, some)).filter(row => row.classification_error === null),
  )

/** The newest pull requests of an account or of a repository, oldest first, without those that could not be classified. */
export async function newestClassifiablePulls(
  db: Reader,
  [column, id]: [column: 'account_id' | 'repository_id', id: string],
  most: number,
): Promise<MergedPull[]> {
  const rows = await db
    .selectFrom('pull_request')
    .select('id')
    .where(column, '=', id)
    .orderBy('merged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const ids = rows.map(row => row.id).toReversed()
  const pulls = await classifiablePullsById(db, ids)
  return ids.flatMap(one => pulls.get(one) ?? [])
}

async function readPulls(
  db: Reader,
  ids: readonly string[],
  read: typeof rowsOf,
): Promise<Map<string, MergedPull>> {
  const found = new Map<string, MergedPull>()
  for (const chunk of chunksOf(ids, VALUES_PER_STATEMENT)) {
    const rows = await read(db, chunk)
    for (const row of rows) found.set(row.id, pullFrom(row))
  }
  return found
}

/** The key of a pull request, or of a commit without one, within its repository. */
export const pullKey = ({ number, mergeCommit }: Pick<MergedPull, 'number' | 'mergeCommit'>): string =>
  number === null ? `@${mergeCommit}` : `#${number}`

/** Those of these pull requests that are recorded, with their ids, by `pullKey`. One with a number may be recorded by its commit alone. */
export async function pullsByKey(
  db: Reader,
  repositoryId: string,
  pulls: readonly Pick<MergedPull, 'number' | 'mergeCommit'>[],
): Promise<Map<string, { id: string; pull: MergedPull }>> {
  if (pulls.length === 0) return new Map()
  const numbers = pulls.flatMap(pull => (pull.number === null ? [] : [pull.number]))
  const commits = pulls.flatMap(pull => pull.mergeCommit ?? [])
  const rows = await records(db)
    .where('repository_id', '=', repositoryId)
    .where(where =>
      where.or([
        ...(numbers.length > 0 ? [where('number', 'in', numbers)] : []),
        ...(commits.length > 0 ? [where('commit_key', 'in', commits)] : []),
      ]),
    )
    .execute()
  const known = new Map(
    rows.map(row => [pullKey({ ...row, mergeCommit: row.commit_key }), { id: row.id, pull: pullFrom(row) }]),
  )
  for (const { number, mergeCommit } of pulls) {
    const [key, commitKey] = [`#${number}`, `@${mergeCommit}`]
    const byCommit = known.get(commitKey)
    if (number === null || !byCommit || known.has(key)) continue
    known.set(key, byCommit)
    // If two numbers have the same commit, the first one keeps its record.
    known.delete(commitKey)
  }
  return known
}

const records = (db: Reader) =>
  db
    .selectFrom('pull_request')
    .innerJoin('repository', 'repository.id', 'pull_request.repository_id')
    .selectAll('pull_request')
    .select(['repository.host', 'repository.name as repo'])

const rowsOf = (db: Reader, ids: readonly string[]) =>
  records(db).where('pull_request.id', 'in', ids).execute()

const pullFrom = (row: Awaited<ReturnType<typeof rowsOf>>[number]): MergedPull => ({
  host: row.host,
  repo: row.repo,
  number: row.number,
  title: row.title,
  body: row.body,
  author: row.author,
  authorIsBot: row.author_is_bot === 1,
  labels: JSON.parse(row.labels),
  baseBranch: row.base_branch,
  ...(row.head_branch !== null && { headBranch: row.head_branch }),
  mergeCommit: row.merge_commit,
  mergedAt: row.merged_at,
  ...(row.authored_at !== null && { authoredAt: row.authored_at }),
  ...(row.host_changed_at !== null && { changedAt: row.host_changed_at }),
  url: row.url,
  files: JSON.parse(row.files),
  filesChanged: row.files_changed,
  additions: row.additions,
  deletions: row.deletions,
  linkedIssues: JSON.parse(row.linked_issues),
  commits: JSON.parse(row.commits),
  fragments: JSON.parse(row.fragments),
})
