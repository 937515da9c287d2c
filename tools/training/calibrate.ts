import type { Visibility } from '#judgement/classification/classification.ts'
import { AnnouncedShare } from '#judgement/classification/contexts.ts'
import { fitLogistic } from '#judgement/classification/model/logistic-regression.ts'
import {
  type Calibration,
  type Model,
  type Predictions,
  TARGETS,
  type Target,
  type TreeTarget,
} from '#judgement/classification/model/model.ts'
import { probability, type Thresholds, visibilityOf } from '#judgement/classification/score.ts'
import { atOnce } from '#judgement/steps.ts'
import type { Example } from './examples.ts'
import READINGS from './readings.json' with { type: 'json' }

/** An example as scored by a fit that had not seen its repository. */
export interface Unseen {
  example: Example
  linear: Predictions
  trees: Record<TreeTarget, number>
}

/** Fits the calibration and the thresholds, which turn the scores of regressions and trees into decisions. */
export function calibrate(rows: readonly Unseen[]): Pick<Model, 'calibration' | 'thresholds'> {
  const entries = TARGETS.map(target => [target, calibrationOf(rows, target)])
  const calibration: Record<Target, Calibration> = Object.fromEntries(entries)
  return { calibration, thresholds: thresholdsOf(decisionsOf(rows, calibration.visible)) }
}

/** The total weight of each answer in a repository, which is far more than that of the prior. */
const ANSWER_WEIGHT = 500
const ENDING = { passes: 500, change: 1e-5 }

/**
 * Logistic regression on the scores. Each repository has an intercept of its own, and either answer weighs alike in it: the mean of
 * the intercepts makes 0 the point where both sides are right equally often.
 */
function calibrationOf(all: readonly Unseen[], target: Target): Calibration {
  const answerOf = ({ example }: Unseen) => example.targets[target] ?? 0
  const told = all.filter(({ example }) => example.targets[target] !== null)
  const groups = [...Map.groupBy(told, ({ example }) => example.repo).values()]
  const mixed = groups.filter(own => new Set(own.map(answerOf)).size > 1)
  const rows = mixed.flatMap((own, group) => {
    const alike = Map.groupBy(own, answerOf)
    return own.map(row => ({ row, group, weight: ANSWER_WEIGHT / (alike.get(answerOf(row))?.length ?? 1) }))
  })
  const entries = rows.map(({ row, group }) => [
    [0, row.linear[target]] as const,
    [1, target === 'feature' ? 0 : row.trees[target]] as const,
    [2 + group, 1] as const,
  ])
  const input = {
    start: new Float64Array(rows.length),
    target: rows.map(({ row }) => answerOf(row)),
    weight: rows.map(({ weight }) => weight),
  }
  const [linear = 0, trees = 0, ...intercepts] = atOnce(fitLogistic(entries, 2 + mixed.length, input, ENDING))
  const offset = intercepts.reduce((sum, one) => sum + one, 0) / Math.max(1, intercepts.length)
  return { linear, trees, offset }
}

/** A decision on a change that the team decided as well. */
interface Decision {
  repo: string
  number: number | null
  side: Visibility
  /** The probability that the decision is right, given the repository's prior. */
  sure: number
  /** Whether the team's record agrees with the decision. */
  agrees: boolean
}

/** Each repository's decisions in the order of merging, with the prior that the earlier ones give. */
function decisionsOf(rows: readonly Unseen[], { linear, trees, offset }: Calibration): Decision[] {
  const told = rows.filter(({ example }) => example.targets.visible !== null)
  return [...Map.groupBy(told, ({ example }) => example.repo).values()].flatMap(own => {
    const share = new AnnouncedShare()
    const inOrder = own.toSorted((a, b) => a.example.pull.mergedAt - b.example.pull.mergedAt)
    return inOrder.map((row): Decision => {
      const { repo, pull, targets } = row.example
      const logOdds = linear * row.linear.visible + trees * row.trees.visible + offset
      const side = visibilityOf(probability(logOdds))
      const score = probability(logOdds + share.logOdds)
      share.add(probability(logOdds))
      const announced = side === 'user-facing'
      return {
        repo,
        number: pull.number,
        side,
        sure: announced ? score : 1 - score,
        agrees: announced === (targets.visible === 1),
      }
    })
  })
}

/** The shares of decisions that must be right, slightly above those promised elsewhere; for `high` also in each repository. */
const HIGH = { share: 0.96, inEach: 0.9 }
const MEDIUM = { share: 0.82, inEach: 0 }
/** The fewest decisions from which to judge how often such decisions are right, over all repositories and in each. */
const ENOUGH = { all: 300, each: 100 }
/** The threshold where no decisions are right often enough. */
const SURE = 0.99
/** The least sure decisions that readers judged; how often decisions below this are right is not known. */
const LEAST_READ = 0.6

function thresholdsOf(decisions: readonly Decision[]): Thresholds {
  const ofSide = (one: Visibility) => {
    // A decision against the prior is never trusted.
    const own = decisions.filter(({ side, sure }) => side === one && sure >= LEAST_READ)
    const rightness = rightnessOf(own)
    const surest = own
      .toSorted((a, b) => b.sure - a.sure)
      .map(decision => ({ ...decision, right: rightness(decision) }))
    const high = leastSure(surest, HIGH)
    const others = surest.filter(({ sure }) => sure < high)
    return { high, medium: Math.min(high, leastSure(others, MEDIUM)) }
  }
  return { internal: ofSide('internal'), 'user-facing': ofSide('user-facing') }
}

/** The fewest decisions of a side that readers must have judged for anything to be learnt about the team's record. */
const ENOUGH_READ = 100
/** The standard deviation of the prior of each weight, in log-odds. */
const SPREAD = 3

/**
 * How likely a decision is right. The team's record alone is no proof: a note may be missing, or be on work that users do not notice. The
 * likelihood is learnt from decisions that somebody read (`readings.json`), by whether the record agrees and how sure they are. With too
 * few readings the record is taken to be right.
 */
function rightnessOf(decisions: readonly Decision[]): (decision: Decision) => number {
  const entriesOf = ({ agrees, sure }: Decision): [number, number][] => [
    [agrees ? 0 : 1, SPREAD],
    [2, Math.log(sure / (1 - sure))],
  ]
  const read = decisions.flatMap(decision => {
    const noticed = readingOf(decision)
    return noticed === undefined ? [] : [{ decision, noticed }]
  })
  if (read.length < ENOUGH_READ) return ({ agrees }) => Number(agrees)
  const weights = atOnce(
    fitLogistic(
      read.map(({ decision }) => entriesOf(decision)),
      3,
      {
        start: new Float64Array(read.length),
        target: read.map(({ decision, noticed }) =>
          decision.side === 'user-facing' ? noticed : 1 - noticed,
        ),
        weight: read.map(() => 1),
      },
      ENDING,
    ),
  )
  return decision =>
    probability(entriesOf(decision).reduce((sum, [at, value]) => sum + value * (weights[at] as number), 0))
}

type Readings = Readonly<Record<string, { noticed: number[]; unnoticed: number[]; unclear: number[] }>>

/** Whether somebody who uses the product would notice the change, as a reader thought: 1, 0, or a half where that is not clear. */
export function readingOf({ repo, number }: { repo: string; number: number | null }): number | undefined {
  const { noticed = [], unnoticed = [], unclear = [] } = (READINGS as Readings)[repo] ?? {}
  if (number === null) return undefined
  if (noticed.includes(number)) return 1
  if (unnoticed.includes(number)) return 0
  return unclear.includes(number) ? 0.5 : undefined
}

/** A decision with how likely it is right. */
type Weighed = Decision & { right: number }

/**
 * The lowest probability down to which the decisions are right often enough, over all and in each repository that has enough of them to be
 * judged.
 */
function leastSure(surest: readonly Weighed[], { share, inEach }: typeof HIGH): number {
  const counts = new Map<string, { decisions: number; right: number }>()
  let right = 0
  let found = SURE
  for (const [at, { repo, sure, right: own }] of surest.entries()) {
    const before = counts.get(repo) ?? { decisions: 0, right: 0 }
    counts.set(repo, { decisions: before.decisions + 1, right: before.right + own })
    right += own
    if (at < ENOUGH.all || right < share * (at + 1)) continue
    const judged = [...counts.values()].filter(({ decisions }) => decisions >= ENOUGH.each)
    if (judged.every(({ decisions, right }) => right >= inEach * decisions)) found = Math.min(SURE, sure)
  }
  return found
}
