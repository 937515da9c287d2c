import { plainLine } from '#judgement/text/markup.ts'
import { AppError } from '#platform/errors.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import { safeLine } from '#platform/text.ts'
import { type ChangelogItem, changelogItems } from '#pulls/changelog-sources/items.ts'
import { readChangelog } from '#pulls/changelog-sources/past-releases.ts'
import { type ReferenceRules, readReferences, referenceRulesOf } from '#pulls/changelog-sources/references.ts'

/** A line of release notes that describes a change. */
export interface NoteLine {
  /** The line of the file, from 1. */
  line: number
  /** The item in plain text, without its references. */
  text: string
  headings: string[]
  /** The numbers of the pull requests, and the hashes of the commits, that it announces. */
  numbers: number[]
  commits: string[]
  /** Whether its numbers come from addresses of pull requests. */
  isPull: boolean
  /** Whether all its references belong to another repository. */
  isElsewhere: boolean
  /** Every number that it mentions, also in the text below it. */
  mentioned: number[]
}

/** The notes of one release. */
export interface ParsedNotes {
  /** The line in the file on which it begins, from 1. */
  line: number
  lines: NoteLine[]
  /** Every number that the file mentions. */
  mentioned: ReadonlySet<number>
  commits: readonly string[]
}

/**
 * Parses the notes of a release: a section of a changelog, or a text about only one release, such as one whose sections are months. Without
 * a version, the newest section is read. Throws `wrong_usage` for a changelog without a section for the version.
 */
export function parseNotes(written: string, version: string | null, repo: string | null): ParsedNotes {
  const text = withEmptiedComments(written.replace(/\r\n?/g, '\n'))
  const sections = readChangelog(text).releases
  const releases = version === null || sections.some(one => one.version !== null) ? sections : []
  const found = version === null ? releases[0] : releases.find(one => isVersion(one.version, version))
  if (!found && releases.length > 0) throw noSection(version, releases)
  const body = found?.body ?? text
  const start = found?.line ?? 1
  return {
    line: start,
    lines: noteLines(body, referenceRulesOf(written, repo)).map(line => ({
      ...line,
      line: line.line + start - 1,
    })),
    mentioned: mentionsIn(text),
    commits: [...body.matchAll(COMMIT)].map(([, hash = '']) => hash),
  }
}

/** Whether both are the same version, as 2.0 and 2.0.0 are. */
const isVersion = (one: string | null, other: string): boolean =>
  one !== null && plainVersion(one) === plainVersion(other)
function plainVersion(version: string): string {
  const parts = version.toLowerCase().split('.')
  return parts.slice(0, parts.findLastIndex(part => part !== '0') + 1).join('.')
}

const MOST_NAMED = 5
function noSection(version: string | null, releases: readonly { name: string; version: string | null }[]) {
  const named = releases.slice(0, MOST_NAMED).map(one => safeLine(one.version ?? one.name))
  const more = releases.length > MOST_NAMED ? ', …' : ''
  return new AppError(
    'wrong_usage',
    `The notes have no section of ${version}, only of ${named.join(', ')}${more}.`,
  )
}

/** Replaces comments by empty lines, so that lines keep their numbers. */
function withEmptiedComments(text: string): string {
  const pieces = text.split('<!--')
  return pieces
    .map((piece, at) => {
      if (at === 0) return piece
      const comment = piece.length - withoutComments(`<!--${piece}`).length
      return piece.slice(0, comment).replace(/[^\n]/g, '') + piece.slice(comment)
    })
    .join('')
}

/** Matches a heading that announces a pull request, which some teams write for each change. */
const TELLING_HEADING = /^#{2,6} (?=.{0,500}[#/]\d{1,9}[^\n]{0,80}\)$)/
/** Matches a package with its version, as in the lists of released packages that tools write. */
const PACKAGE = /^@?[\w./-]{1,200}@\d[\w.+-]{0,60}$/
/** Matches lines that do not describe a change of the product. */
const NOT_A_CHANGE =
  /^(?:updated dependencies|full change-?log|no (?:significant |notable )?changes?\b|thanks? (?:to|you)\b|diff\b|compare\b)|made their first contribution/i

function noteLines(body: string, rules: ReferenceRules): NoteLine[] {
  const items = changelogItems(
    body
      .split('\n')
      .map(line => line.replace(TELLING_HEADING, '- '))
      .join('\n'),
  )
  const lines: NoteLine[] = []
  let parent: { item: ChangelogItem; line: NoteLine } | null = null
  for (const item of items) {
    const line = noteLine(item, rules)
    if (parent && isBelow(item, parent.item) && line.numbers.length === 0) {
      parent.line.mentioned.push(...line.mentioned)
    } else if (isChange(item, line)) {
      lines.push(line)
      parent = { item, line }
    } else parent = null
  }
  return lines
}

/** Whether an item belongs to a list below another item, or is a paragraph about it that is not indented. */
const isBelow = (item: ChangelogItem, parent: ChangelogItem): boolean =>
  item.headings.join('\n') === parent.headings.join('\n') &&
  (item.indent === null ? item.line > parent.line + 1 : item.indent > (parent.indent ?? 0))

const isChange = ({ indent, text: written }: ChangelogItem, { text, numbers, commits }: NoteLine): boolean =>
  /\p{L}/u.test(text) &&
  !NOT_A_CHANGE.test(text) &&
  !isPackageList(text) &&
  (indent !== null || (numbers.length + commits.length > 0 && !written.endsWith(':')))

const isPackageList = (text: string): boolean =>
  text
    .split(/[\s,;:]+/)
    .filter(word => /\w/.test(word))
    .every(word => PACKAGE.test(word.replaceAll('`', '')))

function noteLine({ text, line, headings, more }: ChangelogItem, rules: ReferenceRules): NoteLine {
  const own = readReferences(text, rules)
  const below = more.map(paragraph => readReferences(paragraph, rules))
  const isOwn = own.numbers.length + own.commits.length > 0
  const numbers = isOwn ? own.numbers : below.flatMap(one => one.numbers)
  const written = [text, ...more].join('\n')
  const addressed = new Set([...written.matchAll(PULL_ADDRESS)].map(([, digits]) => Number(digits)))
  const commits = isOwn ? own.commits : below.flatMap(one => one.commits)
  return {
    line,
    headings,
    text: plainWords(own.text),
    numbers,
    commits,
    isElsewhere: numbers.length + commits.length === 0 && ELSEWHERE.test(written),
    isPull: numbers.length > 0 && numbers.every(number => addressed.has(number)),
    mentioned: [...mentionsIn(written)],
  }
}

/** Matches a reference with the name of a repository before it, or the address of a pull request. */
const ELSEWHERE =
  /(?<![\w./-])[\w.-]{1,100}(?:\/[\w.-]{1,100})?#\d{1,9}\b|\/(?:pulls?|merge_requests|pull-requests|pullrequest)\/\d/

const PULL_ADDRESS = /\/(?:pulls?|merge_requests|pull-requests|pullrequest)\/(\d{1,9})\b/g
const MENTION =
  /(?:(?<![\w/&])(?:#|!|GH-)|\/(?:pull|issues|merge_requests)\/|[:{](?:pr|issue|gh|pull)[:}]`#?)(\d{1,9})\b/g
const mentionsIn = (text: string): Set<number> =>
  new Set([...text.matchAll(MENTION)].map(([, number]) => Number(number)))
const COMMIT = /\/commits?\/([0-9a-f]{7,40})\b/g
/** Matches the author or thanks at the end of a line. `@acme/app` is a package. */
const CREDITS =
  /(?<!\s)\s?[-–—]{0,2}\s?(?:\b(?:by|thanks|thanks to) )?@[\w-]{1,60}(?:(?:,| and|, and) @[\w-]{1,60}){0,9}[.!]?$/i

/** The words of Markdown or reStructuredText, with code in single backticks and without credits. */
const plainWords = (written: string): string =>
  plainLine(
    written
      .replace(/``([^`]+)``/g, '`$1`')
      .replace(/`\\ `/g, '` `')
      .replace(/:user:`([^`]+)`/g, '@$1')
      .replace(
        /(?<![\w:-]):[a-z:]{1,30}:`~?([^`<]{1,200})(?:<[^`<>]{0,200}>)?`/g,
        (_, name: string) => `\`${name.trim()}\``,
      )
      .replace(/`([^`<]{1,200})<[^`<>]{0,500}>`_{1,2}/g, (_, name: string) => name.trim())
      .replace(/\\ /g, ' ')
      .replace(/\\(?=[\\`*_{}[\]()#+.!-])/g, ''),
  )
    .replace(CREDITS, '')
    .trim()
