import type { Classification } from '#judgement/classification/classification.ts'
import { notesOf } from '#judgement/notes/notes.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { revertTarget } from '#pulls/reverts.ts'
import type { Pitch } from '#writing/pitch.ts'

/** A merge of the release, as it was judged. */
export interface ReleasedMerge {
  pull: MergedPull
  classification: Classification
  /** Null if internal. */
  pitch: Pitch | null
  /** Undone by a later merge of the release. */
  isReverted: boolean
  /** The release before had the same change already, from a branch for corrections. */
  wasShipped: boolean
}

/** A merge that the release does not have or that an earlier one had. */
export interface OtherMerge extends Pick<MergedPull, 'repo' | 'number' | 'title' | 'mergeCommit' | 'url'> {
  /** Part of an earlier release, or merged but in no release yet. */
  place: 'before' | 'after'
  /** What its team wrote about it. */
  note: string
  /** The numbers by which a line may reference it. */
  mentioned: number[]
}

/** What was merged for a release, and what was not. */
export interface ReleaseLedger {
  /** `owner/name`. */
  repo: string
  /** The names of the release before and of this one. */
  from: string
  to: string
  merges: readonly ReleasedMerge[]
  others: readonly OtherMerge[]
  /** The hashes of all commits of the release; null where only its merges are known. */
  commits: ReadonlySet<string> | null
}

/** What the team wrote for its changelog about a merge. */
export const teamText = (pull: MergedPull): string =>
  notesOf(pull)
    .map(({ text }) => text)
    .join('\n')

export const otherMerge = (pull: MergedPull, place: OtherMerge['place']): OtherMerge => ({
  repo: pull.repo,
  number: pull.number,
  title: pull.title,
  mergeCommit: pull.mergeCommit,
  url: pull.url,
  place,
  note: teamText(pull).slice(0, 500),
  mentioned: mentionsOf(pull),
})

const NUMBER = /(?:(?<![\w/&])(?:#|!|GH-)|\/(?:pull|issues|merge_requests)\/)(\d{1,9})\b/g
/** `news/123.bugfix.rst` */
const FRAGMENT = /\/(\d{1,9})\.[^/]+$/

/**
 * The numbers by which a line surely references a merge: its own, of its issues, of its news fragments, and of what it takes over. A bot
 * quotes the numbers of other projects, so of a bot's only its own number counts.
 */
export function referencedNumbersOf(pull: MergedPull): number[] {
  const { number, title, commits, files, linkedIssues } = pull
  if (upkeepOf(pull) !== null && !namesOriginal(title)) return number === null ? [] : [number]
  const fragments = files.flatMap(({ path, status }) =>
    status === 'removed' ? [] : (FRAGMENT.exec(path)?.[1] ?? []),
  )
  const written = numbersIn([title, ...commits, ...linkedIssues].join('\n'))
  return [...new Set([number ?? [], written, fragments.map(Number)].flat())]
}

/** The title names the merge that a bot brings to another branch. */
const namesOriginal = (title: string): boolean => /\b(?:backport|cherry-?pick|revert)|^\W*PR #\d/i.test(title)

const numbersIn = (text: string): number[] => [...text.matchAll(NUMBER)].map(([, digits]) => Number(digits))

/** The other numbers by which a line may reference a merge: also those that its description mentions. */
export const mentionsOf = (pull: MergedPull): number[] => [
  ...new Set([...referencedNumbersOf(pull), ...(upkeepOf(pull) === null ? numbersIn(pull.body) : [])]),
]

/** A merge whose title says nothing of what it does, as of a private fork for a security fix or of another branch. */
export const isWordless = ({ title }: Pick<MergedPull, 'title'>): boolean =>
  /^merge (?:commit from fork|branch|remote|pull request|v?\d+\.[\dx])\b/i.test(title)

/** Titles of fewer words are those of many changes ("Update mypy", "Bump for release"). */
const FEWEST_WORDS = 4

/** A title that quotes the title of another merge is not about the same change. */
const UNDOING = /^\W*(?:\w+(?:\([^()]{0,60}\))?!?: *)?(?:revert|restore|re-?apply|re-?land)/i

/**
 * Whether the merge is one of those that `keysOfChanges` read, taken over to another branch: by its number, or by the title where one of the
 * two has no number. Two numbers with one title are two changes.
 */
export const isAmong = ({ number, title }: Pick<MergedPull, 'number' | 'title'>, keys: ReadonlySet<string>) =>
  [
    ...numberKeys({ number, title }),
    ...wordKeys(title).flatMap(words => (number === null ? [words, `#${words}`] : [words])),
  ].some(key => keys.has(key))

const numberKeys = ({ number, title }: Pick<MergedPull, 'number' | 'title'>): string[] => [
  ...(number === null ? [] : [`#${number}`]),
  ...(UNDOING.test(title) ? [] : quotedKeys(title)),
]

const quotedKeys = (title: string): string[] =>
  [...title.matchAll(/(?:#|\bPR )(\d{1,9})\b/g)].map(match => `#${match[1]}`)

function wordKeys(title: string): string[] {
  const words = title
    .toLowerCase()
    .replace(/\[[^\]]*\]|\([^()]*#\d+\)|^\W*pr #\d+\S*|[^\p{L}\p{N} ]/gu, ' ')
    .replace(/\b(?:backport|cherry-?pick)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words.split(' ').length >= FEWEST_WORDS && !isWordless({ title }) ? [words] : []
}

/**
 * By what another merge is known to be one of these. A title that comes again and again, as a bot's does, names no one change, and what was
 * reverted did not reach anybody.
 */
export function keysOfChanges(merges: readonly Pick<MergedPull, 'number' | 'title'>[]): Set<string> {
  const titles = Map.groupBy(
    merges.flatMap(({ number, title }) => wordKeys(title).map(words => ({ number, words }))),
    ({ words }) => words,
  )
  const undone = new Set(merges.flatMap(({ title }) => undoneKeys(title)))
  const once = [...titles.values()].flatMap(([one, ...again]) =>
    !one || again.length > 0 || undone.has(one.words)
      ? []
      : [one.number === null ? one.words : `#${one.words}`],
  )
  return new Set([...merges.flatMap(numberKeys).filter(key => !undone.has(key)), ...once])
}

/** The keys of what a title reverts. */
function undoneKeys(title: string): string[] {
  const { numbers, titles } = revertTarget({ repo: '', title, body: '' }) ?? { numbers: [], titles: [] }
  return [...numbers.map(number => `#${number}`), ...titles.flat().flatMap(wordKeys)]
}
