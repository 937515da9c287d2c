import { MACHINE_ACTORS } from '#accounts/activity.ts'
import type { Kind, Magnitude, Visibility } from '#judgement/classification/classification.ts'
import type { Classifier, Known } from '#judgement/classification/classifier.ts'
import { recordIn } from '#judgement/classification/record/signal.ts'
import { signalsOf } from '#judgement/classification/record/signals.ts'
import { EXAMPLES_READ, learnAccount } from '#judgement/classification/team/account.ts'
import type { OwnAnswer, OwnExample, OwnMerge } from '#judgement/classification/team/examples.ts'
import { inTurns } from '#judgement/steps.ts'
import { BoundedCache, singleFlight } from '#platform/cache.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { classifiablePullsById } from '#pulls/pull-requests.ts'
import { withoutTeamRecord } from './history/ordinary.ts'
import { pastExamples } from './past-examples.ts'

/** What an account's ledger tells of its next merge now. Whoever judges by it adds to the contexts. */
export type LoadAccountContext = (accountId: string) => Promise<Known>

/** Of how many merges in all it is kept: those of twenty accounts with as many merges as are ever read, or of many small ones. */
const MERGES_KEPT = 60_000
/** What an account costs besides its merges. */
const LEAST_COST = 100
/** While people decide one draft after the other, their account is looked at anew no more often than this. */
const LEAST_MS = 60_000

interface CachedContext extends Known {
  revision: string
  learntAt: number
}

/** Goes through an account's ledger when its examples have changed, and keeps what it tells until they do again. Others get their turn meanwhile. */
export function cachedAccountContext(
  db: Reader,
  clock: Clock,
  classifier: Pick<Classifier, 'assess'>,
): LoadAccountContext {
  const kept = new BoundedCache<CachedContext>(MERGES_KEPT)
  const learnt = async (accountId: string): Promise<Known & { merges: number }> => {
    const examples = await accountExamples(db, accountId)
    const undecided = await undecidedMerges(db, accountId, examples)
    const known = await inTurns(learnAccount(examples, undecided, classifier))
    return { ...known, merges: undecided.length + examples.length }
  }
  return singleFlight(async (accountId): Promise<Known> => {
    const before = kept.get(accountId)
    const now = clock.now()
    if (before && now >= before.learntAt && now - before.learntAt < LEAST_MS) return before
    const revision = await examplesRevision(db, accountId)
    if (before?.revision === revision) {
      before.learntAt = now
      return before
    }
    const { merges, ...known } = await learnt(accountId)
    kept.set(accountId, { ...known, revision, learntAt: now }, LEAST_COST + merges)
    return known
  })
}

/** What a person says of the merges that an entry covers, by what became of it through him. */
const VISIBILITY_BY_ACTION: Record<string, Visibility> = {
  published: 'user-facing',
  queued: 'user-facing',
  dismissed: 'internal',
}
const ACTIONS = Object.keys(VISIBILITY_BY_ACTION)

/** A decision of a person's, before its pull request is read. */
type Decided = Pick<OwnExample, 'answer' | 'source'>

/**
 * All that an account's people showed of what they take for news, oldest merge first: overrides, what they published and dismissed,
 * and the record of the past. Of one merge the strongest counts, and of several overrides the last.
 */
export async function accountExamples(db: Reader, accountId: string): Promise<OwnExample[]> {
  const [entries, overrides, past] = await Promise.all([
    entryDecisions(db, accountId),
    overridesOf(db, accountId),
    pastExamples(db, accountId),
  ])
  const decided = new Map([...entries, ...overrides])
  const pulls = await classifiablePullsById(db, [...decided.keys()])
  const recent = [...decided].flatMap(([id, { answer, source }]): OwnExample[] => {
    const pull = pulls.get(id)
    return pull ? [{ ...mergeOf(pull), answer, source }] : []
  })
  const examples = new Map([...past, ...recent].map(one => [keyOf(one.pull), one]))
  return [...examples.values()].toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
}

/** The account's newest merges of which none of its people decided, oldest first: they show what is usual there. */
export async function undecidedMerges(
  db: Reader,
  accountId: string,
  examples: readonly OwnExample[],
): Promise<OwnMerge[]> {
  const decided = new Set(examples.map(({ pull }) => keyOf(pull)))
  const rows = await db
    .selectFrom('pull_request')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('merged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(EXAMPLES_READ)
    .execute()
  const ids = rows.map(({ id }) => id).toReversed()
  const pulls = await classifiablePullsById(db, ids)
  return ids.flatMap(id => {
    const pull = pulls.get(id)
    if (pull === undefined || decided.has(keyOf(pull))) return []
    return [mergeOf(pull)]
  })
}

const mergeOf = (pull: MergedPull): OwnMerge => ({
  pull: { ...withoutTeamRecord(pull, { types: false }), labels: pull.labels },
  record: recordIn(signalsOf(pull)),
})

const keyOf = ({ host, repo, number, mergeCommit }: MergedPull): string =>
  `${host} ${repo} ${number ?? mergeCommit}`

async function overridesOf(db: Reader, accountId: string): Promise<[string, Decided][]> {
  const rows = await db
    .selectFrom('decision')
    .select(['pull_request_id', 'visibility', 'kind', 'magnitude'])
    .where('account_id', '=', accountId)
    .where('layer', '=', 'person')
    .orderBy('made_at', 'desc')
    .limit(EXAMPLES_READ)
    .execute()
  return rows.toReversed().map(row => {
    const answer: OwnAnswer = {
      visibility: row.visibility as Visibility,
      kind: row.kind as Kind,
      magnitude: row.magnitude as Magnitude,
    }
    return [row.pull_request_id, { answer, source: 'override' }]
  })
}

/** Of an entry that was moved often the last move counts. What was imported, or went out by policy, nobody decided. */
async function entryDecisions(db: Reader, accountId: string): Promise<[string, Decided][]> {
  const rows = await db
    .selectFrom('activity')
    .innerJoin('entry_pull_request', 'entry_pull_request.entry_id', 'activity.subject')
    .select(['entry_pull_request.pull_request_id', 'activity.action'])
    .where('activity.account_id', '=', accountId)
    .where('activity.action', 'in', ACTIONS)
    .where('activity.actor', 'not in', MACHINE_ACTORS)
    .orderBy('activity.at', 'desc')
    .limit(EXAMPLES_READ)
    .execute()
  return rows.toReversed().flatMap(({ pull_request_id, action }): [string, Decided][] => {
    const visibility = VISIBILITY_BY_ACTION[action]
    return visibility
      ? [[pull_request_id, { answer: { visibility, kind: null, magnitude: null }, source: 'entry' }]]
      : []
  })
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Changes whenever the account's examples may have, and with the first merge of a day. */
export async function examplesRevision(db: Reader, accountId: string): Promise<string> {
  const [acted, read, merged] = await Promise.all([
    db
      .selectFrom('activity')
      .select(of => [of.fn.max('at').as('at'), of.fn.countAll().as('count')])
      .where('account_id', '=', accountId)
      .where('action', 'in', [...ACTIONS, 'classified'])
      .where('actor', 'not in', MACHINE_ACTORS)
      .executeTakeFirst(),
    db
      .selectFrom('history_reading')
      .select(of => [of.fn.max('read_at').as('at'), of.fn.countAll().as('count')])
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
    db
      .selectFrom('pull_request')
      .select(of => of.fn.max('merged_at').as('at'))
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  ])
  const day = Math.floor(Number(merged?.at ?? 0) / DAY_MS)
  return JSON.stringify([acted?.at, acted?.count, read?.at, read?.count, day].map(String))
}
