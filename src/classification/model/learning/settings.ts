import type { Trusted } from '../../score.ts'
import { type Blend, type GrownHead, type RawOpinion, type Settings, together } from '../model.ts'
import type { Head } from '../network.ts'
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
  const chances = rows.flatMap(row => {
    const { repo, targets } = row
    const score = 1 / (1 + Math.exp(-together(row, 'visible', blends.visible)))
    return targets.visible === null ? [] : [{ repo, target: targets.visible, score }]
  })
  const mended = rows.map(row => ({
    ...row,
    answers: { ...row.answers, fix: together(row, 'fix', blends.fix) },
  }))
  const shifts = {
    fix: bestShift(mended, 'fix', macroF1),
    feature: bestShift(rows, 'feature', macroF1),
    notable: bestShift(rows, 'notable', macroBalance),
  }
  return { blends, shifts, trusted: fitTrusted(chances) }
}

function fitBlend(rows: readonly Unseen[], head: GrownHead): Blend {
  const sizes = Map.groupBy(
    rows.filter(({ targets }) => targets[head] !== null),
    ({ repo }) => repo,
  )
  const [network = 0, trees = 0, offset = 0] = logistic(
    [...sizes.values()].flatMap(group =>
      group.map(({ answers, grown, targets }) => ({
        features: [answers[head], grown[head], 1],
        target: targets[head] ?? 0,
        weight: 1 / group.length,
      })),
    ),
  )
  return { network, trees, offset }
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

interface Chance {
  repo: string
  target: number
  score: number
}

/** A little above what is promised, since the fit looks at its own rows. */
const AIM = { high: 0.957, medium: 0.83 }

/** From which scores on decisions are right as often as `high` and `medium` promise, each side for itself. */
function fitTrusted(rows: readonly Chance[]): Trusted {
  const internal = rows
    .filter(({ score }) => score < 0.5)
    .map(row => ({ ...row, sure: 0.5 - row.score, right: row.target === 0 }))
  const facing = rows
    .filter(({ score }) => score >= 0.5)
    .map(row => ({ ...row, sure: row.score - 0.5, right: row.target === 1 }))
  const low = limits(internal)
  const up = limits(facing)
  return {
    internal: { high: 0.5 - low.high, medium: 0.5 - low.medium },
    'user-facing': { high: 0.5 + up.high, medium: 0.5 + up.medium },
  }
}

interface Call {
  repo: string
  sure: number
  right: boolean
}

function limits(calls: readonly Call[]): { high: number; medium: number } {
  const ordered = calls.toSorted((a, b) => b.sure - a.sure)
  const high = limit(ordered, AIM.high)
  const rest = ordered.filter(({ sure }) => sure < high)
  return { high, medium: Math.min(high, limit(rest, AIM.medium)) }
}

/** More sure than any call. */
const NEVER = 1
/** Fewer calls than this tell nothing of how often such calls are right. */
const ENOUGH = 100

/** How sure the least sure of the calls is that are together right often enough. */
function limit(ordered: readonly Call[], aim: number): number {
  let right = 0
  let found = NEVER
  for (const [at, call] of ordered.entries()) {
    if (call.right) right++
    if (at >= ENOUGH && right / (at + 1) >= aim) found = call.sure
  }
  return found
}
