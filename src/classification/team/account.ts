import { eachInSteps, type Steps } from '#kit/steps.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Known } from '../known.ts'
import { type Added, Backdrops } from '../model/backdrop.ts'
import type { OwnExample, OwnMerge } from './example.ts'
import { EXAMPLES_READ, learnHabits, type Sight, type View } from './habits.ts'

/**
 * What an account's merges tell of its further ones: examples, oldest first, and those of which nobody decided. They are gone through
 * in their order, each as it looked before the backdrop of the earlier ones; whoever judges with what this gives may go that way again.
 * The same merges and sight give the same.
 */
export function* learnAccount(
  examples: readonly OwnExample[],
  undecided: readonly OwnMerge[],
  sight: Sight,
): Steps<Known> {
  const read = examples.slice(-EXAMPLES_READ)
  const others = undecided.slice(-EXAMPLES_READ)
  const inOrder = [...read, ...others].toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
  const added: Added[] = []
  const backdrops = new Backdrops([], added)
  const views = new Map<MergedPull, View>()
  yield* eachInSteps(inOrder, ({ pull, record }) => {
    // Whatever else the model can tell of a merge is let go: there may be thousands.
    const { facts, answers } = sight.viewOf(pull, backdrops, record)
    views.set(pull, { facts, answers })
  })
  const viewOf = (pull: MergedPull) => views.get(pull) ?? sight.viewOf(pull, null)
  const habits = yield* learnHabits(
    read,
    { viewOf, alike: sight.alike },
    others.map(({ pull }) => pull),
  )
  return { habits, backdrops: new Backdrops(added) }
}
