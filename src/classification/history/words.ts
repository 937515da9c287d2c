import { teamNoteOf } from '#pitch/team-note.ts'
import { isChangelogPath } from '#pulls/announced/changelog-paths.ts'
import type { Announcement } from '#pulls/announced/paper.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { noteSignals } from '../signals/notes.ts'
import { readTitle } from '../signals/title.ts'
import { trailerSignals } from '../signals/trailers.ts'
import { type Meaning, meaningOfWord } from '../signals/vocabulary.ts'
import { meaningOfHeading } from './heading-meaning.ts'
import type { Word } from './labelled.ts'

/** A line that names more merges than these sweeps up what was not worth one of its own ("Misc. fixes"), or an epic: nobody knows which. */
const MERGES_A_LINE = 3
/** A line without a kind that is about documentation all the same. */
const DOCUMENTS = /^(?:(?:update|improve|fix|add|clarif)\w*\s+(?:the\s+|some\s+)?)?doc(?:s|umentation)\b/i
/** Weaker signals are about documentation and dependencies, where teams disagree. */
const DECIDED = 2

/** What the team wrote beside the change: a changeset, a fragment, a release-note block, a trailer; what stands in a changelog is another record. Null where it wrote nothing. */
export function wordBeside(pull: MergedPull): Word | null {
  const beside = { ...pull, fragments: pull.fragments.filter(({ path }) => !isChangelogPath(path)) }
  const told = noteSignals(beside)[0] ?? trailerSignals(pull.body).find(({ binding }) => binding)
  if (told === undefined) return null
  const announced = Math.abs(told.weight) < DECIDED ? null : told.weight > 0
  return { announced, kind: told.kind, note: teamNoteOf(beside)?.text ?? null, version: null }
}

/** What one line of a changelog says of each merge that it names. */
export function wordOf({ headings, text, numbers, commits, version }: Announcement): Word {
  if (Math.max(numbers.length, commits.length) > MERGES_A_LINE)
    return { announced: null, kind: null, note: null, version }
  const meaning = meaningOfLine(headings, text)
  const announced = meaning === null && DOCUMENTS.test(text) ? null : isTold(meaning)
  return { announced, kind: meaning?.kind ?? null, note: text || null, version }
}

/** The nearest heading that sorts decides, else the line's own type (`fix: …`). An emoji in front of a line is decoration. */
function meaningOfLine(headings: readonly string[], text: string): Meaning | null {
  for (const heading of headings.toReversed()) {
    const meaning = meaningOfHeading(heading)
    if (meaning !== null) return meaning
  }
  const { type, form } = readTitle(text)
  return type === null || form === 'emoji' ? null : meaningOfWord(type)
}

function isTold(meaning: Meaning | null): boolean | null {
  if (meaning === null || meaning.told) return true
  return meaning.kind === 'documentation' ? null : false
}

/** Of several lines about one merge (in several files, or again in a later release) the one that announces it leads. */
export const isWeightier = (one: Word, than: Word): boolean => rank(one) > rank(than)

const rank = ({ announced, kind }: Word): number =>
  (announced ? 4 : announced === null ? 2 : 0) + (kind === null ? 0 : 1)
