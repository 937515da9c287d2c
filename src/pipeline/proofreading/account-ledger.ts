import { standingDecisions } from '#judgement/classification/decisions.ts'
import { type Instant, parseInstant } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { chunksOf } from '#platform/iterables.ts'
import { safeLine } from '#platform/text.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { listRepositories, type Repository } from '#pulls/repositories/repositories.ts'
import { offlinePitch } from '#writing/offline.ts'
import { isAmong, keysOfChanges, otherMerge, type ReleasedMerge, type ReleaseLedger } from './ledger.ts'

/** A release of an account's repository: between two tags that the account knows, or between two times. */
interface AccountRelease {
  accountId: string
  /** May be left out if the account has only one repository. */
  repo: string | undefined
  from: string
  to: string
}

interface Row {
  id: string
  place: string
  mergedAt: Instant
  shippedIn: string | null
  /** 1 while the branch that it was merged into is not released. */
  waits: number
}

/**
 * The ledger of a release from an account: its decisions, those of people included. A merge belongs to the release that it shipped in if
 * the account knows that, otherwise the time of its merge decides. Throws `wrong_usage` for a release that the account does not know.
 */
export async function accountLedger(
  db: Reader,
  { accountId, repo, from, to }: AccountRelease,
): Promise<ReleaseLedger> {
  const repository = await theRepository(db, accountId, repo)
  const rows = await rowsOf(db, accountId, repository.id)
  const [start, end] = [timeOf(from, rows), to === 'HEAD' ? Number.POSITIVE_INFINITY : timeOf(to, rows)]
  const own = rows.filter(row => isBetween(row, start, end, from, to))
  const merges = await releasedMerges(db, own)
  const others = rows.filter(row => !own.includes(row))
  const ids = others.map(({ id }) => id)
  const pulls = await pullsById(db, ids)
  const earlier = others.filter(({ mergedAt }) => mergedAt <= start).flatMap(({ id }) => pulls.get(id) ?? [])
  const shipped = keysOfChanges(earlier)
  return {
    repo: repository.name,
    from,
    to,
    merges: merges.map(one => ({ ...one, wasShipped: isAmong(one.pull, shipped) })),
    others: others.flatMap(({ id, mergedAt }) => {
      const pull = pulls.get(id)
      return pull ? [otherMerge(pull, mergedAt <= start ? 'before' : 'after')] : []
    }),
    commits: null,
  }
}

async function theRepository(db: Reader, accountId: string, repo: string | undefined): Promise<Repository> {
  const all = await listRepositories(db, accountId)
  const named = all.filter(({ name }) => repo === undefined || name.toLowerCase() === repo.toLowerCase())
  const [found] = named
  if (found && named.length === 1) return found
  throw new AppError(
    'wrong_usage',
    `Name one of the account's repositories with --repo: ${all.map(({ name }) => safeLine(name)).join(', ')}.`,
  )
}

async function rowsOf(db: Reader, accountId: string, repositoryId: string): Promise<Row[]> {
  return db
    .selectFrom('pull_request')
    .select(['id', 'place', 'merged_at as mergedAt', 'shipped_in as shippedIn'])
    .select('waits_for_merge as waits')
    .where('account_id', '=', accountId)
    .where('repository_id', '=', repositoryId)
    .orderBy('merged_at')
    .orderBy('id')
    .execute()
}

/** The time that the text states, or that of the newest merge that shipped in the tag. */
function timeOf(name: string, rows: readonly Row[]): Instant {
  const at = parseInstant(name) ?? rows.findLast(({ shippedIn }) => shippedIn === name)?.mergedAt
  if (at !== undefined) return at
  throw new AppError(
    'wrong_usage',
    `The account knows no merge that shipped in "${safeLine(name)}": give the times of the two releases instead, such as 2026-01-31.`,
  )
}

const isBetween = ({ mergedAt, shippedIn }: Row, start: Instant, end: Instant, from: string, to: string) =>
  shippedIn === to || (shippedIn !== from && mergedAt > start && mergedAt <= end)

const UNRELEASED = 'It was merged into a branch that is not released yet.'

async function releasedMerges(
  db: Reader,
  rows: readonly Row[],
): Promise<Omit<ReleasedMerge, 'wasShipped'>[]> {
  const merges: Omit<ReleasedMerge, 'wasShipped'>[] = []
  for (const chunk of chunksOf(rows, VALUES_PER_STATEMENT)) {
    const ids = chunk.map(({ id }) => id)
    const [pulls, decisions] = [await pullsById(db, ids), await standingDecisions(db, ids, false)]
    for (const { id, place, waits } of chunk) {
      const [pull, decision] = [pulls.get(id), decisions.get(id)]
      if (!pull || !decision) continue
      const { classification } = decision
      const pitch = classification.visibility === 'user-facing' ? offlinePitch(pull) : null
      merges.push({
        pull,
        classification: waits === 1 ? { ...classification, notLive: UNRELEASED } : classification,
        pitch,
        isReverted: place === 'reverted',
      })
    }
  }
  return merges
}
