import {
  type Classification,
  type Kind,
  VISIBILITIES,
  type Visibility,
} from '#judgement/classification/classification.ts'
import {
  areaUnderCurve,
  type Bucket,
  balancedAccuracy,
  bucketsOf,
  type EvaluatedDecision,
  f1ByClass,
  mean,
  type Pair,
  type Trust,
  tallyOf,
  trustTable,
} from '#judgement/classification/evaluate/measures.ts'
import { readingOf } from '../training/calibrate.ts'
import type { Labelled } from '../training/labelled.ts'

/** A labelled pull request and what was decided about it. */
export interface Judged {
  labelled: Labelled
  decision: Pick<Classification, 'visibility' | 'kind' | 'magnitude' | 'confidence' | 'score'>
}

const SCORES = [
  'balanced_accuracy',
  'auc',
  'kind_macro_f1',
  'fix_macro_f1',
  'minor_or_above_balanced',
] as const
/** Scores from 0 to 1; null with too few labelled pull requests. */
export type Scores = Record<(typeof SCORES)[number], number | null>

export interface Figures {
  rows: number
  /** The mean of each score over the repositories that have it. */
  macro: Scores
  repositories: Record<string, Scores & { rows: number; confidence: Trust[] }>
  confidence: Trust[]
  read: ReadTrust[]
  calibration: Bucket[]
}

/** How decisions of one confidence on one side turned out, by the team's record and by what readers said of some of them. */
interface ReadTrust extends Trust {
  visibility: Visibility
  /** How many of the decisions a reader judged. */
  read: number
  /**
   * The share of decisions that are right by the readings. Readings where the team's record agrees stand for all such decisions, and the
   * others for the rest.
   */
  rightByReading: number | null
}

/** The least number of labels of each class for a score. */
const MIN_LABELS = 20

/** Scores decisions against what teams recorded. Ignores pull requests by bots. */
export function figuresOf(judged: readonly Judged[]): Figures {
  const people = judged.filter(({ labelled }) => !labelled.pull.authorIsBot)
  const groups = [...Map.groupBy(people, ({ labelled }) => labelled.pull.repo)]
  const repositories = groups.map(
    ([repo, rows]) =>
      [
        repo,
        { rows: rows.length, ...scoresOf(rows), confidence: trustTable(rows.flatMap(trialOf)) },
      ] as const,
  )
  const macro = (key: keyof Scores) => mean(repositories.flatMap(([, scores]) => scores[key] ?? []))
  const trials = people.flatMap(trialOf)
  return {
    rows: people.length,
    macro: Object.fromEntries(SCORES.map(key => [key, macro(key)])) as Scores,
    repositories: Object.fromEntries(repositories),
    confidence: trustTable(trials),
    read: VISIBILITIES.flatMap(visibility => readTrust(people, visibility)),
    calibration: bucketsOf(trials),
  }
}

function readTrust(judged: readonly Judged[], visibility: Visibility): ReadTrust[] {
  const own = judged.filter(
    ({ labelled, decision }) => labelled.labels.visibility && decision.visibility === visibility,
  )
  return trustTable(own.flatMap(trialOf)).map(trust => {
    const level = own.filter(({ decision }) => decision.confidence === trust.confidence)
    const parts = [true, false].map(agrees => {
      const part = level.filter(({ labelled }) => (labelled.labels.visibility === visibility) === agrees)
      const noticed = part.flatMap(({ labelled }) => readingOf(labelled.pull) ?? [])
      const right = mean(noticed.map(one => (visibility === 'user-facing' ? one : 1 - one)))
      return { count: part.length, read: noticed.length, right }
    })
    const isKnown = parts.every(({ count, right }) => count === 0 || right !== null)
    const right = parts.reduce((sum, part) => sum + part.count * (part.right ?? 0), 0)
    return {
      ...trust,
      visibility,
      read: parts.reduce((sum, { read }) => sum + read, 0),
      rightByReading: isKnown && level.length > 0 ? right / level.length : null,
    }
  })
}

function scoresOf(rows: readonly Judged[]): Scores {
  const facing = rows.filter(({ labelled }) => labelled.labels.visibility === 'user-facing')
  return {
    ...visibilityScores(rows.flatMap(trialOf)),
    kind_macro_f1: comparedF1(facing.flatMap(kindPair), ['feature', 'improvement', 'fix']),
    fix_macro_f1: comparedF1(facing.flatMap(fixPair), ['fix', 'new']),
    minor_or_above_balanced: sizeScore(facing.flatMap(sizePair)),
  }
}

function visibilityScores(trials: readonly EvaluatedDecision[]): Pick<Scores, 'balanced_accuracy' | 'auc'> {
  const tally = tallyOf(trials)
  const { hits, missed, noise, quiet } = tally
  if (Math.min(hits + missed, noise + quiet) < MIN_LABELS) return { balanced_accuracy: null, auc: null }
  return { balanced_accuracy: balancedAccuracy(tally), auc: areaUnderCurve(trials) }
}

/** The mean F1 score of the classes; null when fewer than two have enough labels. */
function comparedF1<T extends string>(pairs: readonly Pair<T>[], classes: readonly T[]): number | null {
  const scores = f1ByClass(pairs, classes, MIN_LABELS)
  return scores.size < 2 ? null : mean([...scores.values()])
}

/** Balanced accuracy of patch against larger changes. */
function sizeScore(pairs: readonly Pair<'patch' | 'more'>[]): number | null {
  const bySize = (['patch', 'more'] as const).map(size => pairs.filter(({ expected }) => expected === size))
  if (bySize.some(own => own.length < MIN_LABELS)) return null
  return mean(bySize.map(own => own.filter(({ expected, found }) => found === expected).length / own.length))
}

const trialOf = ({ labelled, decision }: Judged): EvaluatedDecision[] =>
  labelled.labels.visibility ? [{ expected: labelled.labels.visibility, found: decision }] : []

/** Counts a performance change as an improvement, as a changelog's reader would. */
const comparableKind = (kind: string): string => (kind === 'performance' ? 'improvement' : kind)
const COMMON: ReadonlySet<string> = new Set(['feature', 'improvement', 'fix'])

function kindPair({ labelled, decision }: Judged): Pair<string>[] {
  const expected = comparableKind(labelled.labels.kind ?? '')
  return COMMON.has(expected) ? [{ expected, found: comparableKind(decision.kind) }] : []
}

function fixPair({ labelled, decision }: Judged): Pair<string>[] {
  const kinds = labelled.labels.kind_set?.map(comparableKind)
  if (!kinds?.every(kind => COMMON.has(kind)) || (kinds.includes('fix') && kinds.length > 1)) return []
  return [{ expected: kinds.includes('fix') ? 'fix' : 'new', found: fixOrNew(decision.kind) }]
}

function fixOrNew(kind: Kind): string | null {
  if (kind === 'fix') return 'fix'
  return COMMON.has(comparableKind(kind)) ? 'new' : null
}

const sizeOf = (magnitude: string): 'patch' | 'more' => (magnitude === 'patch' ? 'patch' : 'more')

const sizePair = ({ labelled, decision }: Judged): Pair<'patch' | 'more'>[] =>
  labelled.labels.magnitude
    ? [{ expected: sizeOf(labelled.labels.magnitude), found: sizeOf(decision.magnitude) }]
    : []

/** The columns of the table, with their headings. */
export const COLUMNS: [keyof Scores, string][] = [
  ['balanced_accuracy', 'balanced'],
  ['auc', 'AUC'],
  ['kind_macro_f1', 'kind'],
  ['fix_macro_f1', 'fix/new'],
  ['minor_or_above_balanced', 'minor+'],
]

export const percent = (share: number | null): string => (share === null ? '–' : (100 * share).toFixed(1))
const cell = (text: string): string => text.padStart(9)

/** How many decisions are of high confidence, and how many of these are right. */
const surest = ([high]: readonly Trust[]): string =>
  `${cell(String(high?.count ?? 0))}${cell(percent(high?.right ?? null))}`

/** The scores as a table, in per cent. */
export function figuresText({ rows, macro, repositories, confidence, read, calibration }: Figures): string {
  const line = (name: string, scores: Scores) =>
    `${name.padEnd(34)}${COLUMNS.map(([key]) => cell(percent(scores[key]))).join('')}`
  const trust = confidence.map(
    level => `${level.confidence}: ${percent(level.share)} % of decisions, ${percent(level.right)} % right`,
  )
  const readings = read.map(
    one =>
      `${one.visibility}, ${one.confidence}: ${percent(one.share)} % of them, ${percent(one.right)} % as recorded, ${percent(one.rightByReading)} % right by ${one.read} readings`,
  )
  const buckets = calibration.map(
    ({ from, count, claimed, right }) =>
      `from ${from.toFixed(2)}${cell(count.toLocaleString('en'))}${cell(percent(claimed))}${cell(percent(right))}`,
  )
  return [
    `${' '.repeat(34)}${COLUMNS.map(([, name]) => cell(name)).join('')}${cell('high')}${cell('right')}`,
    ...Object.entries(repositories).map(
      ([repo, scores]) => `${line(repo, scores)}${surest(scores.confidence)}`,
    ),
    line(`mean (${rows.toLocaleString('en')} pull requests)`, macro),
    '',
    ...trust,
    '',
    ...readings,
    '',
    `${'score'.padEnd(9)}${cell('count')}${cell('expected')}${cell('right')}`,
    ...buckets,
    '',
  ].join('\n')
}
