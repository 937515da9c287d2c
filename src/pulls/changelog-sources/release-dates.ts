import type { Instant } from '#platform/clock.ts'

/** A tag, and when it was made; one without a message has the date of its commit. */
export interface TagDate {
  tag: string
  at: Instant
}

/** A line of a committed file, and the commit that wrote it. */
export interface CommittedLine {
  text: string
  commit: string
  at: Instant
}

/** What a repository tells about when the releases of one of its changelogs were made. */
export interface ReleaseDates {
  tags: readonly TagDate[]
  /** The changelog's lines as they were last committed; read only when asked for, since it takes time. */
  lines(): Promise<CommittedLine[]>
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_NAME = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`

/** How people write a day, with year, month and day each in its place; without a day it is a month. */
const DATE_FORMATS: [pattern: RegExp, year: number, month: number, day: number | null][] = [
  [/(?<![\d.])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d.])/, 1, 2, 3],
  [new RegExp(String.raw`\b${MONTH_NAME} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`, 'i'), 3, 1, 2],
  [new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?[ -](?:of )?${MONTH_NAME}[ ,-]+(\d{4})\b`, 'i'), 3, 2, 1],
  [new RegExp(String.raw`\b${MONTH_NAME},? (\d{4})\b`, 'i'), 2, 1, null],
  [/(?<![\d.-])(\d{4})-(\d{2})(?![\d.-])/, 1, 2, null],
]

const HALF_A_DAY_MS = 43_200_000

/** A day that a text names. */
export interface WrittenDate {
  /** Noon in UTC, which is the same day nearly everywhere; of a month its first day. */
  at: Instant
  /** As the text writes it. */
  text: string
}

/** The first day that a text names; null where it names none, or one that is in no calendar. */
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
