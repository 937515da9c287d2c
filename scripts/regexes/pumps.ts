const AWKWARD = [
  ' ',
  '\t',
  '\n',
  '\u00a0',
  '`',
  '*',
  '_',
  '#',
  '<',
  '[',
  '(',
  ':',
  '-',
  '.',
  '/',
  '"',
  "'",
  'a',
  'A',
  '0',
  '@',
  '!',
]
/** How often each unit is repeated at first, so that exponential and cubic work is noticed before it would take hours. */
const FIRST = [16, 20, 25, 31, 39, 49, 61, 76, 95, 250, 1_000]
/** The milliseconds beyond which a pattern is slow on one of these first, short texts. */
const MOST_MS = 50
/** The lengths of the two texts that are compared, in characters. */
const SHORT = 4_000
const LONG = 4 * SHORT
/** The ratio of the times for the long and the short text from which a pattern is slow. It is 4 for linear work and 16 for quadratic. */
const RATIO = 9
const FLOOR_MS = 10

/**
 * A text, as code, on which the pattern is slow by `isSlow`; null when it is slow on none of those tried. They are made of awkward
 * characters and of the words that the pattern names.
 */
export function slowestPump(pattern: RegExp): string | null {
  const words = [...new Set(pattern.source.match(/[\p{L}\d]{2,}/gu))]
  const units = [...AWKWARD, ...words, ...words.map(word => `${word} `), ...words.map(word => `/${word}`)]
  for (const unit of units)
    for (const start of ['', words[0] ?? 'a'])
      if (isSlow(pattern, times => `${start}${unit.repeat(times)}\n\u0000`, unit.length))
        return `${JSON.stringify(start)} + ${JSON.stringify(unit)}.repeat(…)`
  return null
}

/** Whether the pattern takes more than in proportion to the text's length: `times` repetitions of `length` characters. */
export function isSlow(pattern: RegExp, textOf: (times: number) => string, length: number): boolean {
  if (FIRST.some(times => timeOf(pattern, textOf(times)) > MOST_MS)) return true
  const long = timeOf(pattern, textOf(Math.ceil(LONG / length)))
  return long > FLOOR_MS && long > RATIO * timeOf(pattern, textOf(Math.ceil(SHORT / length)))
}

/** The processor time of a match in milliseconds. Of several rounds the best counts, since the first ones compile the pattern. */
function timeOf(pattern: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 4 && best > 1; round++) {
    const before = process.cpuUsage()
    pattern.test(text)
    best = Math.min(best, process.cpuUsage(before).user / 1_000)
  }
  return best
}
