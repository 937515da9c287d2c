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
import { PROMISED, probability, type Thresholds, visibilityOf } from '#judgement/classification/score.ts'
import { atOnce } from '#judgement/steps.ts'
import type { Example } from './examples.ts'

/** An example as scored by a fit that had not seen its repository. */
export interface Unseen {
  example: Example
  linear: Predictions
  trees: Record<TreeTarget, number>
}

/** Fits what stands above the regressions and the trees. */
export function calibrate(rows: readonly Unseen[]): Pick<Model, 'calibration' | 'thresholds'> {
  const entries = TARGETS.map(target => [target, calibrationOf(rows, target)])
  const calibration: Record<Target, Calibration> = Object.fromEntries(entries)
  return { calibration, thresholds: thresholdsOf(decisionsOf(rows, calibration.visible)) }
}

/** What an answer of a repository weighs in total, far more than the prior. */
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
  side: Visibility
  /** The probability that it is right, with the repository's prior. */
  sure: number
  right: boolean
}

/** Each repository's decisions in the order of merging, with the prior that the earlier ones give. */
function decisionsOf(rows: readonly Unseen[], { linear, trees, offset }: Calibration): Decision[] {
  const told = rows.filter(({ example }) => example.targets.visible !== null)
  return [...Map.groupBy(told, ({ example }) => example.repo).values()].flatMap(own => {
    const share = new AnnouncedShare()
    const inOrder = own.toSorted((a, b) => a.example.pull.mergedAt - b.example.pull.mergedAt)
    return inOrder.map((row): Decision => {
      const { repo } = row.example
      const logOdds = linear * row.linear.visible + trees * row.trees.visible + offset
      const side = visibilityOf(probability(logOdds))
      const score = probability(logOdds + share.logOdds)
      share.add(probability(logOdds))
      const announced = side === 'user-facing'
      return {
        repo,
        side,
        sure: announced ? score : 1 - score,
        right: announced === (row.example.targets.visible === 1),
      }
    })
  })
}

/**
 * The share of `high` decisions that must have been right on each side: a little more than is promised elsewhere, and more on the side on
 * which repositories differ most.
 */
const HIGH: Readonly<Record<Visibility, number>> = { internal: 0.955, 'user-facing': 0.975 }
/** And in each repository. */
const HIGH_IN_EACH = 0.86
/** Fewer decisions tell nothing of how often such decisions are right, over all and in one repository. */
const ENOUGH = { all: 300, each: 100 }
/** So sure is enough where the decisions do not reach that: hardly any is without the team's own record. */
const SURE = 0.99

function thresholdsOf(decisions: readonly Decision[]): Thresholds {
  const ofSide = (one: Visibility) => {
    // A decision against the prior is never trusted.
    const own = decisions.filter(({ side, sure }) => side === one && sure >= 0.5)
    const surest = own.toSorted((a, b) => b.sure - a.sure)
    const high = highThreshold(surest, HIGH[one])
    return { high, medium: Math.min(high, mediumThreshold(surest)) }
  }
  return { internal: ofSide('internal'), 'user-facing': ofSide('user-facing') }
}

/**
 * How sure the least sure decision is down to which the decisions are right often enough: over all, and in each repository that has
 * enough of them to be judged.
 */
function highThreshold(surest: readonly Decision[], share: number): number {
  const counts = new Map<string, { decisions: number; right: number }>()
  let right = 0
  let found = SURE
  for (const [at, { repo, sure, right: isRight }] of surest.entries()) {
    const own = counts.get(repo) ?? { decisions: 0, right: 0 }
    counts.set(repo, { decisions: own.decisions + 1, right: own.right + Number(isRight) })
    right += Number(isRight)
    if (at < ENOUGH.all || right < share * (at + 1)) continue
    const judged = [...counts.values()].filter(({ decisions }) => decisions >= ENOUGH.each)
    if (judged.every(({ decisions, right }) => right >= HIGH_IN_EACH * decisions))
      found = Math.min(SURE, sure)
  }
  return found
}

/** Down to where the next decisions, so many at a time, would be right less often than `medium` promises. */
function mediumThreshold(surest: readonly Decision[]): number {
  for (let at = 0; at < surest.length; at += ENOUGH.all) {
    const next = surest.slice(at, at + ENOUGH.all)
    if (next.filter(({ right }) => right).length < PROMISED.medium * ENOUGH.all)
      return surest[at - 1]?.sure ?? SURE
  }
  return surest.at(-1)?.sure ?? SURE
}
