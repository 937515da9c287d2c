import { type Classification, CONFIDENCES, type Confidence, type Visibility } from '../classification.ts'

/** One decision of the classifier beside what the team itself recorded. */
export interface EvaluatedDecision {
  expected: Visibility
  found: Pick<Classification, 'visibility' | 'score' | 'confidence'>
}

const isRight = ({ expected, found }: EvaluatedDecision): boolean => found.visibility === expected
const wasAnnounced = ({ expected }: EvaluatedDecision): boolean => expected === 'user-facing'

/** How many trials ended which way. */
export interface Tally {
  /** Changes that were announced and were taken for user-facing. */
  hits: number
  /** Changes that were announced and were taken for internal. */
  missed: number
  /** Changes that were not announced and were taken for user-facing. */
  noise: number
  /** Changes that were not announced and were taken for internal. */
  quiet: number
}

export function tallyOf(trials: Iterable<EvaluatedDecision>): Tally {
  const tally = { hits: 0, missed: 0, noise: 0, quiet: 0 }
  for (const trial of trials) {
    const isShown = trial.found.visibility === 'user-facing'
    if (wasAnnounced(trial)) tally[isShown ? 'hits' : 'missed']++
    else tally[isShown ? 'noise' : 'quiet']++
  }
  return tally
}

/** Precision: of the changes taken for user-facing, the share that was announced. This and the other measures are 0 to 1, null where there is nothing to measure. */
export const precision = ({ hits, noise }: Tally): number | null => share(hits, hits + noise)

/** The share of the announced changes that was taken for user-facing. */
export const recall = ({ hits, missed }: Tally): number | null => share(hits, hits + missed)

/** The share of the other changes that was taken for internal. */
export const specificity = ({ noise, quiet }: Tally): number | null => share(quiet, noise + quiet)

/** The mean of recall and specificity: a coin, and whoever always says the same, gets 0.5. */
export function balancedAccuracy(tally: Tally): number | null {
  const [found, kept] = [recall(tally), specificity(tally)]
  return found === null || kept === null ? null : (found + kept) / 2
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/**
 * The area under the ROC curve: how often an announced pull request scores above one that was not (ties count half). 0.5 is chance; null
 * where one of the two sorts is missing.
 */
export function areaUnderCurve(trials: Iterable<EvaluatedDecision>): number | null {
  const byScore = Map.groupBy(trials, ({ found }) => found.score)
  let [announced, others, pairs] = [0, 0, 0]
  for (const score of [...byScore.keys()].toSorted((a, b) => a - b)) {
    const tied = byScore.get(score) ?? []
    const own = tied.filter(wasAnnounced).length
    pairs += own * (others + (tied.length - own) / 2)
    announced += own
    others += tied.length - own
  }
  return announced === 0 || others === 0 ? null : pairs / (announced * others)
}

/** How decisions of one confidence turned out. Shares are 0 to 1, null where there is none. */
export interface Trust {
  confidence: Confidence
  count: number
  share: number | null
  /** The share of them that agrees with the team; null without any. */
  right: number | null
}

export function trustTable(trials: readonly EvaluatedDecision[]): Trust[] {
  return CONFIDENCES.toReversed().map(confidence => {
    const own = trials.filter(({ found }) => found.confidence === confidence)
    return {
      confidence,
      count: own.length,
      share: share(own.length, trials.length),
      right: share(own.filter(isRight).length, own.length),
    }
  })
}

/** The bounds of the buckets of probabilities. They start at 0.5, since a decision is always for the likelier side. */
const EDGES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, Number.POSITIVE_INFINITY]

/** Decisions of about the same probability. */
export interface Bucket {
  from: number
  count: number
  /** How probable the decisions were said to be, on average. */
  claimed: number
  right: number
}

/** Decisions by how probable they were said to be; buckets that hold none are left out. */
export function bucketsOf(trials: readonly EvaluatedDecision[]): Bucket[] {
  return EDGES.slice(0, -1).flatMap((from, at) => {
    const own = trials.filter(trial => claimOf(trial) >= from && claimOf(trial) < (EDGES[at + 1] ?? 1))
    if (own.length === 0) return []
    const claimed = own.reduce((sum, trial) => sum + claimOf(trial), 0) / own.length
    return [{ from, count: own.length, claimed, right: own.filter(isRight).length / own.length }]
  })
}

/** The expected calibration error: how far the probabilities of the buckets are from what came true, on average over the decisions; null without decisions. */
export function calibrationError(trials: readonly EvaluatedDecision[]): number | null {
  const off = bucketsOf(trials).map(({ count, claimed, right }) => count * Math.abs(claimed - right))
  return share(
    off.reduce((a, b) => a + b, 0),
    trials.length,
  )
}

const claimOf = ({ found }: EvaluatedDecision): number => Math.max(found.score, 1 - found.score)

/** The class that was expected, and the one that was found; null where none was found. */
export interface Pair<T extends string> {
  expected: T
  found: T | null
}

/**
 * F1 of each class, 0 to 1: the harmonic mean of its precision and recall. A class that was expected fewer than `least`
 * times is left out: its figure would be chance.
 */
export function f1ByClass<T extends string>(
  pairs: readonly Pair<T>[],
  classes: readonly T[],
  least = 1,
): Map<T, number> {
  const found = new Map<T, number>()
  for (const one of classes) {
    const right = pairs.filter(pair => pair.expected === one && pair.found === one).length
    const wrong = pairs.filter(pair => (pair.expected === one) !== (pair.found === one)).length
    const cases = pairs.filter(pair => pair.expected === one).length
    if (cases >= Math.max(1, least)) found.set(one, (2 * right) / (2 * right + wrong))
  }
  return found
}

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length
