import { mean } from '#judgement/classification/evaluate/measures.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { HistoryReader, LabelledPull, SourceCoverage, SourceStatement } from './sources.ts'

/** Pull requests per window: enough to see whether a record was kept at the time. */
const WINDOW = 50
/** A record that mentions a smaller share of pull requests, even in its best windows, has another purpose. */
const MIN_BEST_SHARE = 0.08
/** A window is covered if its share is at least this part of the best share. */
const COVERED_PART = 1 / 2
/** The best share is this quantile of the windows, because in a monorepo one package's file may continue after others have ended. */
const BEST_QUANTILE = 0.9

/** Indexes from `from` up to, but not including, `to`. */
interface IndexRange {
  from: number
  to: number
}

/**
 * The ranges in which a record was kept. `named` says for each pull request, oldest first, whether the record mentions it. A missing
 * mention means something only within these ranges. Each range begins and ends with a mentioned pull request, but a record that is written
 * with the change itself (`late` is false) also covers the newest ones.
 */
export function coveredRanges(named: readonly boolean[], late: boolean): IndexRange[] {
  const windows = windowsOf(named.length)
  const shares = smoothed(windows.map(span => shareIn(named, span)))
  const nonZero = shares.filter(share => share > 0).toSorted((a, b) => a - b)
  const best = nonZero[Math.floor(nonZero.length * BEST_QUANTILE)] ?? 0
  if (best < MIN_BEST_SHARE) return []
  const covered = windows.filter(
    (span, at) => (shares[at] ?? 0) >= best * COVERED_PART && shareIn(named, span) > 0,
  )
  return joined(covered).map(span => trimmed(span, named, late))
}

/** Averages with the neighbouring windows, so that one release with few mentions is no gap. */
const smoothed = (shares: readonly number[]): number[] =>
  shares.map((_, at) => mean(shares.slice(Math.max(0, at - 1), at + 2)) ?? 0)

/** Divides the indexes into windows. The last one takes the rest and can be nearly twice as long. */
function windowsOf(length: number): IndexRange[] {
  const count = Math.max(1, Math.floor(length / WINDOW))
  return Array.from({ length: count }, (_, at) => ({
    from: at * WINDOW,
    to: at === count - 1 ? length : (at + 1) * WINDOW,
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

/** A source with the pull requests in the ranges that it covers, and what it says about each. */
interface CoveredSource {
  coverage: SourceCoverage
  statements: readonly (readonly [MergedPull, SourceStatement | null])[]
}

/** What the source covers; null if nothing. `merges` are ordered oldest first. */
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

/** A source counts only if it mentions at least this part of what the largest source mentions, */
const MIN_RELATIVE_SIZE = 0.1
/** and mentions pull requests at least this densely, relative to the densest source. */
const MIN_RELATIVE_DENSITY = 0.5

/** The sources in which a team really announces changes. */
export function relevantSources(all: readonly CoveredSource[]): CoveredSource[] {
  const full = strongest(all, ({ named }) => named, MIN_RELATIVE_SIZE)
  return strongest(full, densityOf, MIN_RELATIVE_DENSITY)
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

/** Labels from the sources in their order; null if a source mentions the pull request without a decision. */
export function labelsFrom(all: readonly CoveredSource[]): Map<MergedPull, LabelledPull | null> {
  const labels = new Map<MergedPull, LabelledPull | null>()
  for (const { coverage, statements } of all) {
    for (const [pull, statement] of statements) {
      if (mayLabel(labels.get(pull), statement)) labels.set(pull, labelOf(pull, statement, coverage))
    }
  }
  return labels
}

/** An announcement in one source outweighs its absence from another. */
const mayLabel = (before: LabelledPull | null | undefined, statement: SourceStatement | null): boolean =>
  before === undefined || (before?.basis === 'absent' && statement?.announced === true)

function labelOf(
  pull: MergedPull,
  statement: SourceStatement | null,
  { source }: SourceCoverage,
): LabelledPull | null {
  if (statement === null)
    return { pull, source, basis: 'absent', announced: false, kind: null, note: null, version: null }
  const { announced } = statement
  return announced === null ? null : { ...statement, announced, pull, source, basis: 'recorded' }
}
