import type { Kind } from '#judgement/classification/classification.ts'
import { trailerSignals } from '#judgement/classification/record/body-signals.ts'
import { addsToChangelog } from '#judgement/classification/record/changelog.ts'
import { noteSignals } from '#judgement/classification/record/notes.ts'
import { readTitle } from '#judgement/classification/record/title.ts'
import { type Meaning, meaningOfWord } from '#judgement/classification/record/vocabulary.ts'
import { teamNoteOf } from '#judgement/copy/team-note.ts'
import type { Instant } from '#platform/clock.ts'
import type { Announcement } from '#pulls/changelog-sources/announcements.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { meaningOfHeading } from './heading-meaning.ts'

/** Where a team keeps up what it tells, the most telling first: where several speak of a time, the first is believed. */
export const HISTORY_SOURCES = ['notes', 'changelog', 'changelog-edits', 'tags'] as const
/**
 * `notes`: changesets, news fragments and release-note blocks, each with its change. `changelog`: files that name merges.
 * `changelog-edits`: changes that edit a changelog file themselves. `tags`: messages of tags that name merges.
 */
export type HistorySource = (typeof HISTORY_SOURCES)[number]

/** What one source says of one merge. */
export interface SourceStatement {
  /** Null where teams disagree whether it belongs into a changelog (documentation, dependencies), and for lines about everything. */
  announced: boolean | null
  /** Null where the record tells no kind. */
  kind: Kind | null
  /** The words for customers; null where there are none of its own. */
  note: string | null
  /** The release that it was announced in, as far as the record tells. */
  version: string | null
}

/** A past merge with what its team decided about it: an example to be measured by, or to learn from. */
export interface LabelledPull extends SourceStatement {
  announced: boolean
  pull: MergedPull
  source: HistorySource
  /** `recorded`: the team wrote its decision down. `absent`: it wrote nothing, at a time when it wrote about others; less sure. */
  basis: 'recorded' | 'absent'
}

/** What a source was found to cover, and what it says there. */
export interface SourceCoverage {
  source: HistorySource
  /** The papers that name merges, the one that names most first; empty for what stands with the change. */
  files: string[]
  /** Merges inside the spans, and those of them that it names. */
  merges: number
  named: number
  spans: { from: Instant; to: Instant }[]
}

/** One way in which a team may keep its record. */
export interface HistoryReader {
  source: HistorySource
  /** What it says of a merge; null where it says nothing. */
  read(pull: MergedPull): SourceStatement | null
  /** The papers that name these merges, the one that names most first; empty for what stands with the change. */
  files(merges: readonly MergedPull[]): string[]
  /** The record comes with a later release, so the newest merges are not in it yet. */
  late: boolean
}

export const historyReaders = (announcements: readonly Announcement[]): HistoryReader[] => [
  { source: 'notes', read: statementInChange, files: () => [], late: false },
  publishedReader('changelog', announcements, 'changelog'),
  { source: 'changelog-edits', read: statementByEdit, files: () => [], late: false },
  publishedReader('tags', announcements, 'tag'),
]

/** What was said of one merge, and where. */
interface Mention {
  word: SourceStatement
  paper: string
}

/** As short as git writes hashes; enough inside one repository. */
const SHORT = 7

function publishedReader(
  source: HistorySource,
  all: readonly Announcement[],
  form: Announcement['form'],
): HistoryReader {
  const mentions = new Map<string, Mention>()
  for (const announcement of all.filter(one => one.form === form)) {
    const mention = { word: statementOf(announcement), paper: announcement.file }
    for (const key of keysOf(announcement)) add(mentions, key, mention)
  }
  const find = ({ number, mergeCommit }: MergedPull) =>
    mentions.get(`#${number}`) ?? mentions.get(mergeCommit?.slice(0, SHORT) ?? '')
  return {
    source,
    late: true,
    read: pull => find(pull)?.word ?? null,
    files: merges => byFrequency(merges.flatMap(pull => find(pull)?.paper ?? [])),
  }
}

const keysOf = ({ numbers, commits }: Announcement): string[] => [
  ...numbers.map(number => `#${number}`),
  ...commits.map(commit => commit.slice(0, SHORT)),
]

function add(mentions: Map<string, Mention>, key: string, mention: Mention): void {
  const before = mentions.get(key)
  if (before === undefined || isWeightier(mention.word, before.word)) mentions.set(key, mention)
}

function byFrequency(names: readonly string[]): string[] {
  const counts = Map.groupBy(names, name => name)
  return [...counts].toSorted((a, b) => b[1].length - a[1].length).map(([name]) => name)
}

/** A change that adds lines to a changelog announces itself; what they say is not read. One that only mends lines does not. */
function statementByEdit({ files }: MergedPull): SourceStatement | null {
  return addsToChangelog(files) ? { announced: true, kind: null, note: null, version: null } : null
}

/** A line that names more merges than these sweeps up what was not worth one of its own ("Misc. fixes"), or an epic: nobody knows which. */
const MERGES_A_LINE = 3
/** A line without a kind that is about documentation all the same. */
const DOCUMENTS = /^(?:(?:update|improve|fix|add|clarif)\w*\s+(?:the\s+|some\s+)?)?doc(?:s|umentation)\b/i
/** Weaker signals are about documentation and dependencies, where teams disagree. */
const DECIDED = 2

/** What the team wrote beside the change: a changeset, a fragment, a release-note block, a trailer; what stands in a changelog is another record. Null where it wrote nothing. */
function statementInChange(pull: MergedPull): SourceStatement | null {
  const beside = { ...pull, fragments: pull.fragments.filter(({ path }) => !isChangelogPath(path)) }
  const told = noteSignals(beside)[0] ?? trailerSignals(pull.body).find(({ binding }) => binding)
  if (told === undefined) return null
  const announced = Math.abs(told.weight) < DECIDED ? null : told.weight > 0
  return { announced, kind: told.kind, note: teamNoteOf(beside)?.text ?? null, version: null }
}

/** What one line of a changelog says of each merge that it names. */
function statementOf({ headings, text, numbers, commits, version }: Announcement): SourceStatement {
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
const isWeightier = (one: SourceStatement, than: SourceStatement): boolean => rank(one) > rank(than)

const rank = ({ announced, kind }: SourceStatement): number =>
  (announced ? 4 : announced === null ? 2 : 0) + (kind === null ? 0 : 1)
