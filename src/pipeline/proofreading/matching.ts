import type { MergedPull } from '#pulls/pull-request.ts'
import { changeKeys, type OtherMerge, type ReleasedMerge, type ReleaseLedger, teamText } from './ledger.ts'
import type { NoteLine } from './notes.ts'
import { sameUpgrade, upgradeIn, upgradersOf } from './upgrades.ts'
import { tellingWords, WordIndex } from './words.ts'

/** What a line of release notes is about. */
export type Match =
  /** Merges of the release. `isSure` where the line references them or says nearly what they say. */
  | { about: 'release'; merges: ReleasedMerge[]; isSure: boolean }
  /** A commit of the release of which nothing more is known. */
  | { about: 'commit' }
  /** A merge of another release, or of none yet. */
  | { about: 'other'; merge: OtherMerge }
  /** No merge. `namesake` has the number that the line references, but is about something else. */
  | { about: 'nothing'; namesake: OtherMerge | ReleasedMerge | null; words: number }

/** A line with what it is about. */
export interface Matched {
  line: NoteLine
  match: Match
}

/** From this share of its words on, a line says what a merge of the release says; */
const SURE = 0.6
/** from this one on, it may be about that merge. */
const POSSIBLE = 0.3
/** The same for a line that references something that is no merge of the release. */
const POSSIBLE_BESIDE_REFERENCE = 0.5
/** From this share on, a line is about a merge of another release, if it is closer to that by a margin. */
const SURE_OF_OTHER = 0.75
const MARGIN = 0.15
/** With a smaller share, a merge only happens to have the number that the line references. */
const NAMESAKE = 0.12
/** A text that only mentions the number has to say more of the line. */
const MENTIONED = 0.3

/** Finds the merges that lines are about: by reference, else by their words. */
export class LedgerIndex {
  readonly #ledger: ReleaseLedger
  readonly #byNumber: Map<number, ReleasedMerge[]>
  readonly #byMention: Map<number, ReleasedMerge[]>
  readonly #othersByNumber: Map<number | null, OtherMerge>
  /** The highest number of a pull request in the whole history. */
  readonly #lastNumber: number
  readonly #words: WordIndex
  readonly #otherWords: WordIndex

  constructor(ledger: ReleaseLedger) {
    const { merges, others } = ledger
    this.#ledger = ledger
    this.#byNumber = groupedBy(merges, ({ pull }) => (pull.number === null ? [] : [pull.number]))
    this.#byMention = groupedBy(merges, ({ pull }) => mentionsOf(pull))
    this.#othersByNumber = new Map(others.map(merge => [merge.number, merge]))
    const all = [...merges.map(({ pull }) => pull), ...others]
    this.#lastNumber = all.reduce((last, { number }) => Math.max(last, number ?? 0), 0)
    this.#words = new WordIndex(merges.map(({ pull }) => ({ lead: leadOf(pull), rest: restOf(pull) })))
    this.#otherWords = new WordIndex(
      others.map(({ title, note }) => ({ lead: `${title}\n${note}`, rest: '' })),
    )
  }

  match(line: NoteLine): Match {
    const referenced = this.#referenced(line)
    const scores = this.#words.scores(line.text)
    const scoreOf = (merge: ReleasedMerge) => scores.get(this.#ledger.merges.indexOf(merge)) ?? 0
    const words = tellingWords(line.text).size
    const isOwn = (merge: ReleasedMerge) =>
      numbersOf(merge.pull).some(number => line.mentioned.includes(number))
    const leastOf = (merge: ReleasedMerge) =>
      line.numbers.length === 0 || isOwn(merge) ? NAMESAKE : MENTIONED
    const agreeing = referenced.filter(merge => words < 3 || scoreOf(merge) >= leastOf(merge))
    if (agreeing.length > 0) return { about: 'release', merges: agreeing, isSure: true }
    if (this.#hasCommit(line)) return { about: 'commit' }
    const upgrade = this.#upgrade(line)
    if (upgrade) return upgrade
    const [at, score] = [...scores].reduce((best, one) => (one[1] > best[1] ? one : best), [-1, 0])
    const closest = this.#ledger.merges[at]
    const elsewhere = this.#elsewhere(line)
    const isTakenOver = closest && elsewhere && isSameChange(closest.pull, elsewhere)
    if (elsewhere && !isTakenOver && line.above.length === 0) return { about: 'other', merge: elsewhere }
    if (closest && score >= SURE) return { about: 'release', merges: [closest], isSure: true }
    const introduced = line.above.flatMap(number => this.#byNumber.get(number) ?? [])
    if (introduced.length > 0) return { about: 'release', merges: introduced, isSure: false }
    const other = this.#other(line, score)
    if (other) return { about: 'other', merge: other }
    const possible = this.#leastPossible(line)
    if (closest && score >= possible) return { about: 'release', merges: [closest], isSure: false }
    const namesake = referenced[0] ?? this.#othersNumbered(line)[0] ?? null
    return { about: 'nothing', namesake, words }
  }

  /** The merges of the release that say what a line says, by its words alone; none where it references its own. */
  saying(line: NoteLine): ReleasedMerge[] {
    if (this.#referenced(line).length > 0) return []
    return [...this.#words.scores(line.text)].flatMap(([at, score]) => {
      const merge = this.#ledger.merges[at]
      return merge && score >= SURE ? [merge] : []
    })
  }

  /** An upgrade is told from others by its library and version, since all are said in the same words. */
  #upgrade({ text, numbers }: NoteLine): Match | null {
    const upgrade = numbers.length === 0 ? upgradeIn(text) : null
    if (!upgrade) return null
    const merges = upgradersOf(upgrade, this.#ledger)
    if (merges.length > 0) return { about: 'release', merges, isSure: true }
    const merge = sameUpgrade(upgrade, this.#ledger)
    return merge ? { about: 'other', merge } : null
  }

  /** Nothing can be about a number that the repository has not reached yet, unless it says the same. */
  #leastPossible({ numbers }: NoteLine): number {
    if (numbers.length === 0) return POSSIBLE
    return numbers.every(number => number > this.#lastNumber) ? SURE : POSSIBLE_BESIDE_REFERENCE
  }

  #referenced({ numbers, commits, mentioned }: NoteLine): ReleasedMerge[] {
    const byCommit = this.#ledger.merges.filter(({ pull }) =>
      commits.some(hash => pull.mergeCommit?.startsWith(hash)),
    )
    const numbered = (all: readonly number[]) =>
      all.flatMap(number => this.#byNumber.get(number) ?? this.#byMention.get(number) ?? [])
    const own = [...numbered(numbers), ...byCommit]
    return [...new Set(own.length > 0 ? own : numbered(mentioned))]
  }

  #hasCommit({ commits }: NoteLine): boolean {
    const all = this.#ledger.commits
    return all !== null && commits.some(hash => all.values().some(commit => commit.startsWith(hash)))
  }

  /** The merge of another release that the line references, unless that only happens to have the number. */
  #elsewhere(line: NoteLine): OtherMerge | undefined {
    const scores = this.#otherWords.scores(line.text)
    return this.#othersNumbered(line).find(
      merge => (scores.get(this.#ledger.others.indexOf(merge)) ?? 0) >= NAMESAKE,
    )
  }

  /** `score` is how much of the line the closest merge of the release says. */
  #other(line: NoteLine, score: number): OtherMerge | null {
    const best = this.#otherWords.best(line.text)
    const isCloser = best !== null && best.score >= Math.max(SURE_OF_OTHER, score + MARGIN)
    if (!isCloser || tellingWords(line.text).size < 3) return null
    const other = this.#ledger.others[best.at]
    return other && hasFigures(line.text, `${other.title}\n${other.note}`) ? other : null
  }

  #othersNumbered({ numbers }: NoteLine): OtherMerge[] {
    return numbers.flatMap(number => this.#othersByNumber.get(number) ?? [])
  }
}

const FIGURE = /\d+(?:[.,]\d+)*/g
/** Whether a text has every figure of a line. */
function hasFigures(line: string, text: string): boolean {
  const told = new Set(text.match(FIGURE))
  return (line.match(FIGURE) ?? []).every(figure => told.has(figure))
}

const isSameChange = (one: Pick<MergedPull, 'number' | 'title'>, other: OtherMerge): boolean => {
  const keys = new Set(changeKeys(one))
  return changeKeys(other).some(key => keys.has(key))
}

const leadOf = (pull: MergedPull): string => [pull.title, teamText(pull), ...pull.commits].join('\n')

const BODY_READ = 6_000
/** A bot's description tells of other projects. */
const restOf = ({ body, files, authorIsBot }: MergedPull): string =>
  [authorIsBot ? '' : body.slice(0, BODY_READ), ...files.map(({ path }) => path)].join('\n')

const NUMBER = /(?:(?<![\w/&])(?:#|!|GH-)|\/(?:pull|issues|merge_requests)\/)(\d{1,9})\b/g
/** `news/123.bugfix.rst` */
const FRAGMENT = /\/(\d{1,9})\.[^/]+$/

/**
 * The numbers by which a line surely references a merge: its own, of its issues, of its news fragments, and of what it takes over. A bot
 * quotes the numbers of other projects, so of a bot's only its own number counts.
 */
export function numbersOf(pull: MergedPull): number[] {
  const { number, title, commits, files, linkedIssues, authorIsBot } = pull
  if (authorIsBot && !namesOriginal(title)) return number === null ? [] : [number]
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
const mentionsOf = (pull: MergedPull): number[] => [
  ...new Set([...numbersOf(pull), ...(pull.authorIsBot ? [] : numbersIn(pull.body))]),
]

function groupedBy<T>(all: readonly T[], keysOf: (one: T) => number[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const one of all) for (const key of keysOf(one)) groups.set(key, [...(groups.get(key) ?? []), one])
  return groups
}
