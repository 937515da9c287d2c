import type { Classifier, Known } from '#judgement/classification/classifier.ts'
import { learnAccount } from '#judgement/classification/team/account.ts'
import { inTurns } from '#judgement/steps.ts'
import { BoundedCache, singleFlight } from '#platform/cache.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { accountExamples, examplesRevision, undecidedMerges } from './own-examples.ts'

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
