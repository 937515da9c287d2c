import { isSilent, type TeamNote } from '#judgement/notes/note.ts'
import { notesOf, type Written } from '#judgement/notes/notes.ts'
import type { Magnitude } from '../classification.ts'
import { type Signal, signal } from './signal.ts'
import { type Meaning, meaningOfCategory } from './vocabulary.ts'

const TOLD = 4
const UNTOLD = -4
/** Teams disagree whether documentation and dependencies belong into a changelog, even where they keep fragments of them. */
const DOUBTFUL = -1.5
/** A word that nobody else uses, before it is learnt what it stands beside: that a note was written at all speaks a little for telling. */
const UNKNOWN = 0.6

const NAMES: Record<TeamNote['source'], string> = {
  changeset: 'changeset',
  fragment: 'changelog fragment',
  'release-note': 'release note',
  changelog: 'changelog entry',
}

/** Changesets, fragments, release-note blocks and entries. The weightiest note speaks for all: several notes are not several votes. */
export function noteSignals(pull: Written): Signal[] {
  const [lead, ...others] = notesOf(pull)
  if (lead === undefined) return []
  const told = isSilent(lead) ? silent(lead) : spoken(lead)
  if (others.length === 0) return [told]
  // A word such as “breaking” names no kind; another note may.
  const kind = told.kind ?? others.map(other => meaningOf(other)?.kind).find(named => named) ?? null
  return [{ ...told, kind, detail: `${told.detail}, and ${more(others.length)}` }]
}

const meaningOf = ({ kind }: TeamNote): Meaning | null => (kind === null ? null : meaningOfCategory(kind))

/** A heading of a changelog that is no sort is a part of the product, and an entry below it an entry all the same. */
const isSorted = (note: TeamNote): boolean =>
  note.kind !== null && (note.source !== 'changelog' || meaningOf(note) !== null)

const more = (count: number): string => (count === 1 ? 'one more note' : `${count} more notes`)

const silent = (note: TeamNote): Signal =>
  signal({
    source: note.source,
    detail:
      note.source === 'release-note'
        ? 'the team wrote that there is no release note'
        : `the team added a ${NAMES[note.source]} that announces nothing`,
    weight: UNTOLD,
    kind: 'maintenance',
    binding: true,
  })

function spoken(note: TeamNote): Signal {
  const meaning = meaningOf(note)
  const named = isSorted(note) ? ` of the kind “${note.kind}”` : ''
  const bumped = note.bump === null ? '' : ` with a ${note.bump} bump`
  return signal({
    source: note.source,
    detail: `the team wrote a ${NAMES[note.source]}${named}${bumped}`,
    weight: weightOf(note),
    kind: meaning?.kind ?? null,
    magnitude: meaning?.breaking ? 'minor' : magnitudeOf(note),
    binding: !isSorted(note) || meaning !== null,
    category: isSorted(note) && meaning === null ? note.kind : null,
  })
}

function weightOf(note: TeamNote): number {
  if (!isSorted(note)) return TOLD
  const meaning = meaningOf(note)
  if (meaning === null) return UNKNOWN
  if (meaning.told) return TOLD
  return meaning.kind === 'documentation' || /^dep/.test(note.kind ?? '') ? DOUBTFUL : UNTOLD
}

const magnitudeOf = ({ bump }: TeamNote): Magnitude | null => (bump === 'none' ? null : bump)
