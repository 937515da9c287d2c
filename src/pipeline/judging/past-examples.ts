import type { Account } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import { recordIn, type TeamRecord } from '#judgement/classification/record/signal.ts'
import { signalsOf } from '#judgement/classification/record/signals.ts'
import { EXAMPLES_READ } from '#judgement/classification/team/account.ts'
import type { OwnExample, OwnMerge } from '#judgement/classification/team/examples.ts'
import { blocksOf } from '#judgement/text/blocks.ts'
import { plainLine } from '#judgement/text/markup.ts'
import { labelHistory } from '#pipeline/judging/history/label.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import { clip } from '#platform/text.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config-files.ts'
import { withoutErased } from '#pulls/erased-authors.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pullKey } from '#pulls/pull-requests.ts'
import {
  findOrCreateRepository,
  findRepository,
  keepHostFacts,
  nameInAddresses,
} from '#pulls/repositories/repositories.ts'
import { storeReleaseConfig } from '#pulls/repositories/stored-release-configs.ts'
import type { LabelledHistory } from './history/label.ts'
import { withoutTeamRecord } from './history/ordinary.ts'
import type { LabelledPull } from './history/sources.ts'

/** How much of a pull request is stored for an example; learning reads no more. */
const MAX_BODY_LENGTH = 1_500
const MAX_FILES = 60
const BATCH_SIZE = 50

/** Whether examples from the repository's history were stored before. */
async function isHistoryStored(db: Reader, repositoryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('repository')
    .select('history_read_at')
    .where('id', '=', repositoryId)
    .executeTakeFirstOrThrow()
  return row.history_read_at !== null
}

/** Stores the newest labelled pull requests of a repository as examples. Returns the number of new ones. */
async function storeHistory(
  tx: Tx,
  clock: Clock,
  repository: { id: string; accountId: string },
  history: Pick<LabelledHistory, 'labelled' | 'madeFromTitles'>,
): Promise<number> {
  const columns = { repository_id: repository.id, account_id: repository.accountId }
  await tx
    .updateTable('repository')
    .set({ history_read_at: clock.now() })
    .where('id', '=', repository.id)
    .where('history_read_at', 'is', null)
    .execute()
  const rows = examplesIn(history).map(example => ({ ...columns, ...rowOf(example) }))
  let stored = 0
  for (const chunk of chunksOf(rows, BATCH_SIZE)) {
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

/** The newest labelled pull requests of a history, as examples. */
const examplesIn = ({ labelled, madeFromTitles }: Pick<LabelledHistory, 'labelled' | 'madeFromTitles'>) =>
  labelled.slice(0, EXAMPLES_READ).map((label): OwnExample => {
    const { pull, ...example } = exampleOf(label, madeFromTitles)
    return { ...example, pull: shortened(pull), record: recordOf(label) }
  })

/** A labelled pull request as an example, without the team's record from which the label was read. */
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
    pull_key: pullKey(pull),
    source,
    ...answer,
    merged_at: pull.mergedAt,
    pull: JSON.stringify({ ...pull, record }),
  }
}

const shortened = (pull: MergedPull): MergedPull => ({
  ...pull,
  body: clip(pull.body, MAX_BODY_LENGTH),
  files: pull.files.slice(0, MAX_FILES),
  commits: [],
})

/** The account's stored examples, newest first. */
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
    source: row.source,
    answer: {
      visibility: row.visibility,
      kind: row.kind,
      magnitude: row.magnitude,
    },
  }))
}

/** Rows of earlier versions have no `record`. */
function mergeFrom(json: string): OwnMerge {
  const { record = null, ...pull } = JSON.parse(json)
  return { pull, record }
}

/** How many pull requests of a history are read; the team's record mentions about half of them. */
export const HISTORY_MERGES = 2 * EXAMPLES_READ

/** A repository's history, as an import reads it. */
export interface RepositoryHistory {
  facts: Pick<SourceFacts, 'host' | 'repo'>
  /** The merges, newest first; called only if needed. */
  merges(): Promise<readonly MergedPull[]>
  changelogFiles: readonly ChangelogFile[]
}

/**
 * Stores what a team announced in the past as examples. This happens at the first import of a repository, so that the import itself is
 * already judged by them. Returns the number of examples; 0 if the history was read before.
 */
export async function learnFromHistory(
  db: Database,
  { clock, ids }: ActionContext,
  account: Account,
  { facts, merges, changelogFiles }: RepositoryHistory,
): Promise<number> {
  const known = await findRepository(db.read, account.id, facts)
  if (known && (await isHistoryStored(db.read, known.id))) return 0
  const past = await withoutErased(db.read, account.id, await merges())
  const history = labelHistory(past, changelogFiles, nameInAddresses(facts))
  return db.write(async tx => {
    const repository = await findOrCreateRepository(tx, clock, ids, account.id, facts)
    return storeHistory(tx, clock, repository, history)
  })
}

/** Stores how a repository's team configured its release notes, for judging its merges. */
export async function learnReleaseConfig(
  db: Database,
  { clock, ids }: ActionContext,
  account: Account,
  facts: RepositoryHistory['facts'],
  files: readonly ReleaseConfigFile[],
): Promise<void> {
  if (files.length === 0 && (await findRepository(db.read, account.id, facts)) === null) return
  await db.write(async tx => {
    const { id } = await findOrCreateRepository(tx, clock, ids, account.id, facts)
    const others = files.filter(file => !isReadme(file))
    await storeReleaseConfig(tx, id, others)
    await keepHostFacts(tx, id, { about: beginningOf(files.find(isReadme)?.text ?? '') })
  })
}

const isReadme = ({ path }: ReleaseConfigFile): boolean => /^readme/i.test(path)

/** Matches a line of links, such as `[ Docs] [ Blog]` and `Docs · Blog · Chat`. */
const LINKS = /^\[|\]\s*\[|(?:[|·•].*){2}/

/** The first paragraph or long heading of a README that says something about the product, as one line. */
function beginningOf(readme: string): string | null {
  for (const { kind, text } of blocksOf(readme)) {
    const line = plainLine(text)
    const words = (line.match(/\p{L}+/gu) ?? []).length
    if (!LINKS.test(line) && words > (kind === 'text' ? 3 : 5)) return line
  }
  return null
}
