import { withoutComments } from '#platform/markup/markup.ts'

/** What a team wrote for its changelog beside the code: one changeset, one fragment's item, one release-note block or one entry. */
export interface TeamNote {
  source: 'changeset' | 'fragment' | 'release-note' | 'changelog'
  /** The team's own word for what kind it is, as `kindWord` folds it; null where it writes none. */
  kind: string | null
  /** The largest version bump that it asks for; `none` where it says that nothing is released. */
  bump: Bump | null
  /** As written (Markdown), without wrapping or list markers; empty where the team says that there is nothing to announce. */
  text: string
  /** The packages that a changeset names. */
  packages: string[]
}

export const BUMPS = ['none', 'patch', 'minor', 'major'] as const
export type Bump = (typeof BUMPS)[number]

/** A note with what most forms leave out. */
export const note = (known: Partial<TeamNote> & Pick<TeamNote, 'source'>): TeamNote => ({
  kind: null,
  bump: null,
  text: '',
  packages: [],
  ...known,
})

/** The team says in so many words that customers need not hear of it. */
export const isSilent = ({ bump, text }: TeamNote): boolean =>
  bump === 'none' || (bump === null && text === '')

/** `Bug_Fix `, `"bug fix"` and `bug-fix` are one word. */
export const kindWord = (written: string): string =>
  written
    .trim()
    .replace(/^["'`*]+|(?<!["'`*:])["'`*:]+$/g, '')
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

/** The kinds of notes, from the one that takes precedence among several to the last. */
const LEADS = [
  /secur/,
  /break|major|remov/,
  /deprec/,
  /feat|add|new/,
  /impro|enhanc|chang|updat|perf/,
  /fix|bug/,
]
const SORTS = /^(?:other|performance|speed|internals?|upkeep|housekeeping|dependenc|refactor|build|ci$)/
const TRAILS = /^(misc|dev|docs?|tests?|chore|internal|trivial|documentation)$/

/** Is it a word by which teams sort changes, rather than the name of a part of the product? */
export const isSort = (word: string): boolean =>
  SORTS.test(word) || TRAILS.test(word) || LEADS.some(lead => word.search(lead) === 0)

function rank({ kind, bump }: TeamNote): number {
  if (kind === null) return LEADS.length - BUMPS.indexOf(bump ?? 'none')
  if (TRAILS.test(kind)) return LEADS.length + 1
  const place = LEADS.findIndex(word => word.test(kind))
  return place === -1 ? LEADS.length : place
}

/** Whether two notes have the same weight, so that other things decide which of them takes precedence. */
export const weighAlike = (one: TeamNote, other: TeamNote): boolean => rank(one) === rank(other)

/** Whether a note matters only to the people who build the product. */
export const isTrailing = ({ kind }: TeamNote): boolean => kind !== null && TRAILS.test(kind)

/** The weightiest first; those that say nothing last. */
export const byWeight = (notes: TeamNote[]): TeamNote[] =>
  notes.toSorted((a, b) => Number(isSilent(a)) - Number(isSilent(b)) || rank(a) - rank(b))

/** The many ways to write that there is nothing to announce. */
const NOTHING =
  /^(?:none|n\.?\/?an?|no|nope|nothing|not applicable|not needed|no release notes?(?: needed| required)?|no changelog(?: entry)?(?: needed| required)?)?$/i
/** Punctuation that may stand around those words. */
const AROUND = /^[-*\s]+|(?<![.!_*\s])[.!_*\s]+$/g

/** A list marker at the start of a line. */
const MARKER = /^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+/

/** The text of a note: trimmed, one list item a line without its marker, empty where it only says "none". */
export function plainNote(written: string): string {
  const text = withoutComments(written).trim()
  if (text.length < 60 && NOTHING.test(text.replace(AROUND, ''))) return ''
  return text
    .split('\n')
    .map(line => line.replace(MARKER, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
