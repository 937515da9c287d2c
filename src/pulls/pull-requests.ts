import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { mergeRecord } from './merge-record.ts'
import type { MergedPull } from './pull-request.ts'
import { revertTarget } from './reverts.ts'
import { keyOf, recordedPulls } from './stored-pulls.ts'

/** What became of a merged pull request that arrived. */
export interface Recording {
  id: string
  pull: MergedPull
  /** `recorded`: new; `updated`: known, and something of its content is new; `unchanged`: known and the same. */
  outcome: 'recorded' | 'updated' | 'unchanged'
  /** It was known without the address of its page, which is known now. */
  isLinked: boolean
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
): Promise<Recording[]> {
  const distinct = [...new Map(pulls.map(pull => [keyOf(pull), pull])).values()]
  const known = await recordedPulls(tx, repository.id, distinct)
  const unknown = distinct.filter(pull => !known.has(keyOf(pull)))
  const fresh = await insertPulls(tx, clock, ids, repository, unknown)
  // Another process inserted these after our look.
  const late = unknown.filter(pull => !fresh.has(keyOf(pull)))
  for (const [key, record] of await recordedPulls(tx, repository.id, late)) known.set(key, record)
  const recordings: Recording[] = []
  for (const pull of distinct) {
    const before = known.get(keyOf(pull))
    const id = before?.id ?? fresh.get(keyOf(pull))
    if (id === undefined) throw new Error('What is neither inserted nor there cannot be.')
    const isLinked = before?.pull.url === null && pull.url !== null
    const outcome = before ? await follow(tx, clock, before, pull) : 'recorded'
    recordings.push({ id, pull, outcome, isLinked })
  }
  return recordings
}

/** News of a known pull request: only what the merge of both changes is written. */
async function follow(
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
      'pull_request.classification_error',
    ])
    .where('pull_request.account_id', '=', accountId)
    .$if(id !== undefined, query => query.where('pull_request.id', '=', id ?? ''))
    .$if(place !== undefined, query => query.where('pull_request.place', '=', place ?? ''))
    .orderBy('pull_request.merged_at', 'desc')
    .orderBy('pull_request.id')
    .execute()
}
