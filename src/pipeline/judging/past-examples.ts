import type { Kind, Magnitude, Visibility } from '#judgement/classification/classification.ts'
import { recordIn, type TeamRecord } from '#judgement/classification/record/signal.ts'
import { signalsOf } from '#judgement/classification/record/signals.ts'
import { EXAMPLES_READ } from '#judgement/classification/team/account.ts'
import type { ExampleSource, OwnExample, OwnMerge } from '#judgement/classification/team/examples.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import { clip } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { LabelledHistory } from './history/label.ts'
import type { LabelledPull } from './history/labelled.ts'
import { withoutTeamRecord } from './history/ordinary.ts'

/** As much of a merge as habits are about. */
const BODY_KEPT = 1_500
const FILES_KEPT = 60
const AT_A_TIME = 50

/** Was the repository's past read already? */
export async function isHistoryStored(db: Reader, repositoryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('history_reading')
    .select('read_at')
    .where('repository_id', '=', repositoryId)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a repository's labelled past as examples, the newest of them, each once. Gives how many are new. */
export async function storeHistory(
  tx: Tx,
  clock: Clock,
  repository: { id: string; accountId: string },
  { labelled, madeFromTitles }: Pick<LabelledHistory, 'labelled' | 'madeFromTitles'>,
): Promise<number> {
  const readAt = clock.now()
  const place = { repository_id: repository.id, account_id: repository.accountId, read_at: readAt }
  await tx
    .insertInto('history_reading')
    .values(place)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const rows = labelled
    .slice(0, EXAMPLES_READ)
    .map(label => ({ ...place, ...rowOf({ ...exampleOf(label, madeFromTitles), record: recordOf(label) }) }))
  let stored = 0
  for (const chunk of chunksOf(rows, AT_A_TIME)) {
    const inserted = await tx
      .insertInto('example')
      .values(chunk)
      .onConflict(conflict => conflict.doNothing())
      .returning('pull_key')
      .execute()
    stored += inserted.length
  }
  return stored
}

/** A past merge as an example, shown without the record that its label was read from, and as if there were none. */
export function exampleOf(
  { pull, announced, kind, basis }: LabelledPull,
  madeFromTitles: boolean,
): OwnExample {
  const visibility = announced ? 'user-facing' : 'internal'
  return {
    pull: withoutTeamRecord(pull, { types: madeFromTitles }),
    record: null,
    source: basis === 'recorded' ? 'history' : 'silence',
    answer: { visibility, kind, magnitude: null },
  }
}

const recordOf = ({ pull }: LabelledPull): TeamRecord | null => recordIn(signalsOf(pull))

function rowOf({ pull, record, source, answer }: OwnExample) {
  return {
    pull_key: pull.number === null ? `@${pull.mergeCommit}` : `#${pull.number}`,
    source,
    ...answer,
    merged_at: pull.mergedAt,
    pull: JSON.stringify({ ...shortened(pull), record }),
  }
}

const shortened = (pull: MergedPull): MergedPull => ({
  ...pull,
  body: clip(pull.body, BODY_KEPT),
  files: pull.files.slice(0, FILES_KEPT),
  commits: [],
})

/** The account's past merges with what its record says of them, the newest, newest first. */
export async function pastExamples(db: Reader, accountId: string): Promise<OwnExample[]> {
  const rows = await db
    .selectFrom('example')
    .select(['pull', 'source', 'visibility', 'kind', 'magnitude'])
    .where('account_id', '=', accountId)
    .orderBy('merged_at', 'desc')
    .limit(EXAMPLES_READ)
    .execute()
  return rows.map(row => ({
    ...mergeFrom(row.pull),
    source: row.source as ExampleSource,
    answer: {
      visibility: row.visibility as Visibility,
      kind: row.kind as Kind | null,
      magnitude: row.magnitude as Magnitude | null,
    },
  }))
}

/** What it brought for the record is kept with it; merges that were stored before that was done hold no word of it. */
function mergeFrom(json: string): OwnMerge {
  const { record = null, ...pull } = JSON.parse(json)
  return { pull, record }
}
