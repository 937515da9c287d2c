import { processorTime } from './processor-time.ts'

/** The runs of characters that a hostile text repeats. */
const RUNS = [
  ...[
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u2003',
    ' \n',
    '`',
    '``\t',
    '*',
    '** a',
    '_',
    '~',
    '#',
    '\n# ',
    '\n- ',
    '\n> ',
    '\na',
  ],
  ...[
    '<',
    '<a',
    '<![CDATA[',
    '<!--',
    '<details>',
    '<b>',
    '&amp;',
    '[',
    '[](',
    '![](',
    '(',
    '(a',
    '{',
    '|',
    '\\',
  ],
  ...[
    ':',
    ': ',
    '-',
    '.',
    '. A',
    ',',
    ', a',
    '/',
    '/a',
    '!',
    '!1',
    '#1',
    '#1 ',
    '@a ',
    '0',
    '1.',
    'a',
    'aB',
    'A-',
    'a.',
    'a_',
    'www.',
    '>',
    '> ',
    '- ',
    '1. ',
    '|-',
    '<!-- ',
    '`a``',
    '*a_ ',
  ],
  ...[
    '"',
    '“',
    "'",
    ' not',
    ' to',
    ' and',
    'https://a',
    'fix: ',
    'Revert "',
    '\nFixes #1',
    '\n```',
    '👩\u200d',
    '🎉',
    'é',
  ],
]

/** The lengths at which exponential work is noticed before it would never end. */
const TINY = [30, 70, 150]
/** The limit for a text of up to the short length, in milliseconds: no reader needs as much. */
const ENDLESS = 150
/** The limit for the growth of time when a text is four times as long. Linear work grows by four, quadratic work by sixteen. */
const MOST = 10
/** The time below which nothing is compared, in milliseconds, because collecting garbage takes as long as the work. */
const FLOOR = 50

async function timeOf(read: (text: string) => unknown, text: string): Promise<number> {
  const spent = processorTime()
  await read(text)
  return spent()
}

/** The shortest time of several rounds, since other work disturbs single rounds. */
async function bestOf(read: (text: string) => unknown, text: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 6; round++) times.push(await timeOf(read, text))
  return Math.min(...times)
}

async function isSlow(
  read: (text: string) => unknown,
  ofLength: (length: number) => string,
  short: number,
): Promise<boolean> {
  for (const length of [...TINY, short]) {
    const text = ofLength(length)
    if ((await timeOf(read, text)) > ENDLESS && (await timeOf(read, text)) > ENDLESS) return true
  }
  const first = await timeOf(read, ofLength(4 * short))
  if (first < FLOOR) return false
  const most = Math.max(FLOOR, MOST * (await bestOf(read, ofLength(short))))
  // The shortest time is at most the first, so it is measured only where the first is too long.
  return first > most && (await bestOf(read, ofLength(4 * short))) > most
}

/** The places of a run: alone, between words, before an `@`, and in an address, a link or a tag. */
const PLACES: ((run: string) => string)[] = [
  run => run,
  run => `word ${run} words`,
  run => `${run}@`,
  run => `http://a.b/${run}`,
  run => `[${run}](`,
  run => `\`<a b="${run}`,
]

/**
 * The runs for which `read` takes more than linear time, measured between texts of `short` UTF-16 units and of four times as many. Time is
 * that of the processor.
 */
export async function slowRuns(read: (text: string) => unknown, short: number): Promise<string[]> {
  const slow = new Set<string>()
  for (const run of RUNS)
    for (const place of PLACES) {
      const ofLength = (length: number) => place(run.repeat(Math.ceil(length / run.length)))
      if (await isSlow(read, ofLength, short)) slow.add(place(run))
    }
  return [...slow]
}
