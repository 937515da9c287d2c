import { mean } from '../evaluate/classes.ts'

/** Merges are looked at in stretches of so many: long enough to see whether a record is kept up. */
const STRETCH = 50
/** A record that names a smaller share of merges than this, even at its best times, is kept for something else. */
const KEPT_FROM = 0.08
/** A stretch is covered from this part on of what the record names at its best times. */
const PART = 1 / 2
/** The best times are those of the best tenth of stretches: of a monorepo the file of a small package goes on long after the others were cut. */
const BEST = 0.9

/** From an index on up to before another one. */
export interface Span {
  from: number
  to: number
}

/**
 * Where a record was kept up: of merges, oldest first, told by whether the record names each. A merge that is not named says
 * something only there. The ends of each span are merges that are named; but with a record that comes along with the
 * change (`late` is false) the newest merges belong to it as well.
 */
export function coveredSpans(named: readonly boolean[], late: boolean): Span[] {
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
function stretchesOf(length: number): Span[] {
  const count = Math.max(1, Math.floor(length / STRETCH))
  return Array.from({ length: count }, (_, at) => ({
    from: at * STRETCH,
    to: at === count - 1 ? length : (at + 1) * STRETCH,
  }))
}

const shareIn = (named: readonly boolean[], { from, to }: Span): number =>
  named.slice(from, to).filter(Boolean).length / Math.max(1, to - from)

function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const span of spans) {
    const last = found.at(-1)
    if (last?.to === span.from) last.to = span.to
    else found.push({ ...span })
  }
  return found
}

function trimmed({ from, to }: Span, named: readonly boolean[], late: boolean): Span {
  const reachesEnd = to === named.length && !late
  return {
    from: named.indexOf(true, from),
    to: reachesEnd ? to : named.lastIndexOf(true, to - 1) + 1,
  }
}
