import type { Visibility } from '../../classification.ts'
import { mean } from '../../evaluate/classes.ts'
import { probability, type Trusted, visibilityOf } from '../../score.ts'
import { type Blend, type GrownHead, type RawOpinion, type Settings, together } from '../model.ts'
import type { Head } from '../network.ts'
import { UsualShare } from '../usual-share.ts'
import type { Targets } from './example.ts'
import type { Labelled } from './labelled.ts'
import { logistic } from './logistic.ts'
import { macroBalance, macroF1 } from './measures.ts'

/** A labelled pull request as judged by network and trees that had not seen its repository. */
export interface Unseen extends RawOpinion {
  repo: string
  labelled: Labelled
  /** With its title as merged. */
  typed: boolean
  targets: Targets
}

/** Fits what stands above network and trees. */
export function fitSettings(rows: readonly Unseen[]): Settings {
  const blends = { visible: fitBlend(rows, 'visible'), fix: fitBlend(rows, 'fix') }
  const mended = rows.map(row => ({
    ...row,
    answers: { ...row.answers, fix: together(row, 'fix', blends.fix) },
  }))
  const shifts = {
    fix: bestShift(mended, 'fix', macroF1),
    feature: bestShift(rows, 'feature', macroF1),
    notable: bestShift(rows, 'notable', macroBalance),
  }
  return { blends, shifts, trusted: fitTrusted(callsOf(rows, blends.visible)) }
}

/**
 * Each repository has an intercept of its own, or network and trees would be weighed by what they tell of how much teams like to announce;
 * either answer counts alike in each, so that the mean of the intercepts is what is right where both are as common. One that always answers
 * the same tells nothing.
 */
function fitBlend(rows: readonly Unseen[], head: GrownHead): Blend {
  const told = rows.filter(({ targets }) => targets[head] !== null)
  const answersIn = (own: readonly Unseen[]) => new Set(own.map(({ targets }) => targets[head])).size
  const repositories = [...Map.groupBy(told, ({ repo }) => repo).values()].filter(own => answersIn(own) > 1)
  const [network = 0, trees = 0, ...intercepts] = logistic(
    repositories.flatMap((own, place) => {
      const itself = repositories.map((_, at) => Number(at === place))
      const alike = Map.groupBy(own, ({ targets }) => targets[head])
      return own.map(({ answers, grown, targets }) => ({
        features: [answers[head], grown[head], ...itself],
        target: targets[head] ?? 0,
        weight: 1 / (alike.get(targets[head])?.length ?? 1),
      }))
    }),
  )
  return { network, trees, offset: mean(intercepts) ?? 0 }
}

const SHIFTS = Array.from({ length: 31 }, (_, at) => (at - 15) / 10)

type Measure = (rows: readonly { repo: string; target: number; answer: boolean }[]) => number | null

/** Where the measure is best, looking at each shift's neighbours too: a single best point would be chance. */
function bestShift(rows: readonly Unseen[], head: Head, measure: Measure): number {
  const used = rows.flatMap(({ repo, targets, answers }) =>
    targets[head] === null ? [] : [{ repo, target: targets[head], logOdds: answers[head] }],
  )
  const values = SHIFTS.map(
    shift => measure(used.map(row => ({ ...row, answer: row.logOdds + shift > 0 }))) ?? 0,
  )
  const smooth = values.map((_, at) => {
    const near = values.slice(Math.max(0, at - 2), at + 3)
    return near.reduce((sum, value) => sum + value, 0) / near.length
  })
  return SHIFTS[smooth.indexOf(Math.max(...smooth))] ?? 0
}

/** A decision on a change that the team decided as well. */
interface Call {
  side: Visibility
  /** How probable it is to be right, by what is usual in its repository. */
  sure: number
  right: boolean
}

/** Each repository's decisions in the order of merging, with and without types; by what was usual there before. */
function callsOf(rows: readonly Unseen[], blend: Blend): Call[] {
  const told = rows.filter(({ targets }) => targets.visible !== null)
  const histories = Map.groupBy(told, ({ repo, typed }) => `${repo} ${typed}`).values()
  return [...histories].flatMap(own => {
    const usual = new UsualShare()
    const inOrder = own.toSorted((a, b) => a.labelled.pull.mergedAt - b.labelled.pull.mergedAt)
    return inOrder.map((row): Call => {
      const logOdds = together(row, 'visible', blend)
      const side = visibilityOf(probability(logOdds))
      const score = probability(logOdds + usual.logOdds)
      usual.add(probability(logOdds))
      const facing = side === 'user-facing'
      return { side, sure: facing ? score : 1 - score, right: facing === (row.targets.visible === 1) }
    })
  })
}

/** A little above what is promised. */
const AIM = { high: 0.96, medium: 0.84 }

/** From which scores on decisions are right as often as `high` and `medium` promise: as likely to be right where they begin on either side. */
function fitTrusted(calls: readonly Call[]): Trusted {
  // A decision that goes against what is usual is never trusted.
  const [internal, facing] = (['internal', 'user-facing'] as const).map(one =>
    withLikelihood(calls.filter(({ side, sure }) => side === one && sure >= 0.5)),
  ) as [Likely[], Likely[]]
  const ordered = [...internal, ...facing].toSorted((a, b) => b.likely - a.likely)
  const high = limit(ordered, AIM.high)
  const rest = ordered.filter(({ likely }) => likely < high)
  const medium = Math.min(high, limit(rest, AIM.medium))
  return {
    internal: { high: 1 - leastSure(internal, high), medium: 1 - leastSure(internal, medium) },
    'user-facing': { high: leastSure(facing, high), medium: leastSure(facing, medium) },
  }
}

/** A call with the log-odds of being right. */
interface Likely extends Call {
  likely: number
}

/** For the calls of one side: what customers would not notice shows itself more plainly. */
function withLikelihood(calls: readonly Call[]): Likely[] {
  const logOdds = ({ sure }: Call) => Math.log(sure / (1 - sure))
  const [slope = 1, offset = 0] = logistic(
    calls.map(call => ({ features: [logOdds(call), 1], target: Number(call.right), weight: 1 })),
  )
  return calls.map(call => ({ ...call, likely: slope * logOdds(call) + offset }))
}

/** How sure the least sure of the calls is that are so likely right. */
const leastSure = (calls: readonly Likely[], likely: number): number =>
  calls.reduce((least, call) => (call.likely >= likely ? Math.min(least, call.sure) : least), NEVER)

/** More sure than any call. */
const NEVER = 1
/** Fewer calls than this tell nothing of how often such calls are right. */
const ENOUGH = 100

/** How likely right the least likely of the calls is that are together right often enough. */
function limit(ordered: readonly Likely[], aim: number): number {
  let right = 0
  let found = Number.POSITIVE_INFINITY
  for (const [at, call] of ordered.entries()) {
    if (call.right) right++
    if (at >= ENOUGH && right / (at + 1) >= aim) found = call.likely
  }
  return found
}
