import type { Kind } from '#judgement/classification/classification.ts'
import { addsToChangelog } from '#judgement/classification/record/changelog.ts'
import { noteSignals, trailerSignals } from '#judgement/classification/record/signals.ts'
import { readTitle } from '#judgement/classification/record/title.ts'
import { type Meaning, meaningOfWord } from '#judgement/classification/record/vocabulary.ts'
import { teamNoteOf } from '#judgement/notes/notes.ts'
import type { Instant } from '#platform/clock.ts'
import type { Announcement } from '#pulls/changelog-sources/announcements.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { meaningOfHeadings } from './heading-meaning.ts'

/** The places where a team records what it announces. If several cover the same time, the first one in this list counts. */
const HISTORY_SOURCES = ['notes', 'changelog', 'changelog-edits', 'tags'] as const
/**
 * `notes`: changesets, news fragments and release-note blocks that come with the change. `changelog`: changelog files that mention pull
 * requests. `changelog-edits`: pull requests that edit a changelog file. `tags`: tag messages that mention pull requests.
 */
export type HistorySource = (typeof HISTORY_SOURCES)[number]

/** What one source says about one pull request. */
export interface SourceStatement {
  /** Null for kinds that teams treat differently (documentation, dependencies), and for lines about many pull requests. */
  announced: boolean | null
  /** Null if the record states none. */
  kind: Kind | null
  /** The words for customers; null if there are none. */
  note: string | null
  /** The release in which it was announced; null if unknown. */
  version: string | null
}

/** A past pull request with its team's decision, to measure or to learn from. */
export interface LabelledPull extends SourceStatement {
  announced: boolean
  pull: MergedPull
  source: HistorySource
  /**
   * `recorded`: the source mentions the pull request. `absent`: the source does not, although it mentions
   * others of the time; this is less certain.
   */
  basis: 'recorded' | 'absent'
}

/** The part of a history that a source covers. */
export interface SourceCoverage {
  source: HistorySource
  /** The files that mention pull requests, the one with most mentions first; empty for records that come with the change. */
  files: string[]
  /** Pull requests in the covered time, and those of them that the source mentions. */
  merges: number
  named: number
  spans: { from: Instant; to: Instant }[]
}

/** Reads what one source says. */
export interface HistoryReader {
  source: HistorySource
  /** What the source says about a pull request; null if it does not mention it. */
  read(pull: MergedPull): SourceStatement | null
  /** The files that mention these pull requests, the one with most mentions first; empty for records that come with the change. */
  files(merges: readonly MergedPull[]): string[]
  /** Whether the record is written later, at a release, so that the newest pull requests are still missing from it. */
  late: boolean
}

export const historyReaders = (announcements: readonly Announcement[]): HistoryReader[] => [
  { source: 'notes', read: statementInChange, files: () => [], late: false },
  publishedReader('changelog', announcements, 'changelog'),
  { source: 'changelog-edits', read: statementByEdit, files: () => [], late: false },
  publishedReader('tags', announcements, 'tag'),
]

/** A statement, with the file that contains it. */
interface Mention {
  word: SourceStatement
  file: string
}

/** Git's shortest abbreviation, which is unique enough within one repository. */
const SHORT_HASH = 7

function publishedReader(
  source: HistorySource,
  all: readonly Announcement[],
  form: Announcement['form'],
): HistoryReader {
  const mentions = new Map<string, Mention>()
  for (const announcement of all.filter(one => one.form === form)) {
    const mention = { word: statementOf(announcement), file: announcement.file }
    for (const key of keysOf(announcement)) add(mentions, key, mention)
  }
  const find = ({ number, mergeCommit }: MergedPull) =>
    mentions.get(`#${number}`) ?? mentions.get(mergeCommit?.slice(0, SHORT_HASH) ?? '')
  return {
    source,
    late: true,
    read: pull => find(pull)?.word ?? null,
    files: merges => byFrequency(merges.flatMap(pull => find(pull)?.file ?? [])),
  }
}

const keysOf = ({ numbers, commits }: Announcement): string[] => [
  ...numbers.map(number => `#${number}`),
  ...commits.map(commit => commit.slice(0, SHORT_HASH)),
]

function add(mentions: Map<string, Mention>, key: string, mention: Mention): void {
  const before = mentions.get(key)
  if (before === undefined || isWeightier(mention.word, before.word)) mentions.set(key, mention)
}

function byFrequency(names: readonly string[]): string[] {
  const counts = Map.groupBy(names, name => name)
  return [...counts].toSorted((a, b) => b[1].length - a[1].length).map(([name]) => name)
}

/** A pull request that adds lines to a changelog is announced by them; one that only changes lines is not. */
function statementByEdit({ files }: MergedPull): SourceStatement | null {
  return addsToChangelog(files) ? { announced: true, kind: null, note: null, version: null } : null
}

/**
 * The most pull requests that a line may mention. A line with more collects small changes ("Misc. fixes") or
 * describes an epic, and decides nothing.
 */
const MAX_PULLS_PER_LINE = 3
/** Matches a line about documentation that is not below a heading for documentation. */
const DOCUMENTS = /^(?:(?:update|improve|fix|add|clarif)\w*\s+(?:the\s+|some\s+)?)?doc(?:s|umentation)\b/i
/** The least weight of a signal that decides. Weaker ones are about documentation and dependencies, which teams treat differently. */
const MIN_WEIGHT = 2

/** What the record that comes with the change says: a changeset, a fragment, a release-note block or a trailer. Null if there is none. */
function statementInChange(pull: MergedPull): SourceStatement | null {
  const beside = { ...pull, fragments: pull.fragments.filter(({ path }) => !isChangelogPath(path)) }
  const told =
    noteSignals(beside)[0] ?? trailerSignals({ body: pull.body, commits: [] }).find(({ binding }) => binding)
  if (told === undefined) return null
  const announced = Math.abs(told.weight) < MIN_WEIGHT ? null : told.weight > 0
  return { announced, kind: told.kind, note: teamNoteOf(beside)?.text ?? null, version: null }
}

/** What a changelog line says about each pull request that it mentions. */
function statementOf({ headings, text, numbers, commits, version }: Announcement): SourceStatement {
  if (Math.max(numbers.length, commits.length) > MAX_PULLS_PER_LINE)
    return { announced: null, kind: null, note: null, version }
  const meaning = meaningOfLine(headings, text)
  const announced = meaning === null && DOCUMENTS.test(text) ? null : isTold(meaning)
  return { announced, kind: meaning?.kind ?? null, note: text || null, version }
}

/** The meaning of its headings, otherwise that of the line's type (`fix: …`). An emoji at the start of a line is decoration. */
function meaningOfLine(headings: readonly string[], text: string): Meaning | null {
  const meaning = meaningOfHeadings(headings)
  if (meaning !== null) return meaning
  const { type, form } = readTitle(text)
  return type === null || form === 'emoji' ? null : meaningOfWord(type)
}

function isTold(meaning: Meaning | null): boolean | null {
  if (meaning === null || meaning.told) return true
  return meaning.kind === 'documentation' ? null : false
}

/** Whether one of several lines about a pull request outweighs another. One that announces it does. */
const isWeightier = (one: SourceStatement, than: SourceStatement): boolean => rank(one) > rank(than)

const rank = ({ announced, kind }: SourceStatement): number =>
  (announced ? 4 : announced === null ? 2 : 0) + (kind === null ? 0 : 1)
