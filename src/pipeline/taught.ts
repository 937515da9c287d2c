import { areaUnderCurve } from '#classification/evaluate/ranking.ts'
import { type Tally, tallyOf } from '#classification/evaluate/tally.ts'
import type { Trial } from '#classification/evaluate/trial.ts'
import { blinded } from '#classification/history/blind.ts'
import type { LabelledHistory } from '#classification/history/label.ts'
import type { LabelledPull } from '#classification/history/labelled.ts'
import { EXAMPLES_READ, type Habits, learnHabits, type Sight } from '#classification/team/habits.ts'
import { exampleOf } from '#classification/team/past-examples.ts'
import { atOnce } from '#kit/steps.ts'
import type { Editor } from './editor.ts'

/** How well a set of merges was judged. */
export interface Marks {
  tally: Tally
  areaUnderCurve: number | null
}

/** What the older half of a history teaches about the later one. */
export interface Taught {
  /** Decisions that it was given. */
  given: number
  without: Marks
  with: Marks
}

/** Fewer decisions on either side teach nothing, and measure nothing. */
const FEWEST = 30

/** Null where the history is too short. */
export function taughtBy(
  editor: Pick<Editor, 'classify'>,
  { labelled, madeFromTitles }: LabelledHistory,
  sight: Sight,
): Taught | null {
  const oldestFirst = labelled.toReversed()
  const half = Math.floor(oldestFirst.length / 2)
  if (half < FEWEST) return null
  const examples = oldestFirst.slice(0, half).map(label => exampleOf(label, madeFromTitles))
  const habits = atOnce(learnHabits(examples, sight))
  const later = oldestFirst.slice(half)
  const trials = (own: typeof habits) => later.map(label => trialOf(editor, label, madeFromTitles, own))
  const given = Math.min(half, EXAMPLES_READ)
  return { given, without: marksOf(trials(null)), with: marksOf(trials(habits)) }
}

const trialOf = (
  { classify }: Pick<Editor, 'classify'>,
  { pull, announced }: LabelledPull,
  types: boolean,
  habits: Habits | null,
): Trial => ({
  expected: announced ? 'user-facing' : 'internal',
  found: classify(blinded(pull, { types }), habits),
})

const marksOf = (trials: readonly Trial[]): Marks => ({
  tally: tallyOf(trials),
  areaUnderCurve: areaUnderCurve(trials),
})
