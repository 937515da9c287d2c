/** One line of the result. The unit stands in the name. */
export interface Row {
  name: string
  value: number
  /** The same measured, in the same run, of what it is held against; null where the target is a figure of its own. */
  reference: number | null
  /** Of value to reference: the median over rounds that took turns, which is steadier than the ratio of two medians. */
  ratio: number | null
  target: string
  ok: boolean
}

export interface BenchContext {
  /** Each part briefly: to see that it works, not how fast it is. */
  smoke: boolean
  /** A folder of this run's own, removed afterwards. */
  scratch: string
  /** Pull requests in the large table of highlights. */
  largeTable: number
  /** Repositories to preview; one is generated where none is named. */
  repositories: string[]
}

export interface Bench {
  name: string
  run(context: BenchContext): Promise<Row[]>
}

interface Target {
  most?: number
  least?: number
}

/** A figure held against a reference by their ratio. */
export function comparedRow(
  name: string,
  measured: { value: number; reference: number; ratio: number },
  target: Target,
): Row {
  return { name, ...measured, target: inWords(target, ' ×'), ok: meets(measured.ratio, target) }
}

/** A figure held against a number. */
export function plainRow(name: string, value: number, target: Target): Row {
  return { name, value, reference: null, ratio: null, target: inWords(target, ''), ok: meets(value, target) }
}

const meets = (
  figure: number,
  { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }: Target,
) => figure <= most && figure >= least

const inWords = ({ most, least }: Target, unit: string): string =>
  most === undefined ? `≥ ${least}${unit}` : `≤ ${most}${unit}`
