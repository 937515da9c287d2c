import type { Classification } from '#judgement/classification/classification.ts'
import { notesOf } from '#judgement/notes/notes.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { revertTarget } from '#pulls/reverts.ts'
import type { Pitch } from '#writing/pitch.ts'

/** A merge of the release and its judgement. */
export interface ReleasedMerge {
  pull: MergedPull
  classification: Classification
  /** Null if the merge is internal. */
  pitch: Pitch | null
  /** Whether a later merge of the release undid it. */
  isReverted: boolean
  /** Whether the previous release already contained the same change, from a branch for corrections. */
  wasShipped: boolean
}

/** A merge that the release does not contain, or that an earlier release contained. */
export interface OtherMerge extends Pick<MergedPull, 'repo' | 'number' | 'title' | 'mergeCommit' | 'url'> {
  /** `before` if it is part of an earlier release, `after` if it is merged but in no release yet. */
  place: 'before' | 'after'
  /** What the team wrote about it. */
  note: string
  /** The numbers by which a line may reference it. */
  mentioned: number[]
}

/** What was merged for a release, and what was not. */
export interface ReleaseLedger {
  /** The repository as `owner/name`. */
  repo: string
  /** The names of the previous release and of this one. */
  from: string
  to: string
  merges: readonly ReleasedMerge[]
  others: readonly OtherMerge[]
  /** The hashes of all commits of the release; null if only its merges are known. */
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
/** Matches the number in a path such as `news/123.bugfix.rst`. */
const FRAGMENT = /\/(\d{1,9})\.[^/]+$/

/**
 * The numbers by which a line certainly references a merge: its own, and those of its issues, its news fragments and the merges that it
 * takes over. A bot quotes the numbers of other projects, so for a bot only its own number counts.
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

/** Whether the title names the original of a merge that a bot brings to another branch. */
const namesOriginal = (title: string): boolean => /\b(?:backport|cherry-?pick|revert)|^\W*PR #\d/i.test(title)

const numbersIn = (text: string): number[] => [...text.matchAll(NUMBER)].map(([, digits]) => Number(digits))

/** All numbers by which a line may reference a merge, including those in its description. */
export const mentionsOf = (pull: MergedPull): number[] => [
  ...new Set([...referencedNumbersOf(pull), ...(upkeepOf(pull) === null ? numbersIn(pull.body) : [])]),
]

/** Whether the title says nothing about the change, as for a merge from a private fork for a security fix, or from another branch. */
export const isWordless = ({ title }: Pick<MergedPull, 'title'>): boolean =>
  /^merge (?:commit from fork|branch|remote|pull request|v?\d+\.[\dx])\b/i.test(title)

/** A title with fewer words is shared by many changes ("Update mypy", "Bump for release"). */
const FEWEST_WORDS = 4

/** Matches a title that quotes another merge's title, so it is not about the same change. */
const UNDOING = /^\W*(?:\w+(?:\([^()]{0,60}\))?!?: *)?(?:revert|restore|re-?apply|re-?land)/i

/**
 * Whether the merge is one of those that `keysOfChanges` read, taken over to another branch: by its number,
 * or by its title if one of the two has no number. Two numbers with the same title are two changes.
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
 * The keys by which another merge is recognised as one of these. A title that occurs again and again, like a
 * bot's, does not identify a change, and reverted changes reached nobody.
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

/** The keys of the changes that a title reverts. */
function undoneKeys(title: string): string[] {
  const { numbers, titles } = revertTarget({ repo: '', title, body: '' }) ?? { numbers: [], titles: [] }
  return [...numbers.map(number => `#${number}`), ...titles.flat().flatMap(wordKeys)]
}
