/**
 * References are replaced with tokens while an item is read: ⟦12⟧ for a number, ⟪1a2b3c4⟫ for a commit, ⟦⟧ for another
 * repository's.
 */
const FOREIGN = '⟦⟧'
const TOKEN = '(?:⟦\\d*⟧|⟪[0-9a-f]*⟫)'

const NUMBERED =
  /<?https?:\/\/[^\s/<>()[\]]{1,253}\/([^\s<>()[\]]{0,200}?)\/(?:-\/)?(?:pull|pulls|issues|merge_requests|pull-requests|pullrequest)\/(\d{1,9})(?:[/#?][^\s<>()[\]]*)?>?/g
const GITLAB_ISSUE = /<?https?:\/\/[^\s<>()[\]]{1,300}?\/-\/(?:issues|work_items)\/\d{1,9}[^\s<>()[\]]*>?/g
const COMMITTED =
  /<?https?:\/\/[^\s/<>()[\]]{1,253}\/([^\s<>()[\]]{0,200}?)\/(?:-\/)?commits?\/([0-9a-f]{7,40})\b[^\s<>()[\]]*>?/g
const LINK = new RegExp(`\\[([^\\[\\]]*)\\]\\(\\s*(${TOKEN})\\s*(?:"[^"]*")?\\)`, 'g')
/** Matches a link to a task on another tracker, by its name: `[Taiga #12](https://…)`. */
const ELSEWHERE =
  /\[(?!(?:pr|mr|gh|issue|pull|pull request|merge request|github|gitlab)\b)[a-z][\w ]{1,30} #\d{1,9}\]\(https?:\/\/[^\s()]{1,500}\)/gi
const ROLE_LINK = new RegExp(`\`([^\`<⟦⟪]*)(${TOKEN})\`_{1,2}`, 'g')
/** Matches roles for references in reStructuredText and in MyST. */
const ROLE = /(?::(?:pr|pull|gh|issue):|\{(?:pr|pull|gh|issue)\})`#?(\d{1,9})`/g
const OTHER_REPOSITORY = /(?<![\w.-])[\w.-]+\/[\w.-]+[#!]\d+/g
const BARE = /(?<![\w/&⟦])(GH-|#|!)(\d{1,9})\b/gi
const HASH = /(?<![\w/.#⟪-])`?\b(?=[0-9a-f]*\d)(?=\d*[a-f])([0-9a-f]{7,40})\b`?(?![\w/.-])/g
/** Matches a hash in brackets at the end, even one without a letter. */
const LAST_HASH = /\(([0-9a-f]{7,40})\)\s*$/
const SHORT = /^`?(?:[\w-]+ (?=[#!]))?[#!]?[\w.-]*`?$/

/** Which references count as announcements. */
export interface ReferenceRules {
  /** The repository (`owner/name`) whose numbers count. Null if it is unknown; then all count. */
  repo: string | null
  /** True if `!12` is a merge request and `#12` is an issue, numbered separately, as on GitLab. */
  issuesNumberedSeparately: boolean
}

/** If a text has at least this many references like `!12`, its `#12` are issues. */
const MIN_MERGE_REQUEST_REFERENCES = 5

export const referenceRulesOf = (text: string, repo: string | null): ReferenceRules => ({
  repo,
  issuesNumberedSeparately:
    (text.match(/(?<![\w/&])!\d{1,9}\b/g) ?? []).length >= MIN_MERGE_REQUEST_REFERENCES,
})

/** Reads the references of one item. */
export function readReferences(
  item: string,
  rules: ReferenceRules,
): { text: string; numbers: number[]; commits: string[] } {
  const marked = markReferences(item, rules)
  const own = withoutIssueReferences(marked)
  const tokens = leadingReferences(own) + trailingReferences(own) || own
  return { text: textWithoutReferences(marked), numbers: numbersIn(tokens), commits: commitsIn(tokens) }
}

/**
 * Replaces references with tokens. The repository's owner is ignored, since a transfer changes the owner and
 * the old addresses redirect.
 */
function markReferences(item: string, { repo, issuesNumberedSeparately }: ReferenceRules): string {
  const name = repo === null ? null : nameOf(repo)
  const own = (path: string | undefined) => name === null || nameOf(path ?? '') === name
  return item
    .replace(GITLAB_ISSUE, FOREIGN)
    .replace(NUMBERED, (_, path, number) => (own(path) ? `⟦${number}⟧` : FOREIGN))
    .replace(COMMITTED, (_, path, hash) => (own(path) ? `⟪${hash}⟫` : FOREIGN))
    .replace(ELSEWHERE, FOREIGN)
    .replace(LINK, (_, text, token) => (SHORT.test(text) ? token : `${text} ${token}`))
    .replace(ROLE_LINK, (_, text, token) => (SHORT.test(text.trimEnd()) ? token : `${text} ${token}`))
    .replace(ROLE, '⟦$1⟧')
    .replace(OTHER_REPOSITORY, mention =>
      mention.startsWith(`${repo}#`) ? `⟦${mention.split('#')[1]}⟧` : FOREIGN,
    )
    .replace(BARE, (_, sign, number) => (issuesNumberedSeparately && sign !== '!' ? FOREIGN : `⟦${number}⟧`))
    .replace(LAST_HASH, '(⟪$1⟫)')
    .replace(HASH, '⟪$1⟫')
}

const nameOf = (path: string): string => (path.split('/').at(-1) ?? path).toLowerCase()

const BETWEEN = String.raw`[\s,;:&()[\]|.–—-]|\band\b`
const FIRST = new RegExp(`^(?:${BETWEEN}|${TOKEN})*${TOKEN}`)
const PIECE = new RegExp(`${TOKEN}|@[\\w-]+|\\w+|[\\s,;:&()[\\]|.–—-]+|[^]`, 'g')
/** Matches text that may stand between the references at the end of an item. */
const CLOSING = new RegExp(`^(?:${TOKEN}|@[\\w-]+|and|by|in|thanks|[\\s,;:&()[\\]|.–—-]+)$`, 'i')
const SIGNATURE = /[([][^()[\]⟦⟪]{1,80}[)\]][\s.]*$/

/** "(fix #12) (#13)" references an issue and announces a pull request. A reference to an issue counts only if there is no other. */
const ISSUE_REFERENCE =
  /\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|see|issues?):?\s+⟦\d+⟧(?:,\s*⟦\d+⟧)*/gi

function withoutIssueReferences(marked: string): string {
  const rest = marked.replace(ISSUE_REFERENCE, FOREIGN)
  return numbersIn(rest).length > 0 ? rest : marked
}

/**
 * The references at the start of an item; empty without any. An item's own pull request is at its start or end; one in between ("a
 * regression from #12") is only mentioned.
 */
const leadingReferences = (marked: string): string => FIRST.exec(marked)?.[0] ?? ''

function trailingReferences(marked: string): string {
  const end = closingPart(marked)
  if (hasToken(end)) return end
  const unsigned = closingPart(marked.replace(SIGNATURE, ''))
  return hasToken(unsigned) ? unsigned : ''
}

/** The references at the end of a text, with what is between them. */
function closingPart(text: string): string {
  let from = 0
  for (const { index, 0: piece } of text.matchAll(PIECE))
    if (!CLOSING.test(piece)) from = index + piece.length
  return text.slice(from)
}

/** Removes the references at the end of a text, but keeps a closing bracket. */
function withoutClosing(text: string): string {
  const end = closingPart(text)
  return hasToken(end) ? text.slice(0, text.length - end.length) + (/^[)\]]/.exec(end)?.[0] ?? '') : text
}

/** References in brackets, possibly with names beside them. */
const GROUP = new RegExp(`[([][^()[\\]]{0,200}?${TOKEN}[^()[\\]]{0,200}[)\\]]`, 'g')

const hasToken = (text: string): boolean => /[⟦⟪]/.test(text)

const numbersIn = (text: string): number[] => [
  ...new Set([...text.matchAll(/⟦(\d+)⟧/g)].map(match => Number(match[1]))),
]
const commitsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/⟪([0-9a-f]+)⟫/g)].map(match => match[1] ?? '')),
]

/** The text without its references, and without the thanks that changesets add. */
function textWithoutReferences(marked: string): string {
  const words = marked
    .replace(GROUP, '')
    .trimEnd()
    .replace(/\(@[^()]{1,200}\)$|\[@[\w-]{1,60}\]\([^()\s]{1,200}\)$/, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(FIRST, '')
  return withoutClosing(words)
    .replace(/⟦(\d+)⟧/g, '#$1')
    .replace(/[⟦⟪][0-9a-f]*[⟧⟫]/g, '')
    .replace(/Thanks \[?@[^!]{1,200}! - /, '')
    .replace(/(^|\s)[([][\s,;]*[)\]]/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])(?= |$)/g, '$1')
    .replace(/[,;.]? \(?see (?:PR|pull request|issue)s?\)?[. ]*$|[,;.] see[. ]*$| \(see\)[. ]*$/i, '')
    .replace(/^(?:(?!:[a-z]+:`)[\s:;,.–—-])+|(?<![\s:;,–—-])[\s:;,–—-]+$/g, '')
}
