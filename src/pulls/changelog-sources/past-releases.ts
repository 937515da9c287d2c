import type { Instant } from '#platform/clock.ts'
import { fencedCode } from '#platform/markup/fences.ts'
import { headingText, withoutComments } from '#platform/markup/markup.ts'
import { singleSpaced } from '#platform/text.ts'
import { firstDateIn, type WrittenDate } from './release-dates.ts'

/** One release in a changelog. */
interface PastRelease {
  /** The heading without its date: "1.2.0", "Cargo 1.77". Empty when the heading is only a date. */
  name: string
  version: string | null
  /** Null when neither the heading nor the line below it has a date. */
  at: Instant | null
  /** Markdown, without the heading. */
  body: string
  /** The line on which the body begins, from 1, in a text without comments. */
  line: number
  /** Whether the heading says that it is not released yet. */
  isUnreleased: boolean
}

/** The releases of a changelog. */
interface PastChangelog {
  /** The product in the first heading; null when that only says "Changelog" or the like. */
  product: string | null
  /** The releases in the order of the file. */
  releases: PastRelease[]
}

/** Longer lines are truncated; they are not headings. */
const MAX_LINE_LENGTH = 1_000
const MARKED_HEADING = /^ {0,3}(#{1,4})\s(.*)/
const UNDERLINE = /^ {0,3}(?:(=+)|-{3,})\s*$/
/** The other marks that underline headings in reStructuredText. In Markdown, some of them begin a code block or are a rule. */
const OTHER_MARKS = `~^"'+*#`
const OTHER_UNDERLINE = /^([~^"'+*#])\1{2,}\s*$/
/** A version in bold on a line of its own, and what stands beside it, which may only be a date. */
const BOLD_VERSION =
  /^(?:\*\*|__)(?:\[?(?:version |release )?v?\d+\.\d[^*]{0,80}|unreleased)(?:\*\*|__):?(.{0,40})$/i
const BOLD_LINE = /^(?:\*\*|__)[^*]{1,60}(?:\*\*|__)$/
const VERSION =
  /\bv?(\d+\.\d+(?:\.\d+)*(?:[-.+]?[a-z][\w.+-]*|-\d[\w.+-]*| (?:- )?(?:alpha|beta|rc)[ .-]?\d{0,3}(?=[\W\d]{0,40}$))?)(\/?)/gi
/** A pre-release in words, as in `2.0 Beta 1`. */
const WORDED = / (?:- )?(alpha|beta|rc)[ .-]?(?=(\d*)$)/i
/** What may precede a version in a heading: the product's name, "Version", "Release", "Changelog for". */
const BEFORE_VERSION =
  /^(?:(?:[\w@/.-]+ )?[\w@/.-]+(?: |(?<=[\w@/.-][@-]))|changelog (?:for|of) (?:[\w@/.-]+ ){0,5})?$/i
const UNRELEASED =
  /^\W*(?:unreleased|upcoming|next|main|master|head|in development|vnext)\b|\b(?:unreleased|TBC|TBD|TBA)\b/i
const GENERAL = /change\s?log|release notes|history|news|^changes|releases|what'?s new|notable/i

interface Heading {
  level: number
  text: string
  /** The number of lines that the heading spans. */
  lines: number
  at: number
}

/**
 * Splits a Markdown changelog into releases, whether it is written by hand or by a tool. Text before the first release is left
 * out.
 */
export function readChangelog(text: string): PastChangelog {
  const lines = withoutComments(text.replace(/\r\n?/g, '\n')).split('\n')
  const marked = headingsOf(lines)
  const headings = marked.some(isReleaseHeading) ? marked : boldHeadingsOf(lines)
  const level = headings.find(isReleaseHeading)?.level ?? 0
  const starts = headings.filter(
    heading => isReleaseHeading(heading) && (heading.level <= level || startsWithVersion(heading)),
  )
  const releases = starts.map((start, at) => {
    const below = lines.slice(start.at + start.lines, starts[at + 1]?.at ?? lines.length)
    return releaseOf(start.text, below, start.at + start.lines)
  })
  return { product: productOf(marked[0], starts[0]), releases }
}

/** The versions and dates in bold on lines of their own, for a changelog without marked ones. */
function boldHeadingsOf(lines: readonly string[]): Heading[] {
  const isCode = fencedCode()
  return lines
    .map((line, at) => ({ line: isCode(line) ? '' : line.slice(0, MAX_LINE_LENGTH).trim(), at }))
    .filter(({ line }) => {
      const [, beside] = BOLD_VERSION.exec(line) ?? []
      if (beside === undefined) return BOLD_LINE.test(line) && isOnlyDate(plainText(line))
      return !/\w/.test(beside) || isOnlyDate(beside)
    })
    .map(({ line, at }) => ({ level: 1, text: plainText(line), lines: 1, at }))
    .filter(isReleaseHeading)
}

function headingsOf(lines: readonly string[]): Heading[] {
  const found: Heading[] = []
  const isCode = fencedCode()
  for (const [at, line] of lines.entries()) {
    if (isUnderlined(found.at(-1), at - 1) || isCode(line)) continue
    const heading = headingAt(line.slice(0, MAX_LINE_LENGTH), lines[at + 1] ?? '')
    if (heading) found.push({ ...heading, at })
  }
  return found
}

function headingAt(line: string, next: string): Omit<Heading, 'at'> | null {
  const marked = MARKED_HEADING.exec(line)
  if (marked)
    return { level: marked[1]?.length ?? 1, text: plainText(headingText(marked[2] ?? '')), lines: 1 }
  const underline = /^\S/.test(line) && !/^[-*+>]\s/.test(line) ? UNDERLINE.exec(next) : null
  if (underline) return { level: underline[1] ? 1 : 2, text: plainText(line), lines: 2 }
  const mark = OTHER_UNDERLINE.exec(next)?.[1]
  const heading = { level: 3 + OTHER_MARKS.indexOf(mark ?? ''), text: plainText(line), lines: 2 }
  const isHeading = mark !== undefined && /^\S/.test(line) && next.trim().length >= line.trim().length
  return isHeading && isReleaseHeading(heading) ? heading : null
}

const isUnderlined = (heading: Heading | undefined, at: number): boolean =>
  heading?.lines === 2 && heading.at === at

/** Removes links, tags, brackets and emphasis. */
const plainText = (text: string): string =>
  text
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?/g, '$1')
    .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, mark =>
      mark.startsWith('_') && mark.length === 1 ? mark : '',
    )
    .trim()
    .replace(/^_+|(?<!_)_+$/g, '')

const isReleaseHeading = ({ text }: Pick<Heading, 'text'>): boolean =>
  (text.length < 160 && versionIn(text) !== null) || isOnlyDate(text) || UNRELEASED.test(text)

const startsWithVersion = ({ text }: Heading): boolean => versionIn(text)?.before === ''

function versionIn(text: string): { version: string; before: string } | null {
  const match = [...withoutDate(text, firstDateIn(text)).matchAll(VERSION)].find(
    ([, , slash]) => slash === '',
  )
  const before = match ? text.slice(0, match.index).replace(/[[(]/g, '') : ''
  if (match?.[1] === undefined || !BEFORE_VERSION.test(before)) return null
  const version = match[1].replace(WORDED, (_, word: string, digits: string) => `-${word}${digits && '.'}`)
  return { version, before }
}

const withoutDate = (text: string, day: WrittenDate | null): string =>
  day ? text.replace(day.text, ' '.repeat(day.text.length)) : text

/** Whether a heading is only a date. */
const isOnlyDate = (text: string): boolean => {
  const day = firstDateIn(text)
  return day !== null && text.replace(day.text, '').replace(/[\W_]|released?|on/gi, '') === ''
}

/** Parses one release. `above` is the number of lines above its body. */
function releaseOf(heading: string, below: readonly string[], above: number): PastRelease {
  const day = lastDateIn(heading)
  const first = below.findIndex(line => line.trim() !== '')
  const line = plainText(below[first] ?? '')
  const isDated = day === null && line.length < 60 && isOnlyDate(line.replace(/release date|date/gi, ''))
  const from = isDated ? first + 1 : 0
  const blank = below.slice(from).findIndex(line => line.trim() !== '')
  const body = below.slice(from).join('\n')
  return {
    name: nameOf(heading),
    version: versionIn(heading)?.version ?? null,
    at: (day ?? (isDated ? firstDateIn(line) : null))?.at ?? null,
    body: withoutEnd(body.trim()),
    line: above + from + Math.max(0, blank) + 1,
    isUnreleased: UNRELEASED.test(heading),
  }
}

/** What ends a release: a separator, or the heading of what comes below it. */
const END = /^(?:---+|\*\*\*+|___+|#{1,6}\s.*|<a [^>]*><\/a>|<a [^>]*\/>)$/

function withoutEnd(body: string): string {
  const end = body.lastIndexOf('\n')
  return end !== -1 && END.test(body.slice(end).trim()) ? withoutEnd(body.slice(0, end).trimEnd()) : body
}

/** The last date of a range. */
function lastDateIn(heading: string): WrittenDate | null {
  const day = firstDateIn(heading)
  return (day && lastDateIn(heading.replace(day.text, ''))) ?? day
}

/** Removes the dates from a heading, with their brackets and dashes. */
const nameOf = (heading: string): string =>
  singleSpaced(withoutDates(heading).replace(AMBIGUOUS_DATE, ''))
    .replace(/[([][ ,–—-]*(?:released? ?(?:on)? ?)?[)\]]/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s:;,/–—-]+|(?<![\s:;,/–—-])[\s:;,/–—-]+$/g, '')

/** A date whose order of day and month is unknown. It dates nothing, but does not belong to the name either. */
const AMBIGUOUS_DATE = /(?<![\d/])\d{1,2}\/\d{1,2}\/\d{4}(?![\d/])/

function withoutDates(heading: string): string {
  const day = firstDateIn(heading)
  return day ? withoutDates(heading.replace(day.text, '')) : heading
}

function productOf(first: Heading | undefined, release: Heading | undefined): string | null {
  if (!first || first === release || first.level !== 1 || (release && first.at > release.at)) return null
  return GENERAL.test(first.text) || first.text === '' ? null : first.text
}
