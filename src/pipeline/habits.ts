import { type Habits, learnHabits, type Sight } from '#classification/team/habits.ts'
import type { Reader } from '#db/schema.ts'
import { BoundedCache } from '#kit/bounded-cache.ts'
import type { Clock } from '#kit/clock.ts'
import { onceAtATime } from '#kit/once-at-a-time.ts'
import { inTurns } from '#kit/steps.ts'
import { examplesRevision, ownExamples, undecidedMerges } from './own-examples.ts'

/** The habits of an account as they are now; null where its decisions teach nothing yet. */
export type HabitsOf = (accountId: string) => Promise<Habits | null>

/** For whoever judges for no account. */
export const noHabits: HabitsOf = async () => null

/** Of how many merges in all habits are kept: those of twenty accounts with as many merges as are ever read, or of many small ones. */
const MERGES_KEPT = 60_000
/** What an account costs besides its merges. */
const LEAST_COST = 100
/** While people decide one draft after the other, habits are learnt anew no more often than this. */
const LEAST_MS = 60_000

interface Kept {
  revision: string
  learntAt: number
  habits: Habits | null
}

/** Learns an account's habits when its examples have changed, and keeps them until they do again. Others get their turn meanwhile. */
export function habitsKeeper(db: Reader, clock: Clock, sight: Sight): HabitsOf {
  const kept = new BoundedCache<Kept>(MERGES_KEPT)
  const learnt = async (accountId: string): Promise<Habits | null> => {
    const examples = await ownExamples(db, accountId)
    if (examples.length === 0) return null
    return inTurns(learnHabits(examples, sight, await undecidedMerges(db, accountId, examples)))
  }
  const learn = async (accountId: string): Promise<Habits | null> => {
    const before = kept.get(accountId)
    const now = clock.now()
    if (before && now >= before.learntAt && now - before.learntAt < LEAST_MS) return before.habits
    const revision = await examplesRevision(db, accountId)
    const habits = before?.revision === revision ? before.habits : await learnt(accountId)
    kept.set(accountId, { revision, learntAt: now, habits }, LEAST_COST + (habits?.merges ?? 0))
    return habits
  }
  return onceAtATime(learn)
}
