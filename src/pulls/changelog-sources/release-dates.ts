import type { Instant } from '#platform/clock.ts'

/** A tag and its date, which for a lightweight tag is the commit's. */
export interface TagDate {
  tag: string
  at: Instant
}

/** A line of a committed file, and the commit that last changed it. */
export interface CommittedLine {
  text: string
  commit: string
  at: Instant
}

/** What a repository knows about the dates of the releases in a changelog. */
export interface ReleaseDates {
  tags: readonly TagDate[]
  /** The lines of the changelog at the newest commit. Runs `git blame`, which takes time. */
  lines(): Promise<CommittedLine[]>
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_NAME = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`

/** Date formats, each with the positions of year, month and day in its match. Without a day, the date is a month. */
const DATE_FORMATS: [pattern: RegExp, year: number, month: number, day: number | null][] = [
  [/(?<![\d.])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d.])/, 1, 2, 3],
  [new RegExp(String.raw`\b${MONTH_NAME} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`, 'i'), 3, 1, 2],
  [new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?[ -](?:of )?${MONTH_NAME}[ ,-]+(\d{4})\b`, 'i'), 3, 2, 1],
  [new RegExp(String.raw`\b${MONTH_NAME},? (\d{4})\b`, 'i'), 2, 1, null],
  [/(?<![\d.-])(\d{4})-(\d{2})(?![\d.-])/, 1, 2, null],
]

const HALF_A_DAY_MS = 43_200_000

/** A date in a text. */
export interface WrittenDate {
  /** Noon UTC of the day, which is the same day in nearly all time zones; for a month, of its first day. */
  at: Instant
  /** The date as the text writes it. */
  text: string
}

/** The first date in a text; null when there is none or it does not exist. */
export function firstDateIn(text: string): WrittenDate | null {
  for (const [pattern, year, month, day] of DATE_FORMATS) {
    const match = pattern.exec(text)
    if (!match) continue
    const at = noonOf(Number(match[year]), monthOf(match[month] ?? ''), day === null ? 1 : Number(match[day]))
    return at === null ? null : { at, text: match[0] }
  }
  return null
}

const monthOf = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) - 1 : MONTHS.indexOf(text.slice(0, 3).toLowerCase())

function noonOf(year: number, month: number, day: number): Instant | null {
  const at = Date.UTC(year, month, day)
  const date = new Date(at)
  if (year < 1980 || date.getUTCMonth() !== month || date.getUTCDate() !== day) return null
  return at + HALF_A_DAY_MS
}
