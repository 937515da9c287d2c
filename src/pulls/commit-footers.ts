import { clip, safeLine, safeText } from '#platform/text.ts'
import { MAX_TITLE_LENGTH } from './pull-request.ts'

/** What a message says below its subject that counts after the merge: what breaks, its changelog trailer, what it reverts. */
const FOOTERS =
  /^(?:(?:BREAKING[ -]CHANGES?)(?:\([^()\n]{0,80}\))?!?:[ \t]*\S[^\n]*(?:\n(?!\s*(?:\n|$)|[A-Z][\w-]+: )[^\n]+)*|Changelog: \S[^\n]*|This reverts [^\n]*)/gim
const LONGEST = 4_000

/** A commit as a record keeps it: its subject, and below it its footers where it has some. */
export function recordedCommit(subject: string, body: string): string {
  const footers = (body.slice(0, 65_536).match(FOOTERS) ?? []).join('\n\n')
  const line = clip(safeLine(subject), MAX_TITLE_LENGTH)
  return footers === '' ? line : `${line}\n\n${clip(safeText(footers), LONGEST)}`
}

/** The subject of a recorded commit. */
export const subjectOfCommit = (commit: string): string => commit.split('\n', 1)[0] ?? ''

/** The subjects in a squash commit's list of commits: `* subject`. */
export const squashedSubjects = (body: string): string[] =>
  [...body.matchAll(/^\* (\S.*)$/gm)].map(match => match[1] ?? '')
