import { teamNoteOf } from '#judgement/notes/notes.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import { clip, safeLine, safeText } from '#platform/text.ts'
import { subjectOfCommit } from '#pulls/commit-footers.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { withoutPromptInjections } from '#writing/models/prompt-injection.ts'

const BODY_START = 4_500
const BODY_END = 1_000
const MOST_PATHS = 60
const MOST_LINES = 20
const LONGEST_LINE = 160

/** What belongs to a pull request and is not in its record. Untrusted text that speaks to no language model. */
export interface Surroundings {
  /** What the repository says of itself, in a line; empty where that is not known. */
  about: string
  /** Issues of its repository that it closes. */
  issues: readonly { number: number; title: string }[]
  /** The first release or tag that holds it; null where none is known. */
  shippedIn: string | null
  /** A part of its diff; empty where the account does not send it. */
  diff: string
}

export const NO_SURROUNDINGS: Surroundings = { about: '', issues: [], shippedIn: null, diff: '' }

/** A pull request as a writer reads it. */
export interface SourceMaterial extends MergedPull {
  surroundings?: Surroundings
}

/** The parts of its surroundings, each with what people call it. */
export const surroundingsOf = ({ surroundings }: SourceMaterial): [string, string][] => {
  const { issues, shippedIn, diff } = surroundings ?? NO_SURROUNDINGS
  return [
    ...issues.map(({ number, title }): [string, string] => [`issue #${number}`, title]),
    ['the release', shippedIn ?? ''],
    ['the diff', diff],
  ]
}

/** What a language model is shown of a pull request, as text to read: nobody's name, and no more of a long one than its start and end. */
export function excerptOf(pull: SourceMaterial): string {
  const { about, issues, shippedIn, diff } = pull.surroundings ?? NO_SURROUNDINGS
  const { labels, commits, files, filesChanged, additions, deletions } = pull
  const note = clip(safeText(teamNoteOf(pull)?.text ?? ''), 1_500)
  const paths = files.slice(0, MOST_PATHS).map(({ path }) => `- ${clip(safeLine(path), LONGEST_LINE)}`)
  return sections([
    ['Repository', [safeLine(pull.repo), about].filter(Boolean).join(': ')],
    ['Title', clip(safeLine(pull.title), 300)],
    ['Labels', few(labels).join(', ')],
    ["The team's own note for customers", note],
    ['Description', middleLeftOut(withoutClutter(safeText(pull.body)))],
    ...issues.map(({ number, title }): [string, string] => [`Closes issue #${number}`, title]),
    ['Commits', listed(few(commits.map(subjectOfCommit)))],
    [`Files (${filesChanged} changed, lines: ${additions} added, ${deletions} removed)`, paths.join('\n')],
    ['A part of the diff', diff],
    ['Shipped in', shippedIn ?? ''],
  ])
}

/** Titles and texts, one below the other, without the empty ones. */
export const sections = (parts: readonly (readonly [string, string])[]): string =>
  parts
    .filter(([, text]) => text.trim() !== '')
    .map(([title, text]) => (/\n|^- /.test(text) ? `${title}:\n${text}` : `${title}: ${text}`))
    .join('\n\n')

const listed = (lines: readonly string[]): string => lines.map(line => `- ${line}`).join('\n')

const few = (texts: readonly string[]): string[] =>
  texts.slice(0, MOST_LINES).map(text => clip(safeLine(text), LONGEST_LINE))

/** Pictures, and boxes of a form that nobody ticked. */
const CLUTTER = /<img\b[^>]{0,2000}>|!\[[^\]\n]{0,500}\]\([^)\n]{0,2000}\)|^[ \t]*[-*] \[ \] .*$/gim

/** A description without what is not told in words. */
const withoutClutter = (text: string): string =>
  withoutComments(text)
    .replace(CLUTTER, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const middleLeftOut = (text: string): string =>
  text.length <= BODY_START + BODY_END
    ? text
    : `${text.slice(0, BODY_START)}\n…\n${text.slice(-BODY_END)}`.toWellFormed()

/** Markers of a chat's turns, which some servers obey wherever they stand, and lines that look like a fence. */
const MARKERS = /<(?=[|<]|\/?(?:s|system|assistant|user|human)>)|\|(?=>)|\[(?=\/?(?:INST|SYS)\b)|={3,}/gi

/** Untrusted text between two lines that hold the same random code, with nothing in it that a server takes for a turn of a chat. */
export const fenced = (text: string, code: string): string => {
  const edge = `=== ${code} ===`
  return `${edge}\n${text.replace(MARKERS, marker => (marker.startsWith('=') ? '==' : `${marker} `))}\n${edge}`
}

/** Whether nothing in a text speaks to a language model. */
export const isHarmless = (text: string): boolean => withoutPromptInjections(text) === text.trim()
