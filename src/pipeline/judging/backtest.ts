import type { Classification, Kind } from '#judgement/classification/classification.ts'
import { type Classifier, type Known, nothingBefore } from '#judgement/classification/classifier.ts'
import {
  areaUnderCurve,
  type Pair,
  type Tally,
  type Trial,
  type Trust,
  tallyOf,
  trustTable,
} from '#judgement/classification/evaluate/measures.ts'
import { EXAMPLES_READ, learnAccount } from '#judgement/classification/team/account.ts'
import { atOnce } from '#judgement/steps.ts'
import { AppError } from '#platform/errors.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Editor } from './editor.ts'
import { type LabelledHistory, labelHistory } from './history/label.ts'
import { withoutTeamRecord } from './history/ordinary.ts'
import type { LabelledPull } from './history/sources.ts'
import { exampleOf } from './past-examples.ts'

/** How a repository's past would have gone, held against what its team announced. */
export interface Backtest {
  history: LabelledHistory
  /** Merges read, labelled or not. */
  merges: number
  replayed: ReplayedMerge[]
  tally: Tally
  areaUnderCurve: number | null
  trust: Trust[]
  /** Of announced ones whose record tells the kind. */
  kinds: Pair<Kind>[]
  /** Announced, but kept internal; and shown, but not announced. The surest first. */
  missed: ReplayedMerge[]
  noise: ReplayedMerge[]
  /** Null where the history is too short to be parted. */
  learning: LearningGain | null
}

/**
 * Decides each merge anew, without the record that its team kept of it, and compares. `not_found` where nothing that the team
 * announced can be read.
 */
export function backtest(
  editor: Pick<Editor, 'classify'>,
  facts: Pick<SourceFacts, 'host' | 'repo'>,
  merges: readonly MergedPull[],
  papers: readonly ChangelogFile[],
  classifier: Pick<Classifier, 'assess'>,
): Backtest {
  const history = labelHistory(merges, papers, facts.host === 'git' ? null : facts.repo)
  if (!history.labelled.some(({ announced }) => announced)) throw nothingAnnounced(merges, papers)
  const { labelled, madeFromTitles } = history
  const replayed = replay(editor, labelled.toReversed(), madeFromTitles, nothingBefore()).toReversed()
  const learning = measureLearning(editor, replayed, madeFromTitles, classifier)
  return { history, merges: merges.length, replayed, ...compare(replayed), learning }
}

function compare(
  replayed: readonly ReplayedMerge[],
): Omit<Backtest, 'history' | 'merges' | 'replayed' | 'learning'> {
  const wrong = replayed.filter(({ found, expected }) => found.visibility !== expected).toSorted(bySureness)
  return {
    tally: tallyOf(replayed),
    areaUnderCurve: areaUnderCurve(replayed),
    trust: trustTable(replayed),
    kinds: replayed.flatMap(({ label, found }) =>
      label.announced && label.kind !== null ? [{ expected: label.kind, found: found.kind }] : [],
    ),
    missed: wrong.filter(({ label }) => label.announced),
    noise: wrong.filter(({ label }) => !label.announced),
  }
}

const bySureness = (a: ReplayedMerge, b: ReplayedMerge): number =>
  Math.abs(b.found.score - 0.5) - Math.abs(a.found.score - 0.5) ||
  b.label.pull.mergedAt - a.label.pull.mergedAt

function nothingAnnounced(merges: readonly MergedPull[], papers: readonly ChangelogFile[]): AppError {
  const files = papers.filter(({ form }) => form === 'changelog').length
  const [merged, written, tagged] = [
    counted(merges.length, 'merge'),
    counted(files, 'changelog file'),
    counted(papers.length - files, 'tag message'),
  ]
  return new AppError(
    'not_found',
    `Nothing that the team announced can be read from this repository: ${merged}, ${written} and ${tagged} were searched for changesets, news fragments, release notes and lines that name pull requests.`,
  )
}

const counted = (count: number, thing: string): string =>
  count === 1 ? `one ${thing}` : `${count === 0 ? 'no' : count.toLocaleString('en')} ${thing}s`

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
