import { clip, safeLine, safeText } from '#kit/text.ts'
import { teamNoteOf } from '#pitch/team-note.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** What a model is shown of a pull request: enough to judge it, nobody's name, and no more of a long one than its start and end. */
export interface Excerpt {
  title: string
  description: string
  'team note': string
  labels: string[]
  commits: string[]
  files: { count: number; additions: number; deletions: number; paths: string[] }
}

const BODY_START = 4_500
const BODY_END = 1_000
const PATHS = 60

export function excerptOf(pull: MergedPull): Excerpt {
  const paths = pull.files.map(({ path }) => path)
  return {
    title: clip(safeLine(pull.title), 300),
    description: middleLeftOut(safeText(pull.body)),
    'team note': clip(safeText(teamNoteOf(pull)?.text ?? ''), 1_500),
    labels: few(pull.labels, 20),
    commits: few(pull.commits, 20),
    files: {
      count: pull.filesChanged,
      additions: pull.additions,
      deletions: pull.deletions,
      paths: few(paths, PATHS),
    },
  }
}

const few = (texts: readonly string[], most: number): string[] =>
  texts.slice(0, most).map(text => clip(safeLine(text), 160))

const middleLeftOut = (text: string): string =>
  text.length <= BODY_START + BODY_END
    ? text
    : `${text.slice(0, BODY_START)}\n…\n${text.slice(-BODY_END)}`.toWellFormed()
