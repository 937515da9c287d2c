import type { Figures, Scores } from './figures.ts'

/** What is told of each repository, under which heading. */
export const COLUMNS: [keyof Scores, string][] = [
  ['balanced_accuracy', 'balanced'],
  ['auc', 'AUC'],
  ['kind_macro_f1', 'kind'],
  ['fix_macro_f1', 'fix/new'],
  ['minor_or_above_balanced', 'minor+'],
]

export const percent = (share: number | null): string => (share === null ? '–' : (100 * share).toFixed(1))
const cell = (text: string): string => text.padStart(9)

/** The figures as a table for a terminal, in per cent. */
export function figuresText({ rows, macro, repositories, confidence, calibration }: Figures): string {
  const line = (name: string, scores: Scores) =>
    `${name.padEnd(34)}${COLUMNS.map(([key]) => cell(percent(scores[key]))).join('')}`
  const sure = confidence.map(
    one => `${one.confidence}: ${percent(one.share)} % of decisions, ${percent(one.right)} % right`,
  )
  const buckets = calibration.map(
    ({ from, count, claimed, right }) =>
      `from ${from.toFixed(2)}${cell(count.toLocaleString('en'))}${cell(percent(claimed))}${cell(percent(right))}`,
  )
  return [
    `${' '.repeat(34)}${COLUMNS.map(([, name]) => cell(name)).join('')}`,
    ...Object.entries(repositories).map(([repo, scores]) => line(repo, scores)),
    line(`mean (${rows.toLocaleString('en')} pull requests)`, macro),
    '',
    ...sure,
    '',
    `${'sure'.padEnd(9)}${cell('count')}${cell('said')}${cell('right')}`,
    ...buckets,
    '',
  ].join('\n')
}
