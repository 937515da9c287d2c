/** One line of the result. Its name includes the unit. */
export interface Row {
  name: string
  value: number
  /** The same figure, measured in the same run, of what the value is compared with; null where the target is a plain number. */
  reference: number | null
  /** The ratio of value to reference: the median over rounds that took turns, which is steadier than the ratio of two medians. */
  ratio: number | null
  target: string
  ok: boolean
}

export interface BenchContext {
  /** Whether to run each part only briefly, to see that it works rather than how fast it is. */
  smoke: boolean
  /** A folder for this run alone, removed afterwards. */
  scratch: string
  /** The number of pull requests in the large table of highlights, and of merges in the large installation. */
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

/** A row whose value is compared with a reference by their ratio. */
export function comparedRow(
  name: string,
  measured: { value: number; reference: number; ratio: number },
  target: Target,
): Row {
  return { name, ...measured, target: inWords(target, ' ×'), ok: meets(measured.ratio, target) }
}

/** A row whose value is compared with a plain number. */
export function plainRow(name: string, value: number, target: Target): Row {
  return { name, value, reference: null, ratio: null, target: inWords(target, ''), ok: meets(value, target) }
}

const meets = (
  figure: number,
  { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }: Target,
) => figure <= most && figure >= least

const inWords = ({ most, least }: Target, unit: string): string =>
  most === undefined ? `≥ ${least}${unit}` : `≤ ${most}${unit}`
