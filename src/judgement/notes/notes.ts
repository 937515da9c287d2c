import { withoutAssistants } from '#judgement/text/blocks.ts'
import { stemsOf } from '#judgement/text/sentences.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import { singleSpaced } from '#platform/text.ts'
import type { ChangeFragment, MergedPull } from '#pulls/pull-request.ts'
import {
  kindInName,
  readBumpNamed,
  readChangeset,
  readEntries,
  readHeadings,
  readNamed,
} from './fragments.ts'
import {
  byWeight,
  isSilent,
  isTrailing,
  kindWord,
  note,
  plainNote,
  type TeamNote,
  weighAlike,
} from './note.ts'
import { readFrontMatter, readHeader, readRecord } from './record.ts'

/** How many of its words but the smallest a text shares with another. */
function sharedStems(text: string, other: string): number {
  const known = stemsOf(other)
  return [...stemsOf(text)].filter(stem => known.has(stem)).length
}

/** What notes are read from. */
export type NoteSources = Pick<MergedPull, 'fragments' | 'body'> &
  Partial<Pick<MergedPull, 'author' | 'authorIsBot' | 'title' | 'files'>>

/** Everything that the team wrote for its changelog about this pull request, the weightiest first. */
export const notesOf = (pull: NoteSources): TeamNote[] =>
  byWeight([...pull.fragments.flatMap(readFragment), ...readReleaseNotes(pull.body, upkeepOf(pull) !== null)])

function readFragment(fragment: ChangeFragment): TeamNote[] {
  return (
    readEntries(fragment) ??
    readChangeset(fragment) ??
    readBumpNamed(fragment) ??
    readHeader(fragment) ??
    readFrontMatter(fragment) ??
    readRecord(fragment) ??
    readBlocks(fragment) ??
    // Where the name of the file tells the kind, the headings do not count: "New" may stand above an example.
    (kindInName(fragment.path) === null ? readHeadings(fragment) : null) ??
    readNamed(fragment)
  )
}

/** A fragment may hold the same blocks as a description (`.changelog/123.txt`). */
function readBlocks({ text }: ChangeFragment): TeamNote[] | null {
  const notes = text.includes('```') ? readReleaseNotes(text) : []
  return notes.length > 0 ? notes.map(note => ({ ...note, source: 'fragment' })) : null
}

/** The words that the team wrote for customers, as written (Markdown), and where. */
interface TeamWords extends Pick<TeamNote, 'text' | 'source'> {
  /** The team's other notes on the same change. */
  others: string[]
}

/**
 * The weightiest of the team's notes; of several that weigh alike that of the package that the repository is named for, else one that
 * says what the title says, where the first does not. Null where it wrote none.
 */
export function teamNoteOf(pull: NoteSources & { title?: string; repo?: string }): TeamWords | null {
  const told = notesOf(pull).filter(note => !isSilent(note) && note.text !== '')
  const [first] = told
  if (first === undefined) return null
  const alike = told.filter(note => weighAlike(note, first))
  const main = alike.filter(note => isOfMainPackage(note, pull.repo ?? ''))
  const candidates = main.length > 0 ? main : alike
  const lead = candidates.length > 1 ? saying(candidates, pull.title ?? '') : (candidates[0] ?? first)
  const others = told.filter(note => note !== lead && !isTrailing(note)).map(({ text }) => text)
  return { text: lead.text, source: lead.source, others }
}

/** `@acme/shop` and `shop` are the main package of `acme/shop`. */
const isOfMainPackage = ({ packages }: TeamNote, repo: string): boolean =>
  packages.some(name => name.split('/').at(-1)?.toLowerCase() === repo.split('/').at(-1)?.toLowerCase())

/** The note whose first lines say half of the title's words, and surely more than the first. */
function saying(notes: TeamNote[], title: string): TeamNote {
  const half = stemsOf(title).size / 2
  const said = notes.map(note => ({ note, words: sharedStems(title, note.text.slice(0, 300)) }))
  return said.reduce((best, next) => (next.words >= half && next.words > best.words + 1 ? next : best)).note
}

const FENCE_OPEN = /^\s{0,3}(?:`{3,}|~{3,})\s*(?:release-?notes?|changelog)(?:[:\s-]\s*([a-z][a-z -]*))?$/i
const FENCE_CLOSE = /^\s{0,3}(?:`{3,}|~{3,})\s*$/
const HEADING =
  /^(?:#{1,6} ?|\*\*|__)? ?(?:release notes?|changelog entry|release note entry|user[- ]facing changes?)(?: ?\([^()]{1,40}\))? ?(?:\*\*|__)? ?(?:: ?(?:\*\*|__)? ?(.*))?$/i
const QUESTION =
  /^\s{0,3}(?:#{1,6}\s*|\*\*)?does this (?:pr|pull request|change) (?:introduce|include) (?:_?any_?|a|an) _?user[- ]facing_? changes?\W*$/i
/** `Release note (bug fix): …` up to the empty line. */
const LINE = /^release notes?\s*\(([a-z][a-z -]*)\):(.*)/i
const NEXT =
  /^\s{0,3}(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|-{3,}\s*$|[A-Z][\w /-]{2,40}:\s*$|[A-Z][a-z]+-[a-z-]+:\s)/
/** The choice that a template leaves to its author. */
const UNFILLED = /N\/A \*or\*|Added\/Fixed\/Improved/

/** No heading is longer. */
const LINE_LIMIT = 4_000
const bounded = (line: string): string => line.slice(0, LINE_LIMIT).trimEnd()

interface Found {
  kind: string | null
  text: string
}

/**
 * Fenced blocks, "Release Notes:" sections and "Release note (kind):" lines of a description, or of a fragment that holds them. What
 * stands under such a heading in a robot's description are the notes of what it updates.
 */
function readReleaseNotes(text: string, byBot = false): TeamNote[] {
  if (!/release-?\s?note|changelog|user.facing/i.test(text)) return []
  const lines = withoutComments(withoutAssistants(text)).split('\n').map(bounded)
  const fenced = fencedBlocks(lines)
  const found = fenced.length > 0 ? fenced : [...taggedLines(lines), ...(byBot ? [] : section(lines))]
  return found.map(({ kind, text }) =>
    note({ source: 'release-note', kind: kind === null ? null : kindWord(kind), text: plainNote(text) }),
  )
}

function fencedBlocks(lines: string[]): Found[] {
  const found: Found[] = []
  let block: Found | null = null
  for (const line of lines) {
    const opened: Found | null = block === null ? fenceOf(line) : null
    if (opened !== null) found.push(opened)
    else if (block !== null && !FENCE_CLOSE.test(line)) block.text += `${line}\n`
    block = opened ?? (FENCE_CLOSE.test(line) ? null : block)
  }
  // An empty one is a template that nobody filled.
  return found.filter(({ text }) => text.trim() !== '')
}

function fenceOf(line: string): Found | null {
  const open = FENCE_OPEN.exec(line)
  return open === null ? null : { kind: open[1] ?? null, text: '' }
}

function taggedLines(lines: string[]): Found[] {
  const found: Found[] = []
  let open: Found | null = null
  for (const line of lines) {
    const [, kind, first = ''] = LINE.exec(line) ?? []
    if (kind !== undefined) {
      open = { kind, text: first.trim() }
      found.push(open)
    } else if (line === '') open = null
    else if (open !== null) open.text += `\n${line}`
  }
  return found
}

/** The first section that has something written in it. An empty one is a template that nobody filled, not a "none". */
function section(lines: string[]): Found[] {
  const at = lines.findIndex(line => HEADING.test(singleSpaced(line)) || QUESTION.test(line))
  if (at === -1) return []
  const first = HEADING.exec(singleSpaced(lines[at] ?? ''))?.[1] ?? ''
  const rest = lines.slice(at + 1)
  const end = rest.findIndex(line => NEXT.test(line))
  const text = [first, ...(end === -1 ? rest : rest.slice(0, end))].join('\n').trim()
  return text === '' || UNFILLED.test(text) ? [] : [{ kind: null, text: answered(text) }]
}

/** "No, only tests." is a no. */
const answered = (text: string): string => (/^no\b[,.:\s-]/i.test(text) && text.length < 120 ? 'none' : text)
