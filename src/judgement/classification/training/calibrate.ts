import { fitLogistic } from '#judgement/classification/model/logistic-regression.ts'
import {
  type Calibration,
  type Model,
  TARGETS,
  type Target,
  type TreeTarget,
} from '#judgement/classification/model/model.ts'
import { atOnce } from '#judgement/steps.ts'
import type { Visibility } from '../classification.ts'
import { AnnouncedShare } from '../contexts.ts'
import { probability, type Thresholds, visibilityOf } from '../score.ts'
import type { Example } from './examples.ts'

/** An example as scored by a fit that had not seen its repository. */
export interface Unseen {
  example: Example
  linear: Record<Target, number>
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
      const logOdds = linear * row.linear.visible + trees * row.trees.visible + offset
      const side = visibilityOf(probability(logOdds))
      const score = probability(logOdds + share.logOdds)
      share.add(probability(logOdds))
      const announced = side === 'user-facing'
      return {
        side,
        sure: announced ? score : 1 - score,
        right: announced === (row.example.targets.visible === 1),
      }
    })
  })
}

/** Somewhat above what `high` and `medium` promise. */
const AIM = { high: 0.97, medium: 0.85 }
/** Fewer decisions tell nothing of how often such decisions are right. */
const ENOUGH = 100
/** So sure is enough, whatever the decisions: hardly any is without the team's own record. */
const SURE = 0.98

function thresholdsOf(decisions: readonly Decision[]): Thresholds {
  const ofSide = (one: Visibility) => {
    // A decision against the prior is never trusted.
    const own = decisions.filter(({ side, sure }) => side === one && sure >= 0.5)
    const surest = own.toSorted((a, b) => b.sure - a.sure)
    const high = threshold(surest, AIM.high)
    const others = surest.filter(({ sure }) => sure < high)
    return { high, medium: Math.min(high, threshold(others, AIM.medium)) }
  }
  return { internal: ofSide('internal'), 'user-facing': ofSide('user-facing') }
}

/** How sure the least sure decision is down to which the decisions are right often enough. */
function threshold(surest: readonly Decision[], aim: number): number {
  let right = 0
  let found = SURE
  for (const [at, decision] of surest.entries()) {
    if (decision.right) right++
    if (at >= ENOUGH && right / (at + 1) >= aim) found = Math.min(SURE, decision.sure)
  }
  return found
}
