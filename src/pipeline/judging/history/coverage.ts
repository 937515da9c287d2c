import { mean } from '#judgement/classification/evaluate/measures.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { HistoryReader, LabelledPull, SourceCoverage, SourceStatement } from './sources.ts'

/** Merges are looked at in stretches of so many: long enough to see whether a record is kept up. */
const STRETCH = 50
/** A record that names a smaller share of merges than this, even at its best times, is kept for something else. */
const KEPT_FROM = 0.08
/** A stretch is covered from this part on of what the record names at its best times. */
const PART = 1 / 2
/** The best times are those of the best tenth of stretches: of a monorepo the file of a small package goes on long after the others were cut. */
const BEST = 0.9

/** From an index on up to before another one. */
export interface IndexRange {
  from: number
  to: number
}

/**
 * Where a record was kept up: of merges, oldest first, told by whether the record names each. A merge that is not named says
 * something only there. The ends of each span are merges that are named; but with a record that comes along with the
 * change (`late` is false) the newest merges belong to it as well.
 */
export function coveredRanges(named: readonly boolean[], late: boolean): IndexRange[] {
  const stretches = stretchesOf(named.length)
  const shares = smoothed(stretches.map(span => shareIn(named, span)))
  const kept = shares.filter(share => share > 0).toSorted((a, b) => a - b)
  const best = kept[Math.floor(kept.length * BEST)] ?? 0
  if (best < KEPT_FROM) return []
  const covered = stretches.filter((span, at) => (shares[at] ?? 0) >= best * PART && shareIn(named, span) > 0)
  return joined(covered).map(span => trimmed(span, named, late))
}

/** Each with its neighbours: one release with little news is no gap. */
const smoothed = (shares: readonly number[]): number[] =>
  shares.map((_, at) => mean(shares.slice(Math.max(0, at - 1), at + 2)) ?? 0)

/** The last one takes what remains, up to nearly double. */
function stretchesOf(length: number): IndexRange[] {
  const count = Math.max(1, Math.floor(length / STRETCH))
  return Array.from({ length: count }, (_, at) => ({
    from: at * STRETCH,
    to: at === count - 1 ? length : (at + 1) * STRETCH,
  }))
}

const shareIn = (named: readonly boolean[], { from, to }: IndexRange): number =>
  named.slice(from, to).filter(Boolean).length / Math.max(1, to - from)

function joined(spans: readonly IndexRange[]): IndexRange[] {
  const found: IndexRange[] = []
  for (const span of spans) {
    const last = found.at(-1)
    if (last?.to === span.from) last.to = span.to
    else found.push({ ...span })
  }
  return found
}

function trimmed({ from, to }: IndexRange, named: readonly boolean[], late: boolean): IndexRange {
  const reachesEnd = to === named.length && !late
  return {
    from: named.indexOf(true, from),
    to: reachesEnd ? to : named.lastIndexOf(true, to - 1) + 1,
  }
}

/** One source, with the merges of the times that it covers and what it says of each. */
export interface CoveredSource {
  coverage: SourceCoverage
  statements: readonly (readonly [MergedPull, SourceStatement | null])[]
}

/** What the source covers of the merges, oldest first; null where it covers nothing. */
export function coveredBy(reader: HistoryReader, merges: readonly MergedPull[]): CoveredSource | null {
  const all = merges.map(pull => [pull, reader.read(pull)] as const)
  const ranges = coveredRanges(
    all.map(([, statement]) => statement !== null),
    reader.late,
  )
  if (ranges.length === 0) return null
  const statements = ranges.flatMap(({ from, to }) => all.slice(from, to))
  const named = statements.flatMap(([pull, statement]) => (statement === null ? [] : [pull]))
  const coverage = {
    source: reader.source,
    files: reader.files(named),
    merges: statements.length,
    named: named.length,
    spans: ranges.map(range => datesOf(range, merges)),
  }
  return { coverage, statements }
}

const datesOf = ({ from, to }: IndexRange, merges: readonly MergedPull[]) => ({
  from: merges[from]?.mergedAt ?? 0,
  to: merges[to - 1]?.mergedAt ?? 0,
})

/** A source that names less than this part of what the fullest one names is kept for something else, */
const FULL_ENOUGH = 0.1
/** and so is one that names merges less than so densely as the densest of the others. */
const DENSE_ENOUGH = 0.5

/** The sources that a team really keeps for telling what is new. */
export function relevantSources(all: readonly CoveredSource[]): CoveredSource[] {
  const full = strongest(all, ({ named }) => named, FULL_ENOUGH)
  return strongest(full, densityOf, DENSE_ENOUGH)
}

function strongest(
  all: readonly CoveredSource[],
  of: (one: SourceCoverage) => number,
  part: number,
): CoveredSource[] {
  const most = Math.max(0, ...all.map(({ coverage }) => of(coverage)))
  return all.filter(({ coverage }) => of(coverage) >= most * part)
}

const densityOf = ({ named, merges }: SourceCoverage): number => named / Math.max(1, merges)

/** Labels from the sources in turn; null where one speaks of the merge without deciding. */
export function labelsFrom(all: readonly CoveredSource[]): Map<MergedPull, LabelledPull | null> {
  const labels = new Map<MergedPull, LabelledPull | null>()
  for (const { coverage, statements } of all) {
    for (const [pull, word] of statements) {
      if (mayLabel(labels.get(pull), word)) labels.set(pull, labelOf(pull, word, coverage))
    }
  }
  return labels
}

/** That one source is silent does not stand against another that announces it. */
const mayLabel = (before: LabelledPull | null | undefined, word: SourceStatement | null): boolean =>
  before === undefined || (before?.basis === 'absent' && word?.announced === true)

function labelOf(
  pull: MergedPull,
  word: SourceStatement | null,
  { source }: SourceCoverage,
): LabelledPull | null {
  if (word === null)
    return { pull, source, basis: 'absent', announced: false, kind: null, note: null, version: null }
  const { announced } = word
  return announced === null ? null : { ...word, announced, pull, source, basis: 'recorded' }
}
