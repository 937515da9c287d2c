import { breakingNotes } from '#judgement/notes/breaking-notes.ts'
import { isSilent, kindWord, type TeamNote } from '#judgement/notes/note.ts'
import { type NoteSources, notesOf } from '#judgement/notes/notes.ts'
import { type Upkeep, upkeepOf } from '#judgement/upkeep.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Kind, Magnitude } from '../classification.ts'
import { carrierSignal } from './carrier.ts'
import { changelogSignals } from './changelog.ts'
import { labelSignals } from './labels.ts'
import type { LearntWords } from './learnt-words.ts'
import type { ReleaseRules } from './release-rules.ts'
import { releaseRuleSignals } from './release-rules.ts'
import { type Signal, signal } from './signal.ts'
import { readTitle } from './title.ts'
import { breakingSignal, titleSignals } from './title-signals.ts'
import { type Meaning, meaningOfCategory, meaningOfWord } from './vocabulary.ts'

/** GitLab's `Changelog: added`, and the likes of it. */
const TRAILER =
  /^(?:change-?log(?:-type)?|release-note-type|change-type|kind):[ \t]*\[?([a-z][a-z -]{1,24}?)\]?[ \t]*$/im
const NONE = /^(?:none|skip|no|n-a|not-needed)$/

const DECIDED = 3.5

/** Lines at the end of a message that are written for programs. */
export function trailerSignals(pull: Pick<MergedPull, 'body' | 'commits'>): Signal[] {
  const found: Signal[] = []
  const [line, word] = trailerIn(pull) ?? []
  if (line !== undefined && word !== undefined) found.push(...readTrailer(line.trim(), kindWord(word)))
  if (breakingNotes(pull).isMarked)
    found.push(breakingSignal('the message marks a breaking change', 'trailer'))
  return found
}

/** The trailer in the description, else in the newest commit that has one. */
const trailerIn = ({ body, commits }: Pick<MergedPull, 'body' | 'commits'>) =>
  [body, ...commits.toReversed()].map(text => TRAILER.exec(withoutComments(text))).find(Boolean)

function readTrailer(line: string, word: string): Signal[] {
  const known = { source: 'trailer', detail: `the message ends with “${line}”`, binding: true }
  if (NONE.test(word)) return [signal({ ...known, weight: -DECIDED, kind: 'maintenance' })]
  const meaning = meaningOfWord(word)
  if (meaning === null) return []
  return [signal({ ...known, weight: meaning.told ? DECIDED : -DECIDED, kind: meaning.kind })]
}

/** "Type of change" lists of pull-request templates: the wording differs, the first words hardly. */
const BOXES: [RegExp, Kind | null, number][] = [
  [/^(?:🐛\s*)?bug[ -]?fix/i, 'fix', 1.1],
  [/^(?:[✨🚀]\s*)?(?:new )?feature\b/iu, 'feature', 1.2],
  [/^(?:improvement|enhancement)/i, 'improvement', 1],
  [/^(?:performance|optimi[sz]ation)/i, 'performance', 0.6],
  [/^security/i, 'security', 1],
  [/^breaking change/i, null, 1.2],
  [
    /^(?:this change (?:is|requires) a )?documentation(?: updates?| changes?| only)?(?:$|[ (])(?!has|have|is|was)/i,
    'documentation',
    -1.5,
  ],
  [/^(?:code )?(?:refactor|clean-?up|style|code style)/i, 'maintenance', -1.2],
  [/^(?:tests?(?: only| improvements?| updates?)?$|ci\b|build\b)/i, 'maintenance', -1.5],
  [/^(?:chore|maintenance|dependenc|internal|tooling)/i, 'maintenance', -1.5],
]

const TICKED = /^[ \t]{0,8}[-*+][ \t]+\[[xX]\][ \t]+(\S.{2,120})$/gm

/** The most ticked boxes that are believed: an author of more ticked whatever was there. */
const SINCERE = 2

/** What the author ticked under "Type of change". */
function checkboxSignals(body: string): Signal[] {
  if (!/\[[xX]\]/.test(body)) return []
  const ticked = [...body.matchAll(TICKED)].flatMap(([, text = '']) =>
    readBox(text.replace(/[*_`]/g, '').trim()),
  )
  return ticked.length > SINCERE ? [] : ticked
}

function readBox(text: string): Signal[] {
  const box = BOXES.find(([form]) => form.test(text))
  if (box === undefined) return []
  const [, kind, weight] = box
  const words = text.split(/[(:,.–]/)[0]?.trim() ?? text
  const detail = `the author ticked “${words}”`
  return [signal({ source: 'body', detail, weight, kind, breaking: /^breaking/i.test(text) })]
}

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
export function noteSignals(pull: NoteSources): Signal[] {
  const [lead, ...others] = notesOf(pull)
  if (lead === undefined) return []
  const told = isSilent(lead) ? silent(lead) : spoken(lead)
  if (others.length === 0) return [told]
  // A word such as “breaking” names no kind; another note may.
  const kind = told.kind ?? others.map(other => meaningOf(other)?.kind).find(named => named) ?? null
  const breaking = told.breaking || others.some(other => meaningOf(other)?.breaking)
  return [{ ...told, kind, breaking, detail: `${told.detail}, and ${more(others.length)}` }]
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
    breaking: meaning?.breaking ?? false,
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

/** What is known of how a repository's people write. */
export interface Convention {
  sortsByCapitals: boolean
  words: LearntWords
  /** How they configured their release notes. */
  rules: ReleaseRules | undefined
}

/** All that people wrote to say what the change is, the weightiest first. What they wrote of a carrier is about other changes. */
export function signalsOf(pull: MergedPull, convention?: Convention): Signal[] {
  const carrier = carrierSignal(pull)
  if (carrier) return [carrier]
  const body = withoutComments(pull.body)
  const notes = noteSignals(pull).map(note => weighed(note, convention?.words))
  return [
    ...notes,
    ...trailerSignals(pull),
    ...(notes.length > 0 ? [] : changelogSignals(pull)),
    ...labelSignals(pull.labels),
    ...checkboxSignals(body),
    ...titleSignals(readTitle(pull.title), convention?.sortsByCapitals),
    ...(convention?.rules ? releaseRuleSignals(pull, convention.rules) : []),
    ...robotSignals(pull),
  ].toSorted((a, b) => Number(b.binding) - Number(a.binding) || Math.abs(b.weight) - Math.abs(a.weight))
}

const weighed = (note: Signal, words: LearntWords | undefined): Signal =>
  note.category === null ? note : { ...note, weight: note.weight + (words?.weightOf(note.category) ?? 0) }

/** Upkeep by robots is hardly ever news; a translation sometimes is. */
const UPKEEP: Record<Upkeep, readonly [work: string, weight: number]> = {
  dependencies: ['updates dependencies', -3.2],
  translations: ['brings translations', -1.5],
  releases: ['makes releases and moves merges', -3],
}

function robotSignals(pull: MergedPull): Signal[] {
  const upkeep = upkeepOf(pull)
  if (upkeep === null) return []
  const [work, weight] = UPKEEP[upkeep]
  return [signal({ source: 'author', detail: `a bot ${work}`, weight, kind: 'maintenance' })]
}
