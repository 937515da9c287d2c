/** A commit message in its two parts. */
export interface CommitMessage {
  /** The first paragraph on one line. */
  subject: string
  body: string
}

/** Folds a subject that was wrapped, as git does, but not a list or a trailer that follows without an empty line. */
export function parseCommitMessage(text: string): CommitMessage {
  const start = /^\s*/.exec(text)?.[0].length ?? 0
  let end = lineEnd(text, start)
  let line = text.slice(start, end)
  while (end < text.length) {
    const next = text.slice(end + 1, lineEnd(text, end + 1))
    if (!continuesSubject(line, next)) break
    end += 1 + next.length
    line = next
  }
  return { subject: text.slice(start, end).replace(/\s+/g, ' ').trim(), body: text.slice(end).trim() }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

const ENDS_SUBJECT = /\([#!]\d+\)\s*$/
const STARTS_ANEW = /^\s*$|^\s*[*#-] |^[A-Za-z][\w-]*: /

const continuesSubject = (line: string, next: string) => !ENDS_SUBJECT.test(line) && !STARTS_ANEW.test(next)

/** The body without what git, hosts and reviewers add for themselves; what a team wrote for others, trailers too, stays. */
export const withoutTrailerNoise = (body: string): string =>
  body
    .split('\n')
    .filter(line => !NOISE.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const NOISE = new RegExp(
  [
    '^(?:Co-authored|Signed-off|Reviewed|Acked|Tested|Approved)-by: ',
    '^(?:Reviewed-on|PR-URL|Part-of|Change-Id|git-svn-id|Pull Request resolved): ?',
    '^See merge request \\S+$',
    '^\\(cherry picked from commit [0-9a-f]+\\)$',
    '^-{5,}$',
  ].join('|'),
  'i',
)

/** The first line with something on it, and what follows it. */
export function splitFirstLine(body: string): CommitMessage {
  const [, subject = '', rest = ''] = /^\s*(\S[^\n]*)\n?([\s\S]*)$/.exec(body) ?? []
  return { subject: subject.trim(), body: rest.trim() }
}

/** What a squash lists as its commits: `* subject`. */
export const squashedSubjects = (body: string): string[] =>
  [...body.matchAll(/^\* (\S.*)$/gm)].map(match => match[1] ?? '')

/**
 * What a commit outside every pull request tells by itself; null for the noise of merging. A merge of a topic that says what it
 * brings is told in those words; `Merge branch 'main'` alone tells nothing that its commits do not.
 */
export function messageOutsidePulls(message: CommitMessage, isMerge: boolean): CommitMessage | null {
  if (!isMerge || !/^merge\b/i.test(message.subject)) return message
  if (/^Merge remote-tracking |^Merge branch '?(?:main|master|trunk|develop)'?\b/.test(message.subject))
    return null
  const told = withoutMergeLog(withoutTrailerNoise(message.body))
  return told === '' ? null : titledBy(told)
}

/** `# Conflicts:`, and the `* branch:` lists of merge.log. */
const withoutMergeLog = (body: string) =>
  body
    .replace(/^#? ?Conflicts:\n(?:[#\t ]+\S.*\n?)*/m, '')
    .replace(/^\* \S.*:\n(?: {2}\S.*\n?)*/gm, '')
    .trim()

/** The first sentence of the first paragraph is the title. */
function titledBy(told: string): CommitMessage {
  const paragraph = /^[\s\S]*?(?=\n\s*\n|$)/.exec(told)?.[0].replace(/\s+/g, ' ') ?? ''
  if (paragraph.length <= LONGEST_TITLE)
    return { subject: paragraph, body: told.slice(told.indexOf('\n\n') + 1 || told.length).trim() }
  const sentence = /^.{10,}?[.!?](?= [A-Z]|$)/.exec(paragraph)?.[0] ?? splitFirstLine(told).subject
  return { subject: sentence, body: told }
}

/** A first paragraph up to this length is a title already. */
const LONGEST_TITLE = 120
