import { count, counted, day, month, type Style } from '#cli/format.ts'
import type { Backtest, ReplayedMerge } from '#pipeline/judging/backtest.ts'
import type { LabelledHistory } from '#pipeline/judging/history/label.ts'
import type { HistorySource, SourceCoverage } from '#pipeline/judging/history/sources.ts'
import { clip } from '#platform/text.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import { figureLines, kindLines, learningLines, trustLines } from './figures.ts'

/** Of the missed and of the noise so many are listed for people; programs get all. */
const LISTED = 20
const NOTE_SHOWN = 160

/** The report for people; ends with a line break. */
export function reportOf({ name }: Pick<SourceFacts, 'name'>, found: Backtest, style: Style): string {
  const kinds = kindLines(found)
  const learning = learningLines(found)
  return [
    style.strong(`${name}, replayed against what its team announced`),
    section('Where the labels come from', labelSentences(found), style),
    section('How the classifier did, with that record hidden from it', figureLines(found), style),
    section('What its confidence was worth', trustLines(found), style),
    ...(learning.length > 0 ? [section('What it learns from the team', learning, style)] : []),
    ...(kinds.length > 0 ? [section('Kinds, where the record tells them', kinds, style)] : []),
    listing('You would have missed', found.missed, style),
    listing('What would have been noise', found.noise, style),
    style.faint('In brackets: where the true figure lies, with a chance of 95 %. --json lists every one.'),
  ]
    .join('\n\n')
    .concat('\n')
}

const section = (title: string, lines: readonly string[], style: Style): string =>
  [style.heading(title), ...lines.map(line => `  ${line}`)].join('\n')

function listing(title: string, all: readonly ReplayedMerge[], style: Style): string {
  if (all.length === 0) return section(title, ['nothing'], style)
  const some = all.length > LISTED ? `${LISTED} of ${count(all.length)}` : count(all.length)
  const order = all.length > 1 ? ', the surest decisions first' : ''
  const items = all.slice(0, LISTED).map(one => itemLines(one, style).join('\n'))
  return `${style.heading(`${title} (${some}${order})`)}\n${items.join('\n')}`
}

function itemLines({ label, found }: ReplayedMerge, { faint }: Style): string[] {
  const { number, mergeCommit, mergedAt, title } = label.pull
  const reference = number === null ? (mergeCommit ?? '').slice(0, 7) : `#${number}`
  const surety = `${found.confidence}, ${found.score.toFixed(2)}`
  const told = label.announced ? [announcementOf(label)] : []
  return [
    `  ${reference}  ${title}`,
    ...[`${day(mergedAt)} · ${found.visibility} (${surety}): ${found.reason}`, ...told].map(
      line => `      ${faint(line)}`,
    ),
  ]
}

function announcementOf({ note, version, kind }: ReplayedMerge['label']): string {
  const place = [version, kind].filter(part => part !== null).join(', ')
  const where = place === '' ? '' : ` (${place})`
  return note === null
    ? `Announced${where}.`
    : `Announced${where}: ${clip(note.replace(/\s+/g, ' '), NOTE_SHOWN)}`
}

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
