import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { broughtBy } from '#pulls/carrier.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification } from './classification.ts'

/** A classification about to be stored, with a hash of what was looked at. */
export interface NewDecision {
  pullRequestId: string
  classification: Classification
  inputHash: string
}

/** Appends decisions and puts them in force; earlier ones are kept. Gives the decisions' ids, in the same order. */
export async function appendDecisions(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  accountId: string,
  decisions: readonly NewDecision[],
): Promise<string[]> {
  if (decisions.length === 0) return []
  const rows = decisions.map(({ pullRequestId, classification, inputHash }) => {
    const { evidence, isBreaking = false, notLive = null, notable = null, ...rest } = classification
    return {
      id: ids.next(),
      account_id: accountId,
      pull_request_id: pullRequestId,
      made_at: clock.now(),
      input_hash: inputHash,
      ...rest,
      evidence: JSON.stringify(evidence),
      is_breaking: Number(isBreaking),
      not_live: notLive,
      notable,
    }
  })
  await tx.insertInto('decision').values(rows).execute()
  for (const { id, pull_request_id } of rows)
    await tx.updateTable('pull_request').set({ decision_id: id }).where('id', '=', pull_request_id).execute()
  return rows.map(({ id }) => id)
}

/** The decision in force for a pull request. */
export interface StandingDecision extends Omit<NewDecision, 'pullRequestId'> {
  id: string
}

/**
 * The decisions in force for these pull requests, by pull request; none where nothing was decided yet. What only waits to be announced is
 * not live either, unless `isWaitingTold` is false.
 */
export async function standingDecisions(
  db: Reader,
  pullRequestIds: readonly string[],
  isWaitingTold = true,
): Promise<Map<string, StandingDecision>> {
  if (pullRequestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('decision')
    .innerJoin('pull_request', 'pull_request.decision_id', 'decision.id')
    .innerJoin('repository', 'repository.id', 'pull_request.repository_id')
    .selectAll('decision')
    .select(['pull_request.place', 'pull_request.base_branch', 'repository.announce_on'])
    .where('pull_request.id', 'in', pullRequestIds)
    .execute()
  return new Map(
    rows.map(row => [
      row.pull_request_id,
      standingFrom({ ...row, not_live: row.not_live ?? (isWaitingTold ? waitOf(row) : null) }),
    ]),
  )
}

/** What was decided last about a pull request before a person did; undefined where only persons decided. */
export async function decisionBeforePersons(
  db: Reader,
  pullRequestId: string,
): Promise<Classification | undefined> {
  const row = await db
    .selectFrom('decision')
    .selectAll()
    .where('pull_request_id', '=', pullRequestId)
    .where('layer', '!=', 'person')
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && standingFrom(row).classification
}

export async function personsDecisions(
  db: Reader,
  pullRequestIds: readonly string[],
): Promise<Map<string, StandingDecision>> {
  const standing = await standingDecisions(db, pullRequestIds)
  return new Map([...standing].filter(([, { classification }]) => classification.layer === 'person'))
}

/** Why a draft waits before it is published; null where it does not wait. */
function waitOf(row: { place: string; base_branch: string | null; announce_on: string }): string | null {
  if (row.place !== 'unshipped') return null
  return `It waits for ${row.announce_on === 'merge' ? `${row.base_branch} to be merged` : `a ${row.announce_on}`}.`
}

const standingFrom = (row: Selectable<Schema['decision']>): StandingDecision => ({
  id: row.id,
  inputHash: row.input_hash,
  classification: {
    visibility: row.visibility,
    kind: row.kind,
    magnitude: row.magnitude,
    confidence: row.confidence,
    score: row.score,
    reason: row.reason,
    evidence: JSON.parse(row.evidence),
    layer: row.layer,
    isBreaking: row.is_breaking === 1,
    notLive: row.not_live,
    ...(row.notable !== null && { notable: row.notable }),
    version: row.version,
  },
})

/**
 * SHA-256 (hex) of what a decision looks at: the same for the same content, however labels and files are ordered and by whatever
 * route the pull request came. Where it merged, when and under which number is not part of it.
 */
export function inputHash(pull: MergedPull): string {
  const files = pull.files.map(({ path, additions, deletions, status }) => [
    path,
    additions,
    deletions,
    status,
  ])
  const fragments = pull.fragments.map(({ path, text }) => [path, text])
  const brought = broughtBy(pull)
  return hash(
    'sha256',
    JSON.stringify([
      [pull.title, pull.body, pull.author, pull.authorIsBot],
      pull.labels.toSorted(bytewise),
      files.toSorted(byPath),
      [pull.filesChanged, pull.additions, pull.deletions],
      fragments.toSorted(byPath),
      ...(brought.others > 0 ? [brought] : []),
    ]),
    'hex',
  )
}

const bytewise = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byPath = ([a]: unknown[], [b]: unknown[]): number => bytewise(String(a), String(b))
