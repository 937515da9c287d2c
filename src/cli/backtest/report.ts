import type { Backtest, ReplayedMerge } from '#pipeline/judging/backtest.ts'
import { clip } from '#platform/text.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import { figureLines, kindLines, taughtLines, trustLines } from './figures.ts'
import { labelSentences } from './labels.ts'
import { count, day, type Style } from './style.ts'

/** Of the missed and of the noise so many are listed for people; programs get all. */
const LISTED = 20
const NOTE_SHOWN = 160

/** The report for people; ends with a line break. */
export function reportOf({ name }: Pick<SourceFacts, 'name'>, found: Backtest, style: Style): string {
  const kinds = kindLines(found)
  const taught = taughtLines(found)
  return [
    style.strong(`${name}, replayed against what its team announced`),
    section('Where the labels come from', labelSentences(found), style),
    section('How the classifier did, with that record hidden from it', figureLines(found), style),
    section('What its confidence was worth', trustLines(found), style),
    ...(taught.length > 0 ? [section('What it learns from the team', taught, style)] : []),
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
