import type { Classification, Kind } from '#judgement/classification/classification.ts'
import { type Classifier, configured, type Known } from '#judgement/classification/classifier.ts'
import { ConfidenceRecord, type Lowering } from '#judgement/classification/confidence-record.ts'
import {
  areaUnderCurve,
  type EvaluatedDecision,
  type Pair,
  type Tally,
  type Trust,
  tallyOf,
  trustTable,
} from '#judgement/classification/evaluate/measures.ts'
import { EXAMPLES_READ, learnAccount } from '#judgement/classification/team/account.ts'
import { atOnce } from '#judgement/steps.ts'
import { AppError } from '#platform/errors.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config-files.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { nameInAddresses } from '#pulls/repositories/repositories.ts'
import { type LabelledHistory, labelHistory } from './history/label.ts'
import { withoutTeamRecord } from './history/ordinary.ts'
import type { LabelledPull } from './history/sources.ts'
import { exampleOf } from './past-examples.ts'

/** Tidings' decisions about a repository's history, compared with what its team announced. */
export interface Backtest {
  history: LabelledHistory
  /** How many pull requests were read, labelled or not. */
  merges: number
  replayed: ReplayedMerge[]
  tally: Tally
  areaUnderCurve: number | null
  trust: Trust[]
  /** The confidences that judging lowers in this repository once it has learnt from this record. */
  lowerings: Lowering[]
  /** Announced pull requests for which the team's record states the kind. */
  kinds: Pair<Kind>[]
  /** Pull requests that the team announced and Tidings classified as internal; the surest first. */
  missed: ReplayedMerge[]
  /** Pull requests that Tidings classified as user-facing and the team did not announce; the surest first. */
  noise: ReplayedMerge[]
  /** Null if the history is too short to be split in two. */
  learning: LearningGain | null
}

/**
 * Classifies each pull request without the team's record of what it announced, and compares the results with that record. Throws
 * `not_found` if the repository contains no announcements.
 */
export function backtest(
  classifier: Classifier,
  facts: Pick<SourceFacts, 'host' | 'repo'>,
  merges: readonly MergedPull[],
  changelogFiles: readonly ChangelogFile[],
  releaseConfig: readonly ReleaseConfigFile[],
): Backtest {
  const history = labelHistory(merges, changelogFiles, nameInAddresses(facts))
  if (!history.labelled.some(({ announced }) => announced)) throw nothingAnnounced(merges, changelogFiles)
  const { labelled, madeFromTitles } = history
  const replayed = replay(
    classifier,
    labelled.toReversed(),
    madeFromTitles,
    configured(facts, releaseConfig),
  ).toReversed()
  const learning = measureLearning(classifier, replayed, madeFromTitles, known =>
    known.contexts.configure(facts, releaseConfig),
  )
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
    lowerings: loweringsOf(replayed),
    kinds: replayed.flatMap(({ label, found }) =>
      label.announced && label.kind !== null ? [{ expected: label.kind, found: found.kind }] : [],
    ),
    missed: wrong.filter(({ label }) => label.announced),
    noise: wrong.filter(({ label }) => !label.announced),
  }
}

function loweringsOf(replayed: readonly ReplayedMerge[]): Lowering[] {
  const confidences = new ConfidenceRecord()
  for (const { found, expected } of replayed) confidences.add(found, expected, 'record')
  return confidences.lowerings
}

const bySureness = (a: ReplayedMerge, b: ReplayedMerge): number =>
  Math.abs(b.found.score - 0.5) - Math.abs(a.found.score - 0.5) ||
  b.label.pull.mergedAt - a.label.pull.mergedAt

function nothingAnnounced(merges: readonly MergedPull[], changelogFiles: readonly ChangelogFile[]): AppError {
  const files = changelogFiles.filter(({ form }) => form === 'changelog').length
  const [merged, written, tagged] = [
    counted(merges.length, 'merge'),
    counted(files, 'changelog file'),
    counted(changelogFiles.length - files, 'tag message'),
  ]
  return new AppError(
    'not_found',
    `Nothing that the team announced can be read from this repository: ${merged}, ${written} and ${tagged} were searched for changesets, news fragments, release notes and lines that name pull requests. "tidings preview" shows what would be announced, without a comparison.`,
  )
}

const counted = (count: number, thing: string): string =>
  count === 1 ? `one ${thing}` : `${count === 0 ? 'no' : count.toLocaleString('en')} ${thing}s`

/** How well a set of pull requests was classified. */
export interface BacktestScore {
  tally: Tally
  areaUnderCurve: number | null
}

/** The results for the later half of a history, with and without learning from the older half. */
interface LearningGain {
  /** The number of decisions that were learnt from. */
  examples: number
  without: BacktestScore
  with: BacktestScore
}

/** The fewest decisions in each half for a meaningful result. */
const MIN_DECISIONS = 30

/** Measures what learning gains. `replayed` are the results without learning, newest first. Null if the history is too short. */
function measureLearning(
  classifier: Classifier,
  replayed: readonly ReplayedMerge[],
  madeFromTitles: boolean,
  configure: (known: Known) => void,
): LearningGain | null {
  const oldestFirst = replayed.toReversed()
  const half = Math.floor(oldestFirst.length / 2)
  if (half < MIN_DECISIONS) return null
  const examples = oldestFirst.slice(0, half).map(({ label }) => exampleOf(label, madeFromTitles))
  const known = atOnce(learnAccount(examples, [], classifier))
  configure(known)
  const later = oldestFirst.slice(half).map(({ label }) => label)
  return {
    examples: Math.min(half, EXAMPLES_READ),
    without: scoreOf(oldestFirst.slice(half)),
    with: scoreOf(replay(classifier, later, madeFromTitles, known)),
  }
}

/** A past pull request with the classifier's decision and the team's. */
export interface ReplayedMerge extends EvaluatedDecision {
  label: LabelledPull
  found: Classification
}

/** Classifies pull requests, oldest first, without the team's record of what it announced. */
function replay(
  classifier: Classifier,
  labels: readonly LabelledPull[],
  madeFromTitles: boolean,
  known: Known,
): ReplayedMerge[] {
  return labels.map(label => ({
    label,
    found: classifier.classify(withoutTeamRecord(label.pull, { types: madeFromTitles }), known),
    expected: label.announced ? 'user-facing' : 'internal',
  }))
}

const scoreOf = (trials: readonly EvaluatedDecision[]): BacktestScore => ({
  tally: tallyOf(trials),
  areaUnderCurve: areaUnderCurve(trials),
})
