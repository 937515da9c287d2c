import { sql } from 'kysely'
import type { Reader, Tx } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Ids } from '#kit/ids.ts'
import type { MergedPull } from './pull-request.ts'
import { revertTarget } from './reverts.ts'

/** What became of a merged pull request that arrived. */
export interface Recording {
  id: string
  pull: MergedPull
  /** `recorded`: new; `updated`: known, but title, body or labels differ or it had fewer files; `unchanged`: known and the same. */
  outcome: 'recorded' | 'updated' | 'unchanged'
}

/**
 * Records pull requests of one repository, each once, by whatever way and however often they come: the unique key decides. Of a
 * known one only title, body and labels follow what came, and what it changed where that is told more fully now: a merge's files stay the same. Gives the recordings in the order of the pull requests.
 */
export async function recordPulls(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  repository: { id: string; accountId: string },
  pulls: readonly MergedPull[],
): Promise<Recording[]> {
  const distinct = [...new Map(pulls.map(pull => [keyOf(pull), pull])).values()]
  const known = await knownPulls(tx, repository.id, distinct)
  const unknown = distinct.filter(pull => !known.has(keyOf(pull)))
  const fresh = await insertPulls(tx, clock, ids, repository, unknown)
  // Another process inserted these after our look.
  const late = unknown.filter(pull => !fresh.has(keyOf(pull)))
  for (const [key, pull] of await knownPulls(tx, repository.id, late)) known.set(key, pull)
  const recordings: Recording[] = []
  for (const pull of distinct) {
    const before = known.get(keyOf(pull))
    const id = before?.id ?? fresh.get(keyOf(pull))
    if (id === undefined) throw new Error('What is neither inserted nor there cannot be.')
    recordings.push({ id, pull, outcome: before ? await follow(tx, clock, before, pull) : 'recorded' })
  }
  return recordings
}

/** The record takes what is newer. News that comes late is known by the host's time of it. */
async function follow(
  tx: Tx,
  clock: Clock,
  before: KnownPull,
  pull: MergedPull,
): Promise<'updated' | 'unchanged'> {
  const changedAt = pull.changedAt ?? null
  // What the host itself told is not overwritten by older news, nor by a source that knows no labels and no times.
  if (before.host_changed_at !== null && (changedAt ?? 0) < before.host_changed_at) return 'unchanged'
  const isKnown = isSame(before, pull) && !tellsFiles(before, pull)
  if (!isKnown || changedAt !== before.host_changed_at) await update(tx, clock, before, pull)
  return isKnown ? 'unchanged' : 'updated'
}

const keyOf = (pull: MergedPull): string =>
  pull.number === null ? `@${pull.mergeCommit}` : `#${pull.number}`

interface KnownPull {
  id: string
  title: string
  body: string
  labels: string
  host_changed_at: number | null
  /** How many files it was recorded with. A host may have withheld some. */
  listed: number
}

/** Files are kept as JSON, in which a quotation mark inside a path is written otherwise. */
const FILES_LISTED = sql<number>`(length(files) - length(replace(files, '"path":', ''))) / ${sql.lit('"path":'.length)}`

async function knownPulls(
  tx: Tx,
  repositoryId: string,
  pulls: readonly MergedPull[],
): Promise<Map<string, KnownPull>> {
  if (pulls.length === 0) return new Map()
  const numbers = pulls.flatMap(pull => (pull.number === null ? [] : [pull.number]))
  const commits = pulls.flatMap(pull => (pull.number === null && pull.mergeCommit ? [pull.mergeCommit] : []))
  const rows = await tx
    .selectFrom('pull_request')
    .select(['id', 'number', 'commit_key', 'title', 'body', 'labels', 'host_changed_at'])
    .select(FILES_LISTED.as('listed'))
    .where('repository_id', '=', repositoryId)
    .where(where =>
      where.or([
        ...(numbers.length > 0 ? [where('number', 'in', numbers)] : []),
        ...(commits.length > 0 ? [where('commit_key', 'in', commits)] : []),
      ]),
    )
    .execute()
  return new Map(rows.map(row => [row.number === null ? `@${row.commit_key}` : `#${row.number}`, row]))
}

function isSame(before: KnownPull, pull: MergedPull): boolean {
  return (
    before.title === pull.title && before.body === pull.body && before.labels === JSON.stringify(pull.labels)
  )
}

const tellsFiles = (before: KnownPull, pull: MergedPull): boolean => pull.files.length > before.listed

async function update(tx: Tx, clock: Clock, before: KnownPull, pull: MergedPull): Promise<void> {
  await tx
    .updateTable('pull_request')
    .set({
      title: pull.title,
      body: pull.body,
      labels: JSON.stringify(pull.labels),
      ...(pull.changedAt !== undefined && { host_changed_at: pull.changedAt }),
      ...(tellsFiles(before, pull) && changesOf(pull)),
      updated_at: clock.now(),
    })
    .where('id', '=', before.id)
    .execute()
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
  const reverts = revertTarget(pull)
  return {
    id,
    account_id: repository.accountId,
    repository_id: repository.id,
    number: pull.number,
    commit_key: pull.number === null ? pull.mergeCommit : null,
    merged_at: pull.mergedAt,
    place: 'unclassified',
    decision_id: null,
    reverts_number: reverts?.number ?? null,
    reverts_commit: reverts?.commit ?? null,
    reverted_at: null,
    host_changed_at: pull.changedAt ?? null,
    promoted_at: null,
    promoted_by: null,
    recorded_at: now,
    updated_at: now,
    author: pull.author,
    author_is_bot: pull.authorIsBot ? 1 : 0,
    base_branch: pull.baseBranch,
    merge_commit: pull.mergeCommit,
    url: pull.url,
    title: pull.title,
    labels: JSON.stringify(pull.labels),
    linked_issues: JSON.stringify(pull.linkedIssues),
    body: pull.body,
    ...changesOf(pull),
  }
}

const changesOf = (pull: MergedPull) => ({
  files_changed: pull.filesChanged,
  additions: pull.additions,
  deletions: pull.deletions,
  commits: JSON.stringify(pull.commits),
  fragments: JSON.stringify(pull.fragments),
  files: JSON.stringify(pull.files),
})

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

/** Which of the account's pull requests are asked for. */
export interface LedgerQuestion {
  accountId: string
  id?: string | undefined
  place?: string | undefined
}

/** The ledger's lines, newest merge first, ties by id. */
export async function listPulls(db: Reader, { accountId, id, place }: LedgerQuestion) {
  return db
    .selectFrom('pull_request')
    .innerJoin('repository', 'repository.id', 'pull_request.repository_id')
    .leftJoin('decision', 'decision.id', 'pull_request.decision_id')
    .select([
      'pull_request.id',
      'repository.host',
      'repository.name as repo',
      'pull_request.number',
      'pull_request.merge_commit',
      'pull_request.title',
      'pull_request.url',
      'pull_request.merged_at',
      'pull_request.place',
      'decision.visibility',
      'decision.kind',
      'decision.magnitude',
      'decision.confidence',
      'decision.reason',
      'decision.layer',
      'pull_request.promoted_at',
    ])
    .where('pull_request.account_id', '=', accountId)
    .$if(id !== undefined, query => query.where('pull_request.id', '=', id ?? ''))
    .$if(place !== undefined, query => query.where('pull_request.place', '=', place ?? ''))
    .orderBy('pull_request.merged_at', 'desc')
    .orderBy('pull_request.id')
    .execute()
}
