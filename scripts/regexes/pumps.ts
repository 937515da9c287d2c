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
/** How often each unit is repeated, so that exponential and cubic work show before they would take hours. */
const FIRST = [16, 20, 25, 31, 39, 49, 61, 76, 95, 250, 1_000]
/** Milliseconds that so little never takes. */
const MOST_MS = 50
/** Characters. */
const SHORT = 4_000
const LONG = 4 * SHORT
/** Linear work makes this four, quadratic work sixteen. */
const RATIO = 9
const FLOOR_MS = 10

/**
 * A text that the pattern takes more than nine times as long for when it is four times as long; null where none of those tried is. They are
 * made of awkward characters and of the words that the pattern names.
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

/** Milliseconds of processor time; of long times the best, since the first rounds compile the pattern. */
function timeOf(pattern: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 4 && best > 1; round++) {
    const before = process.cpuUsage()
    pattern.test(text)
    best = Math.min(best, process.cpuUsage(before).user / 1_000)
  }
  return best
}
