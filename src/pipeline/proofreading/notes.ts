import { plainLine } from '#judgement/copy/text/markup.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import { type ChangelogItem, changelogItems } from '#pulls/changelog-sources/items.ts'
import { readChangelog } from '#pulls/changelog-sources/past-releases.ts'
import { type ReferenceRules, readReferences, referenceRulesOf } from '#pulls/changelog-sources/references.ts'

/** A line of release notes that tells of a change. */
export interface NoteLine {
  /** In the file, from 1. */
  line: number
  /** In plain text, without its references. */
  text: string
  headings: string[]
  /** The pull requests and commits that it announces. */
  numbers: number[]
  commits: string[]
  /** Every number that it mentions. */
  mentioned: number[]
  /** The numbers in the paragraph above its list ("Stabilizes these changes (#12):"). */
  above: number[]
  /** What stands below it: further paragraphs and a list of its own. */
  details: string[]
}

/** The notes of one release. */
export interface ReleaseNotes {
  /** The version in its heading; null where it has none. */
  version: string | null
  /** The line in the file on which it begins, from 1. */
  line: number
  lines: NoteLine[]
  /** Everything that was written, for what no line tells by itself. */
  text: string
  /** Every number that these notes mention, and those that the file mentions for other releases. */
  mentioned: ReadonlySet<number>
  mentionedElsewhere: ReadonlySet<number>
  /** The lines of the file's other releases, as `sameWords` gives them, each with the version that has it. */
  elsewhere: ReadonlyMap<string, string>
}

/**
 * The notes of a release in a changelog, or in a text that is about one release alone. `version` is the release that is looked for; without
 * it in the changelog, its newest section is read.
 */
export function releaseNotes(written: string, version: string | null, repo: string | null): ReleaseNotes {
  const text = withEmptiedComments(written.replace(/\r\n?/g, '\n'))
  const { releases } = readChangelog(text)
  const found =
    releases.find(release => version !== null && release.version?.toLowerCase() === version.toLowerCase()) ??
    releases[0]
  const body = found?.body ?? text
  const start = found?.line ?? 1
  const rules = referenceRulesOf(written, repo)
  const others = releases.filter(one => one !== found)
  return {
    version: found?.version ?? null,
    line: start,
    lines: noteLines(body, rules).map(line => ({
      ...line,
      line: line.line + start - 1,
    })),
    text: body,
    mentioned: mentionsIn(body),
    mentionedElsewhere: mentionsIn(others.map(one => one.body).join('\n')),
    elsewhere: new Map(
      others
        .filter(one => one.version !== null && numberOf(one.version) !== numberOf(found?.version ?? ''))
        .flatMap(one => noteLines(one.body, rules).map(line => [sameWords(line.text), one.version ?? ''])),
    ),
  }
}

/** A version without what makes it a pre-release. */
const numberOf = (version: string): string => /^v?(\d+(?:\.\d+)*)/i.exec(version)?.[1] ?? version

/** What two lines with the same words, numbers included, have in common. */
export const sameWords = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*/gu)
    ?.join(' ') ?? ''

/** Comments as empty lines, so that lines keep their numbers. */
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

/** A heading that announces a pull request, as some teams write one for each change. */
const TELLING_HEADING = /^#{2,6} (?=.{0,500}[#/]\d{1,9}[^\n]{0,80}\)$)/
/** A package with its version, as tools list those that were released again. */
const PACKAGE = /^@?[\w./-]{1,200}@\d[\w.+-]{0,60}$/
/** Lines that tell of no change of the product. */
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
  let above: number[] = []
  for (const item of items) {
    const line = { ...noteLine(item, rules), above: item.indent === null ? [] : above }
    if (item.indent === null) above = item.text.endsWith(':') ? line.mentioned : []
    if (parent && isBelow(item, parent.item) && line.numbers.length === 0) {
      parent.line.details.push(line.text, ...line.details)
      parent.line.mentioned.push(...line.mentioned)
    } else if (isChange(item, line)) {
      lines.push(line)
      parent = { item, line }
    } else parent = null
  }
  return lines
}

/** An item of a list below an item, or a paragraph about it that is not indented. */
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

function noteLine(
  { text, line, headings, more }: ChangelogItem,
  rules: ReferenceRules,
): Omit<NoteLine, 'above'> {
  const own = readReferences(text, rules)
  const below = more.map(paragraph => readReferences(paragraph, rules))
  const isOwn = own.numbers.length + own.commits.length > 0
  const whole = [text, ...more].join('\n')
  return {
    line,
    headings,
    text: plainWords(own.text),
    numbers: isOwn ? own.numbers : below.flatMap(({ numbers }) => numbers),
    commits: isOwn ? own.commits : below.flatMap(({ commits }) => commits),
    mentioned: [...mentionsIn(whole)],
    details: more.map(plainWords).filter(words => words !== '' && !RELATED.test(words)),
  }
}

const MENTION =
  /(?:(?<![\w/&])(?:#|!|GH-)|\/(?:pull|issues|merge_requests)\/|:(?:pr|issue|gh|pull):`#?)(\d{1,9})\b/g
const mentionsIn = (text: string): Set<number> =>
  new Set([...text.matchAll(MENTION)].map(([, number]) => Number(number)))
const RELATED = /^Related issues and pull requests/i
const BY =
  /(?<!\s)\s?[-–—]{0,2}\s?\b(?:by|thanks|thanks to) @[\w-]{1,60}(?:(?:,| and|, and) @[\w-]{1,60}){0,9}[.!]?$/i

/** The words of Markdown or reStructuredText, with code in single backticks, without who made it. */
export const plainWords = (written: string): string =>
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
    .replace(BY, '')
    .trim()
