import { teamNoteOf } from '#judgement/notes/notes.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import { clip, safeLine, safeText } from '#platform/text.ts'
import { subjectOfCommit } from '#pulls/commit-footers.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

const BODY_START = 4_500
const BODY_END = 1_000
const MOST_PATHS = 60
const MOST_LINES = 20
const LONGEST_LINE = 160

/** The surroundings of a pull request, which are not in its record. Untrusted text, without passages that address a language model. */
export interface Surroundings {
  /** The repository's description in one line; empty if unknown. */
  about: string
  /** The issues of the repository that the pull request closes. */
  issues: readonly { number: number; title: string }[]
  /** The first release or tag that contains it; null if none is known. */
  shippedIn: string | null
  /** A part of its diff; empty if the account does not send it. */
  diff: string
}

export const NO_SURROUNDINGS: Surroundings = { about: '', issues: [], shippedIn: null, diff: '' }

/** A pull request in the form that a writer reads. */
export interface SourceMaterial extends MergedPull {
  surroundings?: Surroundings
}

/** The parts of its surroundings, each with its name for people. */
export const surroundingsOf = ({ surroundings }: SourceMaterial): [string, string][] => {
  const { issues, shippedIn, diff } = surroundings ?? NO_SURROUNDINGS
  return [
    ...issues.map(({ number, title }): [string, string] => [`issue #${number}`, title]),
    ['the release', shippedIn ?? ''],
    ['the diff', diff],
  ]
}

/**
 * What a language model is shown of a pull request, as text to read. It contains no names of people, and only
 * the start and end of a long text.
 */
export function excerptOf(pull: SourceMaterial): string {
  const { about, issues, shippedIn, diff } = pull.surroundings ?? NO_SURROUNDINGS
  const { labels, commits, files, filesChanged, additions, deletions } = pull
  const description = middleLeftOut(withoutClutter(safeText(pull.body)))
  const note = clip(safeText(teamNoteOf(pull)?.text ?? ''), 1_500)
  const paths = files.slice(0, MOST_PATHS).map(({ path }) => `- ${clip(safeLine(path), LONGEST_LINE)}`)
  return sections([
    ['Repository', [safeLine(pull.repo), about].filter(Boolean).join(': ')],
    ['Title', clip(safeLine(pull.title), 300)],
    ['Labels', few(labels).join(', ')],
    ["The team's own note for customers", note],
    ['Description', description],
    ...issues.map(({ number, title }): [string, string] => [`Closes issue #${number}`, title]),
    ['Commits', listed(few(commits.map(subjectOfCommit).filter(subject => !description.includes(subject))))],
    [`Files (${filesChanged} changed, lines: ${additions} added, ${deletions} removed)`, paths.join('\n')],
    ['A part of the diff', diff],
    ['Shipped in', shippedIn ?? ''],
  ])
}

/** Titles and texts, one below the other; empty texts are left out. */
export const sections = (parts: readonly (readonly [string, string])[]): string =>
  parts
    .filter(([, text]) => text.trim() !== '')
    .map(([title, text]) => (/\n|^- /.test(text) ? `${title}:\n${text}` : `${title}: ${text}`))
    .join('\n\n')

const listed = (lines: readonly string[]): string => lines.map(line => `- ${line}`).join('\n')

const few = (texts: readonly string[]): string[] =>
  texts.slice(0, MOST_LINES).map(text => clip(safeLine(text), LONGEST_LINE))

/** Matches pictures, and boxes of a form that nobody ticked. */
const CLUTTER = /<img\b[^>]{0,2000}>|!\[[^\]\n]{0,500}\]\([^)\n]{0,2000}\)|^[ \t]*[-*] \[ \] .*$/gim

/** A description without the parts that are not words. */
const withoutClutter = (text: string): string =>
  withoutComments(text)
    .replace(CLUTTER, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const middleLeftOut = (text: string): string =>
  text.length <= BODY_START + BODY_END
    ? text
    : `${text.slice(0, BODY_START)}\n…\n${text.slice(-BODY_END)}`.toWellFormed()

/** Matches markers of turns in a chat, which some servers obey anywhere, and lines that look like a fence. */
const MARKERS = /<(?=[|<]|\/?(?:s|system|assistant|user|human)>)|\|(?=>)|\[(?=\/?(?:INST|SYS)\b)|={3,}/gi

/** Untrusted text between two lines with the same random code. Nothing in it is left that a server could take for a turn of a chat. */
export const fenced = (text: string, code: string): string => {
  const edge = `=== ${code} ===`
  return `${edge}\n${text.replace(MARKERS, marker => (marker.startsWith('=') ? '==' : `${marker} `))}\n${edge}`
}
