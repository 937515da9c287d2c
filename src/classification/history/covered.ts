import type { MergedPull } from '#pulls/pull-request.ts'
import { coveredSpans, type Span } from './coverage.ts'
import type { Coverage, LabelledPull, Word } from './labelled.ts'
import type { Reader } from './sources.ts'

/** One source, with the merges of the times that it covers and what it says of each. */
export interface Covered {
  coverage: Coverage
  words: readonly (readonly [MergedPull, Word | null])[]
}

/** What the source covers of the merges, oldest first; null where it covers nothing. */
export function coveredBy(reader: Reader, merges: readonly MergedPull[]): Covered | null {
  const said = merges.map(pull => [pull, reader.read(pull)] as const)
  const spans = coveredSpans(
    said.map(([, word]) => word !== null),
    reader.late,
  )
  if (spans.length === 0) return null
  const words = spans.flatMap(({ from, to }) => said.slice(from, to))
  const named = words.flatMap(([pull, word]) => (word === null ? [] : [pull]))
  const coverage = {
    source: reader.source,
    papers: reader.papers(named),
    merges: words.length,
    named: named.length,
    spans: spans.map(span => datesOf(span, merges)),
  }
  return { coverage, words }
}

const datesOf = ({ from, to }: Span, merges: readonly MergedPull[]) => ({
  from: merges[from]?.mergedAt ?? 0,
  to: merges[to - 1]?.mergedAt ?? 0,
})

/** A source that names less than this part of what the fullest one names is kept for something else, */
const FULL_ENOUGH = 0.1
/** and so is one that names merges less than so densely as the densest of the others. */
const DENSE_ENOUGH = 0.5

/** The sources that a team really keeps for telling what is new. */
export function worthReading(all: readonly Covered[]): Covered[] {
  const full = strongest(all, ({ named }) => named, FULL_ENOUGH)
  return strongest(full, densityOf, DENSE_ENOUGH)
}

function strongest(all: readonly Covered[], of: (one: Coverage) => number, part: number): Covered[] {
  const most = Math.max(0, ...all.map(({ coverage }) => of(coverage)))
  return all.filter(({ coverage }) => of(coverage) >= most * part)
}

const densityOf = ({ named, merges }: Coverage): number => named / Math.max(1, merges)

/** Labels from the sources in turn; null where one speaks of the merge without deciding. */
export function labelsFrom(all: readonly Covered[]): Map<MergedPull, LabelledPull | null> {
  const labels = new Map<MergedPull, LabelledPull | null>()
  for (const { coverage, words } of all) {
    for (const [pull, word] of words) {
      if (mayLabel(labels.get(pull), word)) labels.set(pull, labelOf(pull, word, coverage))
    }
  }
  return labels
}

/** That one source is silent does not stand against another that announces it. */
const mayLabel = (before: LabelledPull | null | undefined, word: Word | null): boolean =>
  before === undefined || (before?.basis === 'absent' && word?.announced === true)

function labelOf(pull: MergedPull, word: Word | null, { source }: Coverage): LabelledPull | null {
  if (word === null)
    return { pull, source, basis: 'absent', announced: false, kind: null, note: null, version: null }
  const { announced } = word
  return announced === null ? null : { ...word, announced, pull, source, basis: 'recorded' }
}
