import type { Backtest } from '#pipeline/judging/backtest.ts'
import type { LabelledHistory } from '#pipeline/judging/history/label.ts'
import type { HistorySource, SourceCoverage } from '#pipeline/judging/history/sources.ts'
import { count, counted, month } from './style.ts'

/** Sentences on where the labels come from and what could not be labelled. */
export const labelSentences = ({ history, merges }: Backtest): string[] => [
  ...history.coverages.map((coverage, at) => coverageSentence(coverage, at > 0)),
  ...(history.madeFromTitles
    ? ['That record repeats the types in front of titles (“feat:”, “fix:”), so these were hidden as well.']
    : []),
  labelledSentence(history, merges),
  ...leftOutSentence(history.excluded),
]

function coverageSentence({ source, files, merges, named, spans }: SourceCoverage, more: boolean): string {
  const from = Math.min(...spans.map(span => span.from))
  const to = Math.max(...spans.map(span => span.to))
  const times = month(from) === month(to) ? `in ${month(from)}` : `between ${month(from)} and ${month(to)}`
  const share = `${count(named)} of ${count(merges)} merges`
  const gaps = spans.length > 1 ? ', with gaps' : ''
  return `Labels ${more ? 'also ' : ''}come from ${WHERE[source](files)} ${share} ${times}${gaps}.`
}

const WHERE: Record<HistorySource, (papers: readonly string[]) => string> = {
  notes: () => 'changesets, news fragments and release notes, written with',
  changelog: papers => `${list(papers)}, which ${papers.length > 1 ? 'name' : 'names'}`,
  'changelog-edits': () => 'the changes that edited a changelog themselves:',
  tags: () => 'the messages of tags, which name',
}

const list = ([first = 'a changelog', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${counted(others.length, 'other file', 'other files')}`

function labelledSentence({ labelled }: LabelledHistory, merges: number): string {
  const announced = labelled.filter(label => label.announced).length
  const absent = labelled.filter(({ basis }) => basis === 'absent').length
  const silence = absent > 0 ? ` (${count(absent)} of these by silence, which is less sure)` : ''
  return `${count(labelled.length)} of ${count(merges)} merges have a label: ${count(announced)} announced, ${count(labelled.length - announced)} not${silence}.`
}

const REASONS: Record<keyof LabelledHistory['excluded'], [one: string, many: string]> = {
  uncovered: ['outside these times', 'outside these times'],
  undecided: ['about documentation or named among many', 'about documentation or named among many'],
  bot: ['by a bot', 'by bots'],
  release: ['release or backport', 'releases and backports'],
  revert: ['revert', 'reverts'],
  record: ['change of the changelog alone', 'changes of the changelog alone'],
}

function leftOutSentence(leftOut: LabelledHistory['excluded']): string[] {
  const parts = (Object.keys(REASONS) as (keyof typeof REASONS)[])
    .filter(reason => leftOut[reason] > 0)
    .map(reason => counted(leftOut[reason], ...REASONS[reason]))
  return parts.length === 0 ? [] : [`Left out: ${parts.join(', ')}.`]
}
