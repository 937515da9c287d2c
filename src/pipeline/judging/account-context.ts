import { LRUCache } from 'lru-cache'
import { MACHINE_ACTORS } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import type { Visibility } from '#judgement/classification/classification.ts'
import type { Classifier, Known } from '#judgement/classification/classifier.ts'
import { recordIn } from '#judgement/classification/record/signal.ts'
import { signalsOf } from '#judgement/classification/record/signals.ts'
import { EXAMPLES_READ, learnAccount } from '#judgement/classification/team/account.ts'
import type { OwnAnswer, OwnExample, OwnMerge } from '#judgement/classification/team/examples.ts'
import { inTurns } from '#judgement/steps.ts'
import { singleFlight } from '#platform/cache.ts'
import type { Clock, Instant } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { classifiablePullsById, newestClassifiablePulls } from '#pulls/pull-requests.ts'
import { releaseConfigs } from '#pulls/repositories/stored-release-configs.ts'
import { withoutTeamRecord } from './history/ordinary.ts'
import { pastExamples } from './past-examples.ts'

/** Loads what an account's earlier decisions teach about its next pull requests. Judging extends the returned contexts. */
export type KnownOf = (accountId: string) => Promise<Known>

/** The cache's size in pull requests: enough for twenty of the largest accounts, or for many small ones. */
const MAX_CACHED_PULLS = 60_000
/** The cost of an account in the cache besides its pull requests. */
const BASE_COST = 100
/** A cached context is not checked again within this time. */
const FRESH_MS = 1_000

/** Caches each account's context until its examples change. Learning yields to other work in between. */
export function cachedAccountContext(
  db: Reader,
  clock: Clock,
  classifier: Pick<Classifier, 'assess'>,
): KnownOf {
  const cache = new LRUCache<string, Known & { revision: string; checkedAt: number }>({
    maxSize: MAX_CACHED_PULLS,
  })
  const learn = async (accountId: string): Promise<Known & { merges: number }> => {
    const examples = await accountExamples(db, accountId)
    const undecided = await undecidedMerges(db, accountId, examples)
    const known = await inTurns(learnAccount(examples, undecided, classifier))
    for (const { files, ...repository } of await releaseConfigs(db, accountId))
      known.contexts.configure(repository, files)
    return { ...known, merges: undecided.length + examples.length }
  }
  return singleFlight(async (accountId): Promise<Known> => {
    const cached = cache.get(accountId)
    const now = clock.now()
    if (cached && now >= cached.checkedAt && now - cached.checkedAt < FRESH_MS) return cached
    const revision = await examplesRevision(db, accountId, now)
    if (cached?.revision === revision) {
      cached.checkedAt = now
      return cached
    }
    const { merges, ...known } = await learn(accountId)
    cache.set(accountId, { ...known, revision, checkedAt: now }, { size: BASE_COST + merges })
    return known
  })
}

/**
 * The visibility that a person's action on an entry implies for the pull requests that it covers; null if it
 * cancels what was implied before.
 */
const VISIBILITY_BY_ACTION: Partial<Record<ActivityAction, Visibility | null>> = {
  published: 'user-facing',
  queued: 'user-facing',
  publishing: 'user-facing',
  dismissed: 'internal',
  undone: null,
}
const ACTIONS: readonly ActivityAction[] = ['published', 'queued', 'publishing', 'dismissed', 'undone']

/** A person's decision without its pull request. */
type PersonDecision = Pick<OwnExample, 'answer' | 'source'>

/**
 * The account's examples, oldest merge first: overrides, published and dismissed entries, and announcements from before Tidings. For one
 * pull request, an override outweighs an entry, an entry outweighs the past, and the latest decision outweighs earlier ones.
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
  const examples = new Map([...past, ...recent].map(example => [keyOf(example.pull), example]))
  return [...examples.values()].toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
}

/** The account's newest pull requests that no person decided about, oldest first. They show what is usual in the account. */
export async function undecidedMerges(
  db: Reader,
  accountId: string,
  examples: readonly OwnExample[],
): Promise<OwnMerge[]> {
  const decided = new Set(examples.map(({ pull }) => keyOf(pull)))
  const newest = await newestClassifiablePulls(db, ['account_id', accountId], EXAMPLES_READ)
  return newest.filter(pull => !decided.has(keyOf(pull))).map(mergeOf)
}

const mergeOf = (pull: MergedPull): OwnMerge => ({
  pull: { ...withoutTeamRecord(pull, { types: false }), labels: pull.labels },
  record: recordIn(signalsOf(pull)),
})

const keyOf = ({ host, repo, number, mergeCommit }: MergedPull): string =>
  `${host} ${repo} ${number ?? mergeCommit}`

/** The overrides that are in force; those that were undone teach nothing. */
async function overridesOf(db: Reader, accountId: string): Promise<[string, PersonDecision][]> {
  const rows = await db
    .selectFrom('decision')
    .select(['id', 'pull_request_id', 'visibility', 'kind', 'magnitude'])
    .where('account_id', '=', accountId)
    .where('layer', '=', 'person')
    .orderBy('made_at', 'desc')
    .limit(EXAMPLES_READ)
    .execute()
  const ids = rows.map(row => row.pull_request_id)
  const inForce = await decisionsInForce(db, ids)
  const standing = rows.filter(row => inForce.has(row.id))
  return standing.toReversed().map(row => {
    const answer: OwnAnswer = {
      visibility: row.visibility,
      kind: row.kind,
      magnitude: row.magnitude,
    }
    return [row.pull_request_id, { answer, source: 'override' }]
  })
}

/** The ids of the decisions in force for these pull requests. */
async function decisionsInForce(db: Reader, pullRequestIds: readonly string[]): Promise<Set<string | null>> {
  const found = new Set<string | null>()
  for (const chunk of chunksOf(pullRequestIds, VALUES_PER_STATEMENT)) {
    const rows = await db.selectFrom('pull_request').select('decision_id').where('id', 'in', chunk).execute()
    for (const { decision_id } of rows) found.add(decision_id)
  }
  return found
}

/** The decisions implied by people's actions on entries. The last action counts; actions of imports and the policy do not. */
async function entryDecisions(db: Reader, accountId: string): Promise<Map<string, PersonDecision>> {
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
  const decided = new Map<string, PersonDecision>()
  for (const { pull_request_id: id, action } of rows.toReversed()) {
    const visibility = (action && VISIBILITY_BY_ACTION[action]) ?? null
    if (visibility === null) decided.delete(id)
    else decided.set(id, { answer: { visibility, kind: null, magnitude: null }, source: 'entry' })
  }
  return decided
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * A value that changes whenever the account's examples may have changed, and every day. Merges do not change it: judging adds them to the
 * contexts, so that a long import is judged within a single context, like a preview.
 */
export async function examplesRevision(db: Reader, accountId: string, now: Instant): Promise<string> {
  const [acted, read] = await Promise.all([
    db
      .selectFrom('activity')
      .select(of => [of.fn.max('at').as('at'), of.fn.countAll().as('count')])
      .where('account_id', '=', accountId)
      .where('action', 'in', [...ACTIONS, 'classified'])
      .where('actor', 'not in', MACHINE_ACTORS)
      .executeTakeFirst(),
    db
      .selectFrom('repository')
      .select(of => [of.fn.max('history_read_at').as('at'), of.fn.count('history_read_at').as('count')])
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  ])
  const day = Math.floor(now / DAY_MS)
  return JSON.stringify([acted?.at, acted?.count, read?.at, read?.count, day].map(String))
}
