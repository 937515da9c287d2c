/** A decision of the account's own people, beside what the model had said. */
export interface OwnDecision {
  /** The model's log-odds of "a customer would notice". */
  logOdds: number
  visible: boolean
  /** Names of what the pull request says and touches, as in a `Reading`. */
  tokens: readonly string[]
}

/** What is added to the model's log-odds for this account. */
export type Adjustment = (tokens: readonly string[]) => number

const NONE: Adjustment = () => 0

const SHRINKS = [0.5, 1, 3]
const OFFSET_SHRINK = 40
/** Of either answer; with fewer there is nothing to tell apart. */
const FEWEST = 5
const PARTS = 10
const STEPS = 60
/** A correction must lower the mean loss by this many standard errors. */
const CAUTION = 2
/** Decisions that fit the model's scores less than this have nothing to do with them: they are not believed. */
const LEAST_AGREEMENT = 0.35

/** What a token of the account's own adds: the weight of its words and paths, pulled to zero, and an offset. */
interface Correction {
  offset: number
  weights: ReadonlyMap<string, number>
}

/**
 * Learns from an account's own decisions: an offset and a weight for each word and path that recurs in them. How far to believe it is
 * decided by predicting each tenth of the decisions from the others; if that does not clearly help, nothing changes.
 */
export function adapt(decisions: readonly OwnDecision[]): Adjustment {
  const yes = decisions.filter(({ visible }) => visible).length
  if (yes < FEWEST || decisions.length - yes < FEWEST) return NONE
  const rows = rowsOf(decisions)
  if (agreement(rows) < LEAST_AGREEMENT) return NONE
  const gains = SHRINKS.map(shrink => ({ shrink, ...sureGain(rows, shrink) })).filter(({ sure }) => sure)
  const best = gains.toSorted((a, b) => b.mean - a.mean)[0]
  if (best === undefined) return NONE
  const correction = fit(rows, best.shrink)
  return tokens => correction.offset + along(correction, unitOf(tokens, correction.weights))
}

/** A decision with its recurring tokens as a vector of length one, and how much it counts. */
interface Row {
  logOdds: number
  target: number
  weight: number
  unit: ReadonlyMap<string, number>
}

function rowsOf(decisions: readonly OwnDecision[]): Row[] {
  const counts = new Map<string, number>()
  for (const { tokens } of decisions)
    for (const name of new Set(tokens)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const recurring = new Map([...counts].filter(([, count]) => count > 1))
  const yes = decisions.filter(({ visible }) => visible).length
  const sides = { yes: evened(yes, decisions.length), no: evened(decisions.length - yes, decisions.length) }
  return decisions.map(({ logOdds, visible, tokens }) => ({
    logOdds,
    target: Number(visible),
    weight: visible ? sides.yes : sides.no,
    unit: unitOf(tokens, recurring),
  }))
}

/** Both answers count the same in total: the aim is to be right on either, not to say what is common. */
const evened = (count: number, all: number): number => (all + 10) / (2 * (count + 5))

function unitOf(tokens: readonly string[], known: ReadonlyMap<string, unknown>): Map<string, number> {
  const names = [...new Set(tokens)].filter(name => known.has(name))
  return new Map(names.map(name => [name, 1 / Math.sqrt(names.length)]))
}

function along({ weights }: Pick<Correction, 'weights'>, unit: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [name, value] of unit) sum += value * (weights.get(name) ?? 0)
  return sum
}

const chance = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))
const lossOf = (logOdds: number, { target, weight }: Row): number =>
  weight * Math.log1p(Math.exp(target === 1 ? -logOdds : logOdds))

/** Shrunken logistic regression by descent, from no correction on. */
function fit(rows: readonly Row[], shrink: number): Correction {
  const weights = new Map<string, number>()
  let offset = 0
  const rate = 1 / (0.15 * rows.length + shrink)
  for (let step = 0; step < STEPS; step++) {
    const slope = new Map<string, number>()
    let offsetSlope = OFFSET_SHRINK * offset
    for (const row of rows) {
      const error = row.weight * (chance(row.logOdds + offset + along({ weights }, row.unit)) - row.target)
      offsetSlope += error
      for (const [name, value] of row.unit) slope.set(name, (slope.get(name) ?? 0) + error * value)
    }
    for (const [name, value] of slope) {
      const before = weights.get(name) ?? 0
      weights.set(name, before - rate * (value + shrink * before))
    }
    offset -= offsetSlope / (rows.length / 2 + OFFSET_SHRINK)
  }
  return { offset, weights }
}

/** How much less wrong decisions are when predicted from the others, and whether that is more than chance. */
function sureGain(rows: readonly Row[], shrink: number): { mean: number; sure: boolean } {
  const gains = Array.from({ length: PARTS }, (_, part) => {
    const { offset, weights } = fit(
      rows.filter((_, at) => at % PARTS !== part),
      shrink,
    )
    return rows
      .filter((_, at) => at % PARTS === part)
      .map(row => lossOf(row.logOdds, row) - lossOf(row.logOdds + offset + along({ weights }, row.unit), row))
  }).flat()
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  const error = Math.sqrt(gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0)) / gains.length
  return { mean, sure: mean > CAUTION * error }
}

/** The factor by which the model's scores fit the decisions best, from 0 to 1.5. */
function agreement(rows: readonly Row[]): number {
  const factors = Array.from({ length: 16 }, (_, at) => at / 10)
  const losses = factors.map(factor => rows.reduce((sum, row) => sum + lossOf(factor * row.logOdds, row), 0))
  return factors[losses.indexOf(Math.min(...losses))] ?? 0
}
