import { count } from '#cli/format.ts'
import type { Confidence, Kind } from '#judgement/classification/classification.ts'
import type { Lowering } from '#judgement/classification/confidence-record.ts'
import { balancedAccuracy, type Pair } from '#judgement/classification/evaluate/measures.ts'
import { PROMISED } from '#judgement/classification/score.ts'
import type { Backtest, BacktestScore } from '#pipeline/judging/backtest.ts'

/** With fewer merges of either class the figures are only indicative. */
const MIN_SAMPLE = 30

export function figureLines({ tally, areaUnderCurve }: Backtest): string[] {
  const { hits, missed, noise, quiet } = tally
  const rows = [
    [`of ${count(hits + noise)} shown, ${count(hits)} were announced`, hits, hits + noise],
    [`of ${count(hits + missed)} announced, ${count(hits)} were shown`, hits, hits + missed],
    [`of ${count(noise + quiet)} not announced, ${count(quiet)} were left out`, quiet, noise + quiet],
  ] as const
  const names = ['precision', 'recall', 'specificity']
  return [
    ...rows.map(
      ([words, part, whole], at) => `${(names[at] ?? '').padEnd(13)}${rated(part, whole)}  ${words}`,
    ),
    ...overall(balancedAccuracy(tally), areaUnderCurve),
    ...smallness(hits + missed, noise + quiet),
  ]
}

const counted = (value: number): string => (value === 1 ? 'one' : count(value))

const percent = (value: number | null): string => (value === null ? '–' : `${Math.round(value * 100)} %`)

/** A share with its confidence interval, such as `88 % (85 to 90)`, padded to a column. */
const rated = (part: number, whole: number): string =>
  whole === 0 ? '–'.padEnd(18) : `${percent(part / whole).padStart(5)}  ${range(part, whole)}`.padEnd(18)

function range(part: number, whole: number): string {
  const { from, to } = confidenceInterval(part, whole)
  return `(${Math.round(from * 100)} to ${Math.round(to * 100)})`
}

const overall = (balanced: number | null, area: number | null): string[] =>
  balanced === null || area === null
    ? []
    : [
        `balanced     ${percent(balanced).padStart(5)}             mean of the last two; guessing gets 50 %. Area under the curve: ${area.toFixed(3)}`,
      ]

function smallness(announced: number, others: number): string[] {
  if (others === 0) return ['The record names every merge of this period, so noise cannot be measured.']
  if (Math.min(announced, others) >= MIN_SAMPLE) return []
  return [`Only ${count(announced)} announced and ${counted(others)} not: the figures are indicative.`]
}

const promiseOf = (confidence: Confidence): string =>
  PROMISED[confidence] === 0 ? 'nothing' : `at least ${percent(PROMISED[confidence])}`

/** For each confidence, how often it was right in the repository, and the confidences that are lowered for it. */
export const trustLines = ({ trust, lowerings }: Backtest): string[] => [
  `${'confidence'.padEnd(12)}${'decisions'.padStart(9)}${'share'.padStart(8)}  ${'  right'.padEnd(18)}  promised`,
  ...trust.map(({ confidence, count: decisions, share, right }) => {
    const numbers = `${count(decisions).padStart(9)}${percent(share).padStart(8)}`
    const rate = rated(Math.round((right ?? 0) * decisions), decisions)
    return `${confidence.padEnd(12)}${numbers}  ${rate}  ${promiseOf(confidence)}`
  }),
  ...lowerings.map(loweringLine),
]

const loweringLine = ({ visibility, from, to, decisions, right }: Lowering): string =>
  `Here ${from} becomes ${to} for ${visibility} changes: ${count(right)} of ${count(decisions)} were right (${percent(right / decisions)}).`

/** How the recorded kinds were classified. Empty when the record has no kinds. */
export function kindLines({ kinds }: Backtest): string[] {
  if (kinds.length === 0) return []
  const right = kinds.filter(({ expected, found }) => expected === found).length
  const rows = [...confusionOf(kinds)].map(([kind, found]) => ({ kind, found: byCount(found) }))
  return [
    `${count(right)} of ${count(kinds.length)} kinds as recorded (${percent(right / kinds.length)})`,
    ...rows
      .toSorted((a, b) => total(b.found) - total(a.found))
      .map(({ kind, found }) => kindLine(kind, found)),
  ]
}

type Found = [Pair<Kind>['found'], number][]

const byCount = (found: ReadonlyMap<Pair<Kind>['found'], number>): Found =>
  [...found].toSorted((a, b) => b[1] - a[1])
const total = (found: Found): number => found.reduce((sum, [, times]) => sum + times, 0)

const kindLine = (kind: Kind, found: Found): string =>
  `${kind.padEnd(14)}${count(total(found)).padStart(6)}  classified as ${found
    .slice(0, 4)
    .map(([name, times]) => `${name} ${count(times)}`)
    .join(', ')}`

/** The later half of the record, classified without and with learning from the earlier half. Empty when the record is too short. */
export function learningLines({ learning }: Backtest): string[] {
  if (learning === null) return []
  const { examples, without, with: after } = learning
  const line = ({ tally, areaUnderCurve }: BacktestScore) =>
    `balanced ${percent(balancedAccuracy(tally))}, area under the curve ${areaUnderCurve?.toFixed(3) ?? '–'}`
  return [
    `later half, without learning    ${line(without)}`,
    `${`after ${count(examples)} of its own decisions`.padEnd(30)}  ${line(after)}`,
  ]
}

/** A confusion matrix: for each expected class, how often each class was found. */
export function confusionOf<T extends string>(pairs: Iterable<Pair<T>>): Map<T, Map<T | null, number>> {
  const rows = new Map<T, Map<T | null, number>>()
  for (const { expected, found } of pairs) {
    const row = rows.get(expected) ?? new Map<T | null, number>()
    rows.set(expected, row.set(found, (row.get(found) ?? 0) + 1))
  }
  return rows
}

/** The standard normal quantile for a 95 % interval. */
const Z = 1.96

/** Wilson's 95 % confidence interval of a proportion; 0 to 1 when nothing was counted. */
export function confidenceInterval(part: number, whole: number): { from: number; to: number } {
  if (whole === 0) return { from: 0, to: 1 }
  const seen = part / whole
  const shrunk = 1 + Z ** 2 / whole
  const middle = (seen + Z ** 2 / (2 * whole)) / shrunk
  const reach = (Z / shrunk) * Math.sqrt((seen * (1 - seen)) / whole + Z ** 2 / (4 * whole ** 2))
  return { from: Math.max(0, middle - reach), to: Math.min(1, middle + reach) }
}
