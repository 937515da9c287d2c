import { processorTime } from './processor-time.ts'

/** What a hostile text repeats. */
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

/** Lengths at which exponential work shows before it would never end. */
const TINY = [30, 70, 150]
/** Milliseconds that no reader needs for so little. */
const ENDLESS = 150
/** Linear work makes this four, quadratic work sixteen. */
const MOST = 10
/** Milliseconds below which nothing is compared: collecting garbage takes as long as the work. */
const FLOOR = 50

async function timeOf(read: (text: string) => unknown, text: string): Promise<number> {
  const spent = processorTime()
  await read(text)
  return spent()
}

/** The best of some, since other work disturbs single ones. */
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
  // The best of some is at most the first.
  return first > most && (await bestOf(read, ofLength(4 * short))) > most
}

/** A run alone, between words, and between what begins and ends an address, a link or a tag. */
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
