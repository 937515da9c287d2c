import { type Classification, CONFIDENCES, type Confidence, type Kind } from '../../classification.ts'
import type { Labelled } from './labelled.ts'
import { areaUnderCurve, balancedAccuracy, macroF1Of, macroMean, type Pair } from './scores.ts'

/** A labelled pull request and what was decided about it. */
export interface Judged {
  labelled: Labelled
  decision: Pick<Classification, 'visibility' | 'kind' | 'magnitude' | 'confidence' | 'score'>
}

/** Shares from 0 to 1; null where too few records tell. */
export interface Scores {
  balanced_accuracy: number | null
  auc: number | null
  kind_macro_f1: number | null
  fix_macro_f1: number | null
  minor_or_above_balanced: number | null
}

export interface Bucket {
  count: number
  share: number
  /** Null where it is empty. */
  right: number | null
}

export interface Figures {
  rows: number
  /** Means over the repositories that each can be told of. */
  macro: Scores
  repositories: Record<string, Scores & { rows: number }>
  confidence: Record<Confidence, Bucket>
  /** By how sure the visibility is, with the mean of that. */
  calibration: (Bucket & { from: number; to: number; mean: number })[]
}

/** Scores decisions against what teams recorded. Programs' merges are passed over. */
export function figuresOf(judged: readonly Judged[]): Figures {
  const people = judged.filter(({ labelled }) => !labelled.pull.authorIsBot)
  const groups = [...Map.groupBy(people, ({ labelled }) => labelled.pull.repo)]
  const repositories = Object.fromEntries(
    groups.map(([repo, rows]) => [repo, { rows: rows.length, ...scoresOf(rows) }] as const),
  )
  const mean = (key: keyof Scores) => macroMean(Object.values(repositories).map(scores => scores[key]))
  const calls = people.flatMap(callOf)
  return {
    rows: people.length,
    macro: {
      balanced_accuracy: mean('balanced_accuracy'),
      auc: mean('auc'),
      kind_macro_f1: mean('kind_macro_f1'),
      fix_macro_f1: mean('fix_macro_f1'),
      minor_or_above_balanced: mean('minor_or_above_balanced'),
    },
    repositories,
    confidence: byConfidence(calls),
    calibration: byScore(calls),
  }
}

/** A repository with fewer records of a choice is not measured by it. */
const FEWEST = 20

function scoresOf(rows: readonly Judged[]): Scores {
  const told = rows.filter(({ labelled }) => labelled.labels.visibility)
  const facing = told.filter(isFacing)
  const visible = told.map((row): Pair<boolean> => [isFacing(row), row.decision.visibility === 'user-facing'])
  const balanced = balancedAccuracy(visible, FEWEST)
  return {
    balanced_accuracy: balanced,
    auc:
      balanced === null
        ? null
        : areaUnderCurve(told.map(row => ({ score: row.decision.score, yes: isFacing(row) }))),
    kind_macro_f1: macroF1Of(facing.flatMap(kindPair), ['feature', 'improvement', 'fix'], FEWEST),
    fix_macro_f1: macroF1Of(facing.flatMap(fixPair), ['fix', 'new'], FEWEST),
    minor_or_above_balanced: balancedAccuracy(facing.flatMap(sizePair), FEWEST),
  }
}

const isFacing = ({ labelled }: Judged): boolean => labelled.labels.visibility === 'user-facing'

/** To a reader of a changelog a faster thing is an improved one. */
const folded = (kind: string): string => (kind === 'performance' ? 'improvement' : kind)
const COMMON: ReadonlySet<string> = new Set(['feature', 'improvement', 'fix'])

function kindPair({ labelled, decision }: Judged): Pair<string>[] {
  const recorded = folded(labelled.labels.kind ?? '')
  return COMMON.has(recorded) ? [[recorded, folded(decision.kind)]] : []
}

function fixPair({ labelled, decision }: Judged): Pair<string>[] {
  const kinds = labelled.labels.kind_set?.map(folded)
  if (!kinds?.every(kind => COMMON.has(kind)) || (kinds.includes('fix') && kinds.length > 1)) return []
  return [[kinds.includes('fix') ? 'fix' : 'new', mendedOrNew(decision.kind)]]
}

function mendedOrNew(kind: Kind): string | null {
  if (kind === 'fix') return 'fix'
  return COMMON.has(folded(kind)) ? 'new' : null
}

const sizePair = ({ labelled, decision }: Judged): Pair<boolean>[] =>
  labelled.labels.magnitude ? [[labelled.labels.magnitude !== 'patch', decision.magnitude !== 'patch']] : []

interface Call {
  sure: number
  confidence: Confidence
  right: boolean
}

function callOf({ labelled, decision }: Judged): Call[] {
  const { visibility, score, confidence } = decision
  if (!labelled.labels.visibility) return []
  return [{ sure: Math.max(score, 1 - score), confidence, right: visibility === labelled.labels.visibility }]
}

const bucket = (calls: readonly Call[], all: number): Bucket => ({
  count: calls.length,
  share: calls.length / Math.max(1, all),
  right: macroMean(calls.map(({ right }) => Number(right))),
})

const byConfidence = (calls: readonly Call[]): Figures['confidence'] =>
  Object.fromEntries(
    CONFIDENCES.map(level => [
      level,
      bucket(
        calls.filter(({ confidence }) => confidence === level),
        calls.length,
      ),
    ]),
  ) as Figures['confidence']

const EDGES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1]

const byScore = (calls: readonly Call[]): Figures['calibration'] =>
  EDGES.slice(1).flatMap((to, at) => {
    const from = EDGES[at] ?? 0
    const own = calls.filter(({ sure }) => sure >= from && (sure < to || to === 1))
    const mean = macroMean(own.map(({ sure }) => sure))
    return mean === null ? [] : [{ from, to, mean, ...bucket(own, calls.length) }]
  })
