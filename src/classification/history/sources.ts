import type { Announcement } from '#pulls/announced/paper.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { addsToChangelog } from '../signals/changelog.ts'
import type { HistorySource, Word } from './labelled.ts'
import { isWeightier, wordBeside, wordOf } from './words.ts'

/** One way in which a team may keep its record. */
export interface Reader {
  source: HistorySource
  /** What it says of a merge; null where it says nothing. */
  read(pull: MergedPull): Word | null
  /** The papers that name these merges, the one that names most first; empty for what stands with the change. */
  papers(merges: readonly MergedPull[]): string[]
  /** The record comes with a later release, so the newest merges are not in it yet. */
  late: boolean
}

export const readersOf = (announcements: readonly Announcement[]): Reader[] => [
  { source: 'notes', read: wordBeside, papers: () => [], late: false },
  publishedReader('changelog', announcements, 'changelog'),
  { source: 'changelog-edits', read: wordByEdit, papers: () => [], late: false },
  publishedReader('tags', announcements, 'tag'),
]

/** What was said of one merge, and where. */
interface Mention {
  word: Word
  paper: string
}

/** As short as git writes hashes; enough inside one repository. */
const SHORT = 7

function publishedReader(
  source: HistorySource,
  all: readonly Announcement[],
  form: Announcement['form'],
): Reader {
  const mentions = new Map<string, Mention>()
  for (const announcement of all.filter(one => one.form === form)) {
    const mention = { word: wordOf(announcement), paper: announcement.paper }
    for (const key of keysOf(announcement)) add(mentions, key, mention)
  }
  const find = ({ number, mergeCommit }: MergedPull) =>
    mentions.get(`#${number}`) ?? mentions.get(mergeCommit?.slice(0, SHORT) ?? '')
  return {
    source,
    late: true,
    read: pull => find(pull)?.word ?? null,
    papers: merges => byFrequency(merges.flatMap(pull => find(pull)?.paper ?? [])),
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
function wordByEdit({ files }: MergedPull): Word | null {
  return addsToChangelog(files) ? { announced: true, kind: null, note: null, version: null } : null
}
