/** A commit message, split into subject and body. */
export interface CommitMessage {
  /** The first paragraph as one line. */
  subject: string
  body: string
}

/** Splits a message. Joins a wrapped subject as git does, but not with a list or trailer that follows without an empty line. */
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

/** Removes the trailers and notes that git, hosts and reviewers add. Keeps other trailers. */
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

/** Splits a body at its first non-empty line. */
export function splitFirstLine(body: string): CommitMessage {
  const [, subject = '', rest = ''] = /^\s*(\S[^\n]*)\n?([\s\S]*)$/.exec(body) ?? []
  return { subject: subject.trim(), body: rest.trim() }
}

/**
 * The message of a commit that belongs to no pull request; null for a merge without its own description, such as `Merge branch
 * 'main'`. The title of a described merge comes from its body.
 */
export function messageOutsidePulls(message: CommitMessage, isMerge: boolean): CommitMessage | null {
  if (!isMerge || !/^merge\b/i.test(message.subject)) return message
  if (/^Merge remote-tracking |^Merge branch '?(?:main|master|trunk|develop)'?\b/.test(message.subject))
    return null
  const text = withoutMergeLog(withoutTrailerNoise(message.body))
  return text === '' ? null : titledBy(text)
}

/** Removes `# Conflicts:` and the `* branch:` lists of `merge.log`. */
const withoutMergeLog = (body: string) =>
  body
    .replace(/^#? ?Conflicts:\n(?:[#\t ]+\S.*\n?)*/m, '')
    .replace(/^\* \S.*:\n(?: {2}\S.*\n?)*/gm, '')
    .trim()

/** Takes the first paragraph as the title, or its first sentence when the paragraph is long. */
function titledBy(text: string): CommitMessage {
  const paragraph = /^[\s\S]*?(?=\n\s*\n|$)/.exec(text)?.[0].replace(/\s+/g, ' ') ?? ''
  if (paragraph.length <= LONGEST_TITLE)
    return { subject: paragraph, body: text.slice(text.indexOf('\n\n') + 1 || text.length).trim() }
  const sentence = /^.{10,}?[.!?](?= [A-Z]|$)/.exec(paragraph)?.[0] ?? splitFirstLine(text).subject
  return { subject: sentence, body: text }
}

/** A first paragraph up to this length is the title. */
const LONGEST_TITLE = 120
