import type { Classification } from '#judgement/classification/classification.ts'
import type { Classifier, Known } from '#judgement/classification/classifier.ts'
import {
  areaUnderCurve,
  type Tally,
  type Trial,
  tallyOf,
} from '#judgement/classification/evaluate/measures.ts'
import { EXAMPLES_READ, learnAccount } from '#judgement/classification/team/account.ts'
import { atOnce } from '#judgement/steps.ts'
import type { Editor } from './editor.ts'
import type { LabelledPull } from './history/labelled.ts'
import { withoutTeamRecord } from './history/ordinary.ts'
import { exampleOf } from './past-examples.ts'

/** How well a set of merges was judged. */
export interface BacktestScore {
  tally: Tally
  areaUnderCurve: number | null
}

/** What the older half of a history teaches about the later one. */
export interface LearningGain {
  /** Decisions that it was given. */
  examples: number
  without: BacktestScore
  with: BacktestScore
}

/** Fewer decisions on either side teach nothing, and measure nothing. */
const FEWEST = 30

/** Given how all merges were judged untaught, newest first. Null where the history is too short. */
export function measureLearning(
  editor: Pick<Editor, 'classify'>,
  replayed: readonly ReplayedMerge[],
  madeFromTitles: boolean,
  classifier: Pick<Classifier, 'assess'>,
): LearningGain | null {
  const oldestFirst = replayed.toReversed()
  const half = Math.floor(oldestFirst.length / 2)
  if (half < FEWEST) return null
  const examples = oldestFirst.slice(0, half).map(({ label }) => exampleOf(label, madeFromTitles))
  const known = atOnce(learnAccount(examples, [], classifier))
  const later = oldestFirst.slice(half).map(({ label }) => label)
  return {
    examples: Math.min(half, EXAMPLES_READ),
    without: scoreOf(oldestFirst.slice(half)),
    with: scoreOf(replay(editor, later, madeFromTitles, known)),
  }
}

/** A past merge with the classifier's decision beside the team's. */
export interface ReplayedMerge extends Trial {
  label: LabelledPull
  found: Classification
}

/** Decides merges, which come oldest first, without the record that their team kept of them. */
export function replay(
  editor: Pick<Editor, 'classify'>,
  labels: readonly LabelledPull[],
  madeFromTitles: boolean,
  known: Known,
): ReplayedMerge[] {
  return labels.map(label => ({
    label,
    found: editor.classify(withoutTeamRecord(label.pull, { types: madeFromTitles }), known),
    expected: label.announced ? 'user-facing' : 'internal',
  }))
}

const scoreOf = (trials: readonly Trial[]): BacktestScore => ({
  tally: tallyOf(trials),
  areaUnderCurve: areaUnderCurve(trials),
})
