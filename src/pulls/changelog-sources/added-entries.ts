import { withoutComments } from '#platform/markup/markup.ts'
import { MAX_FRAGMENT_LENGTH } from '#pulls/pull-request.ts'
import { type ChangelogItem, changelogItems } from './items.ts'

/** The most entries of one change, and the most lines of them. A release or an overhaul of the changelog adds more. */
const MOST_ENTRIES = 2
const MOST_LINES = 30
/** Matches the heading of a release, also in the format of Debian, or of what is not released yet. */
const RELEASE = /^(?:#{1,6}|={1,6})\s.*(?:\d\.\d|unreleased|upcoming|\bnext\b)|^\S+ \(\S+\) .*; urgency=/i
const BULLET = /^\s*[*+•-]\s+(\S.*)$/

/**
 * The list items that a change adds to a changelog; none if it also takes lines away, begins a release or adds many, because then it
 * writes about other changes than its own.
 */
export function addedItems(before: string, after: string): ChangelogItem[] {
  const lines = wholeLines(after)
  const added = addedLines(wholeLines(before), lines, isCut(after))
  if (added === null || added.some(at => RELEASE.test(lines[at] ?? ''))) return []
  const isAdded = new Set(added)
  const bullets = added.map(at => BULLET.exec(lines[at] ?? '')?.[1])
  const items = changelogItems(lines.slice(0, (added.at(-1) ?? -1) + 1).join('\n'))
    .filter(({ line, indent }) => indent !== null && isAdded.has(line - 1))
    // What stands below a short bullet says little without it.
    .filter(({ headings }) => !bullets.includes(headings.at(-1) ?? ''))
  const outer = Math.min(...items.map(({ indent }) => indent ?? 0))
  const entries = items.filter(({ indent }) => indent === outer)
  return entries.length > MOST_ENTRIES ? [] : entries
}

/** Whether a text was cut at the limit, where it may have lost a character that was split. */
const isCut = (text: string): boolean => Buffer.byteLength(text) > MAX_FRAGMENT_LENGTH - 4

/** The lines outside of comments, without one that was cut in its middle. */
const wholeLines = (text: string): string[] =>
  withoutComments(text)
    .split('\n')
    .slice(0, isCut(text) ? -1 : undefined)

/** The indexes of the lines that are new; null if others are gone. The last ones may be behind the end of a text that was cut. */
function addedLines(
  old: readonly string[],
  lines: readonly string[],
  mayEndEarlier: boolean,
): number[] | null {
  const added: number[] = []
  let seen = 0
  for (const [at, line] of lines.entries()) {
    if (line === old[seen]) seen++
    else added.push(at)
    if (added.length > MOST_LINES) return null
  }
  return seen === old.length || mayEndEarlier ? added : null
}
