import { clip, safeLine, safeText } from '#platform/text.ts'
import { MAX_TITLE_LENGTH } from './pull-request.ts'

/**
 * Matches the parts of a message below its subject that matter after the merge: breaking changes, the
 * changelog trailer, and what it reverts.
 */
const FOOTERS =
  /^(?:(?:[-*+] )?[*_]{0,3}BREAKING[ -]CHANGES?(?:\([^()\n]{0,80}\))?!?(?:[*_]{0,3}:|:[*_]{0,3})[ \t]*\S[^\n]*(?:\n(?!\s*(?:\n|$)|[A-Z][\w-]+: )[^\n]+)*|Changelog: \S[^\n]*|This reverts [^\n]*)/gim
const LONGEST = 4_000

/** A commit as records store it: its subject and, below that, its footers if it has any. */
export function recordedCommit(subject: string, body: string): string {
  const footers = (body.slice(0, 65_536).match(FOOTERS) ?? []).join('\n\n')
  const line = clip(safeLine(subject), MAX_TITLE_LENGTH)
  return footers === '' ? line : `${line}\n\n${clip(safeText(footers), LONGEST)}`
}

/** A message without the parts that are recorded with the subject. */
export const withoutFooters = (body: string): string => body.replace(FOOTERS, '').trim()

/** The subject of a recorded commit. */
export const subjectOfCommit = (commit: string): string => commit.split('\n', 1)[0] ?? ''

/** The subjects in a squash commit's list of commits: `* subject`. */
export const squashedSubjects = (body: string): string[] =>
  [...body.matchAll(/^\* (\S.*)$/gm)].map(match => match[1] ?? '')
