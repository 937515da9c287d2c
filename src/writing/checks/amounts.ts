import { plainWordsOf, withoutCode } from './words.ts'

const SPELLED: Record<string, string> = Object.fromEntries(
  `two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 dozen:12 twenty:20 thirty:30 fifty:50 hundred:100
  thousand:1000 million:1000000 billion:1000000000 twice:2 double:2 doubles:2 doubled:2 triple:3 triples:3 tripled:3 tenfold:10 half:50 halve:50
  halves:50 halved:50`
    .split(/\s+/)
    .map(pair => pair.split(':')),
)
/** Matches numbers that are factors or shares and do not count things. */
const FACTORS = /\b(?:twice|double[sd]?|tripled?s?|tenfold|half|halve[sd]?|times)\b|%|percent/
/** Matches amounts without digits. */
const VAGUE = /^(?:hundreds|thousands|millions)$/

/** The numbers in a text without thousands separators, including number words; for a version also its beginning. */
const numbersIn = (text: string): string[] => [
  ...(text.match(/\d+(?:[.,]\d+)*/g) ?? []).flatMap(number => {
    const plain = number.replace(/,(?=\d{3}(?!\d))/g, '')
    const [major, minor, patch] = plain.split('.')
    return patch === undefined ? [plain] : [plain, `${major}.${minor}`, `${major}`]
  }),
  ...plainWordsOf(text.toLowerCase()).flatMap(word => SPELLED[word] ?? (VAGUE.test(word) ? word : [])),
]

/** The numbers of things that a text lists: between commas, as items, in code spans. */
function listed(text: string): string[] {
  const runs = text.split(/[.;:()\n]/).map(run => run.split(/,| and | or /).length)
  const counts = [
    ...runs,
    text.match(/^[ \t]{0,12}[-*] /gm)?.length ?? 0,
    (text.match(/`[^`]+`/g) ?? []).length,
  ]
  return counts.map(String)
}

const UNITS: readonly [name: string, form: RegExp][] = [
  ['percent', /^(?:%|percent(?:age)?|pct)/],
  ['times', /^(?:times|x|fold|-fold)\b/],
  ['milliseconds', /^(?:ms|milliseconds?)\b/],
  ['seconds', /^(?:s|secs?|seconds?)\b/],
  ['minutes', /^(?:m|mins?|minutes?)\b/],
  ['hours', /^(?:h|hrs?|hours?)\b/],
  ['days', /^(?:d|days?)\b/],
  ['weeks', /^weeks?\b/],
  ['months', /^months?\b/],
  ['years', /^years?\b/],
  ['kilobytes', /^(?:kb|kib|kilobytes?)\b/],
  ['megabytes', /^(?:mb|mib|megabytes?)\b/],
  ['gigabytes', /^(?:gb|gib|gigabytes?)\b/],
]
const AMOUNT = /(\d+(?:[.,]\d+)*)[\s-]?([^\s\d]\S*)?/g
/** Matches digits with a unit. */
const MEASURED = /^\W*\d[\d.,]*(?:x|ms|[smhd]|[kmg]i?b|st|nd|rd|th|px)\W*$/i
/** Matches a rate, such as "60 triages a minute" or "twice per hour". */
const RATE =
  /(?<![\w.,])(\d[\d.,]*|once|twice|two|three|four|five|six|ten)(?: [a-z]+){0,2} (?:an?|per|each|every) (second|minute|hour|day|week|month|year)\b/g

/** The units that a text gives to each number. */
function unitsIn(text: string): Map<string, Set<string>> {
  const units = new Map<string, Set<string>>()
  const add = (number: string, unit: string) => {
    const plain = SPELLED[number] ?? number.replace(/,(?=\d{3}(?!\d))/g, '')
    units.set(plain, (units.get(plain) ?? new Set()).add(unit))
  }
  for (const [, number = '', word = ''] of text.matchAll(AMOUNT)) {
    const [unit] = UNITS.find(([, form]) => form.test(word)) ?? []
    if (unit !== undefined) add(number, unit)
  }
  for (const [, number = '', unit = ''] of text.matchAll(RATE)) add(number, `per ${unit}`)
  return units
}

/** Matches the value before a change. */
const FORMER = /\b(?:from|instead of|rather than|not|was|were|previously) `?(\d+(?:[.,]\d+)*)/g
const TELLS_FORMER = /\b(?:from|instead|rather|not|was|were|until|previously|up|down|longer)\b|n['’]t\b/

/** The first amount of a sentence that its source lacks, has with another unit, or has only as the former value. */
export function unknownAmount(sentence: string, source: string): string | null {
  const said = withoutNames(sentence).toLowerCase()
  const text = source.toLowerCase()
  const numbers = numbersIn(said)
  const known = new Set(numbersIn(text))
  const counted = new Set(FACTORS.test(said) ? [] : [...listed(source), ...listed(sentence)])
  const unknown = numbers.find(number => !known.has(number) && !counted.has(number))
  if (unknown !== undefined) return shownAs(unknown, said)
  const units = unitsIn(text)
  for (const [number, own] of unitsIn(said)) {
    const others = units.get(number)
    const unit = others && [...own].find(one => isRate(one) === [...others].some(isRate) && !others.has(one))
    if (unit !== undefined) return unit === 'percent' ? `${number} %` : `${number} ${unit}`
  }
  const former = new Set([...text.matchAll(FORMER)].flatMap(([, number = '']) => numbersIn(number)[0] ?? []))
  const present = numbersIn(text.replace(FORMER, ' '))
  return TELLS_FORMER.test(withoutCode(said)) || numbers.some(number => present.includes(number))
    ? null
    : (numbers.find(number => former.has(number)) ?? null)
}

/** The text without names that contain digits, such as "k8s" and "h2". */
const withoutNames = (text: string): string =>
  withoutCode(text).replace(/\S+/g, word =>
    /\p{L}/u.test(word) && !MEASURED.test(word) ? word.replace(/\d/g, '') : word,
  )

const isRate = (unit: string): boolean => unit.startsWith('per ')

/** The number as the sentence writes it. */
const shownAs = (number: string, said: string): string =>
  plainWordsOf(said).find(word => SPELLED[word] === number) ?? number
