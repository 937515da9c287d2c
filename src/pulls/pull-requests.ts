import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { chunksOf } from '#platform/iterables.ts'
import { mergeRecord } from './merge-record.ts'
import type { MergedPull } from './pull-request.ts'
import { revertTarget } from './reverts.ts'

/** What became of a merged pull request that arrived. */
export interface RecordingResult {
  id: string
  pull: MergedPull
  /** `recorded`: new; `updated`: known, and something of its content is new; `unchanged`: known and the same. */
  outcome: 'recorded' | 'updated' | 'unchanged'
  /** It was known without the address of its page, which is known now. */
  gainedUrl: boolean
}

/**
 * Records pull requests of one repository, each once, by whatever way and however often they come: the unique key decides. What
 * arrives of a known one is merged into its record. Gives the recordings in the order of the pull requests.
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
  const unknown = distinct.filter(pull => !known.has(pullKey(pull)))
  const fresh = await insertPulls(tx, clock, ids, repository, unknown)
  // Another process inserted these after our look.
  const late = unknown.filter(pull => !fresh.has(pullKey(pull)))
  for (const [key, record] of await pullsByKey(tx, repository.id, late)) known.set(key, record)
  const recordings: RecordingResult[] = []
  for (const pull of distinct) {
    const before = known.get(pullKey(pull))
    const id = before?.id ?? fresh.get(pullKey(pull))
    if (id === undefined) throw new Error('What is neither inserted nor there cannot be.')
    const gainedUrl = before?.pull.url === null && pull.url !== null
    const outcome = before ? await updatePull(tx, clock, before, pull) : 'recorded'
    recordings.push({ id, pull, outcome, gainedUrl })
  }
  return recordings
}

/** News of a known pull request: only what the merge of both changes is written. */
async function updatePull(
  tx: Tx,
  clock: Clock,
  { id, pull: before }: { id: string; pull: MergedPull },
  pull: MergedPull,
): Promise<'updated' | 'unchanged'> {
  const merged = mergeRecord(before, pull)
  if (isDeepStrictEqual(merged, before)) return 'unchanged'
  await tx
    .updateTable('pull_request')
    .set({ ...contentOf(merged), updated_at: clock.now() })
    .where('id', '=', id)
    .execute()
  const { changedAt: _, ...content } = merged
  const { changedAt: __, ...contentBefore } = before
  return isDeepStrictEqual(content, contentBefore) ? 'unchanged' : 'updated'
}

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
    .returning(['id', 'number', 'commit_key'])
    .execute()
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
    updated_at: now,
    ...contentOf(pull),
  }
}

/** What later news may change. */
function contentOf(pull: MergedPull) {
  const reverts = revertTarget(pull)
  return {
    title: pull.title,
    body: pull.body,
    labels: JSON.stringify(pull.labels),
    author: pull.author,
    author_is_bot: pull.authorIsBot ? 1 : 0,
    base_branch: pull.baseBranch,
    merge_commit: pull.mergeCommit,
    url: pull.url,
    linked_issues: JSON.stringify(pull.linkedIssues),
    host_changed_at: pull.changedAt ?? null,
    reverts_number: reverts?.number ?? null,
    reverts_commit: reverts?.commit ?? null,
    files_changed: pull.filesChanged,
    additions: pull.additions,
    deletions: pull.deletions,
    commits: JSON.stringify(pull.commits),
    fragments: JSON.stringify(pull.fragments),
    files: JSON.stringify(pull.files),
  }
}

/** Each pull request as it will be recorded: what arrived, merged into what is stored of it. This is what is to be judged. */
export async function mergeWithStored(
  db: Reader,
  repositoryId: string,
  pulls: readonly MergedPull[],
): Promise<MergedPull[]> {
  const recorded = await pullsByKey(db, repositoryId, pulls)
  return pulls.map(pull => {
    const before = recorded.get(pullKey(pull))
    return before ? mergeRecord(before.pull, pull) : pull
  })
}

/** Whether there is a record of it, by whatever way it came. */
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

/** Recorded pull requests as they came, by their ids. */
export const pullsById = (db: Reader, ids: readonly string[]): Promise<Map<string, MergedPull>> =>
  readPulls(db, ids, rowsOf)

/** The same without those whose text could not be processed. */
export const classifiablePullsById = (db: Reader, ids: readonly string[]): Promise<Map<string, MergedPull>> =>
  readPulls(db, ids, async (reader, some) =>
    (await rowsOf(reader, some)).filter(row => row.classification_error === null),
  )

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

/** What names a pull request, or a commit that belongs to none, within its repository. */
export const pullKey = ({ number, mergeCommit }: Pick<MergedPull, 'number' | 'mergeCommit'>): string =>
  number === null ? `@${mergeCommit}` : `#${number}`

/** Those of a repository's pull requests that are recorded, with their ids, by `keyOf`. */
export async function pullsByKey(
  db: Reader,
  repositoryId: string,
  pulls: readonly Pick<MergedPull, 'number' | 'mergeCommit'>[],
): Promise<Map<string, { id: string; pull: MergedPull }>> {
  if (pulls.length === 0) return new Map()
  const numbers = pulls.flatMap(pull => (pull.number === null ? [] : [pull.number]))
  const commits = pulls.flatMap(pull => (pull.number === null && pull.mergeCommit ? [pull.mergeCommit] : []))
  const rows = await records(db)
    .where('repository_id', '=', repositoryId)
    .where(where =>
      where.or([
        ...(numbers.length > 0 ? [where('number', 'in', numbers)] : []),
        ...(commits.length > 0 ? [where('commit_key', 'in', commits)] : []),
      ]),
    )
    .execute()
  return new Map(
    rows.map(row => {
      const pull = pullFrom(row)
      return [pullKey({ ...pull, mergeCommit: row.commit_key }), { id: row.id, pull }]
    }),
  )
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
  mergeCommit: row.merge_commit,
  mergedAt: row.merged_at,
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
