import { count, counted, day, hanging, month, type Style } from '#cli/format.ts'
import {
  balancedAccuracy,
  bucketsOf,
  calibrationError,
  precision,
  recall,
  specificity,
} from '#judgement/classification/evaluate/measures.ts'
import type { Backtest, BacktestScore, ReplayedMerge } from '#pipeline/judging/backtest.ts'
import type { LabelledHistory } from '#pipeline/judging/history/label.ts'
import type { HistorySource, SourceCoverage } from '#pipeline/judging/history/sources.ts'
import { isoOf } from '#platform/clock.ts'
import { clip } from '#platform/text.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import { confusionOf, figureLines, kindLines, learningLines, trustLines } from './figures.ts'

/** How many missed merges and noise merges the text lists; `--json` lists all. */
const LISTED = 20
const MAX_NOTE_LENGTH = 160

/** The report as text. Ends with a line break. */
export function reportOf({ name }: Pick<SourceFacts, 'name'>, found: Backtest, style: Style): string {
  const kinds = kindLines(found)
  const learning = learningLines(found)
  return [
    style.strong(`${name}, compared with what its team announced`),
    section('Where the labels come from', labelSentences(found), style),
    section('Decisions, with that record hidden from the classifier', figureLines(found), style),
    section('Confidence', trustLines(found), style),
    ...(learning.length > 0 ? [section('Learning from the team', learning, style)] : []),
    ...(kinds.length > 0 ? [section('Kinds', kinds, style)] : []),
    listing('Missed: announced, but not shown', found.missed, style),
    listing('Noise: shown, but not announced', found.noise, style),
    style.faint('In parentheses: the 95 % confidence interval. --json lists every merge.'),
  ]
    .join('\n\n')
    .concat('\n')
}

const section = (title: string, lines: readonly string[], style: Style): string =>
  [style.heading(title), ...lines.map(line => indented(line, '  ', style))].join('\n')

/** Indents a line and wraps it to the width, except for rows of a table, which are never wrapped. */
const indented = (line: string, indent: string, { width }: Style): string =>
  /\S {2}/.test(line) ? indent + line : hanging(line, indent, indent, width)

function listing(title: string, all: readonly ReplayedMerge[], style: Style): string {
  if (all.length === 0) return section(title, ['none'], style)
  const some = all.length > LISTED ? `${LISTED} of ${count(all.length)}` : count(all.length)
  const order = all.length > 1 ? ', most confident first' : ''
  const items = all.slice(0, LISTED).map(merge => itemLines(merge, style).join('\n'))
  return `${style.heading(`${title} (${some}${order})`)}\n${items.join('\n')}`
}

function itemLines({ label, found }: ReplayedMerge, style: Style): string[] {
  const { number, mergeCommit, mergedAt, title } = label.pull
  const reference = number === null ? (mergeCommit ?? '').slice(0, 7) : `#${number}`
  const confidence = `${found.confidence}, ${found.score.toFixed(2)}`
  const announcement = label.announced ? [announcementOf(label)] : []
  return [
    hanging(title, `  ${reference}  `, '      ', style.width),
    ...[`${day(mergedAt)} · ${found.visibility} (${confidence}): ${found.reason}`, ...announcement].map(
      line => style.faint(indented(line, '      ', style)),
    ),
  ]
}

function announcementOf({ note, version, kind }: ReplayedMerge['label']): string {
  const release = [version, kind].filter(part => part !== null).join(', ')
  const where = release === '' ? '' : ` (${release})`
  return note === null
    ? `Announced${where}.`
    : `Announced${where}: ${clip(note.replace(/\s+/g, ' '), MAX_NOTE_LENGTH)}`
}

/** The sources of the labels, and the merges without a label. */
const labelSentences = ({ history, merges }: Backtest): string[] => [
  ...history.coverages.map((coverage, at) => coverageSentence(coverage, at > 0)),
  ...(history.madeFromTitles
    ? ['That record repeats the type prefixes of titles (“feat:”, “fix:”), so these were hidden too.']
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

const WHERE: Record<HistorySource, (files: readonly string[]) => string> = {
  notes: () => 'changesets, news fragments and release notes, written with',
  changelog: files => `${list(files)}, which ${files.length > 1 ? 'name' : 'names'}`,
  'changelog-edits': () => 'the changes that edited a changelog themselves:',
  tags: () => 'the messages of tags, which name',
}

const list = ([first = 'a changelog', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${counted(others.length, 'other file', 'other files')}`

function labelledSentence({ labelled }: LabelledHistory, merges: number): string {
  const announced = labelled.filter(label => label.announced).length
  const absent = labelled.filter(({ basis }) => basis === 'absent').length
  const silence =
    absent > 0
      ? ` (${count(absent)} of these because the record does not name them, which is less certain)`
      : ''
  return `${count(labelled.length)} of ${count(merges)} merges have a label: ${count(announced)} announced, ${count(labelled.length - announced)} not${silence}.`
}

const REASONS: Record<keyof LabelledHistory['excluded'], [one: string, many: string]> = {
  uncovered: ['outside this period', 'outside this period'],
  undecided: ['about documentation or named among many', 'about documentation or named among many'],
  bot: ['by a bot', 'by bots'],
  release: ['release or backport', 'releases and backports'],
  revert: ['revert', 'reverts'],
  record: ['change to the changelog only', 'changes to the changelog only'],
}

function leftOutSentence(leftOut: LabelledHistory['excluded']): string[] {
  const parts = (Object.keys(REASONS) as (keyof typeof REASONS)[])
    .filter(reason => leftOut[reason] > 0)
    .map(reason => counted(leftOut[reason], ...REASONS[reason]))
  return parts.length === 0 ? [] : [`Left out: ${parts.join(', ')}.`]
}

/** The report as JSON: shares from 0 to 1, or null when there is nothing to measure. */
export function asJson({ host, repo, url, notes }: SourceFacts, found: Backtest) {
  const { history, tally } = found
  return {
    host,
    repo,
    url,
    notes,
    merges: found.merges,
    labelled: history.labelled.length,
    announced: tally.hits + tally.missed,
    sources: history.coverages.map(({ spans, ...coverage }) => ({
      ...coverage,
      spans: spans.map(({ from, to }) => ({ from: isoOf(from), to: isoOf(to) })),
    })),
    made_from_titles: history.madeFromTitles,
    left_out: history.excluded,
    tally,
    precision: precision(tally),
    recall: recall(tally),
    specificity: specificity(tally),
    balanced_accuracy: balancedAccuracy(tally),
    area_under_curve: found.areaUnderCurve,
    confidence: found.trust,
    lowered: found.lowerings,
    calibration: bucketsOf(found.replayed),
    calibration_error: calibrationError(found.replayed),
    kinds: kindsOf(found),
    taught: found.learning && {
      given: found.learning.examples,
      without: scoreOf(found.learning.without),
      with: scoreOf(found.learning.with),
    },
    missed: found.missed.map(rowOf),
    noise: found.noise.map(rowOf),
  }
}

const scoreOf = ({ tally, areaUnderCurve }: BacktestScore) => ({
  tally,
  balanced_accuracy: balancedAccuracy(tally),
  area_under_curve: areaUnderCurve,
})

const kindsOf = ({ kinds }: Backtest) =>
  [...confusionOf(kinds)].map(([recorded, found]) => ({
    recorded,
    found: Object.fromEntries([...found].toSorted((a, b) => b[1] - a[1])),
  }))

const rowOf = ({ label, found }: ReplayedMerge) => ({
  number: label.pull.number,
  commit: label.pull.mergeCommit,
  url: label.pull.url,
  title: label.pull.title,
  merged_at: isoOf(label.pull.mergedAt),
  visibility: found.visibility,
  score: found.score,
  confidence: found.confidence,
  reason: found.reason,
  source: label.source,
  basis: label.basis,
  kind: label.kind,
  version: label.version,
  note: label.note,
})
