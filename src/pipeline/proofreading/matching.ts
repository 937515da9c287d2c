import { upkeepOf } from '#judgement/upkeep.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { revertTarget } from '#pulls/reverts.ts'
import { partsOf, plainWordsOf, roughStemOf } from '#writing/checks/words.ts'
import {
  isAmong,
  keysOfChanges,
  mentionsOf,
  type OtherMerge,
  type ReleasedMerge,
  type ReleaseLedger,
  teamText,
} from './ledger.ts'
import type { NoteLine } from './notes.ts'

/** What a line of release notes is about. */
export type Match =
  /** Merges of the release: those that the line references, otherwise the one that says nearly the same. */
  | { about: 'release'; merges: ReleasedMerge[] }
  /** A merge of another release, or one that is in no release yet. */
  | { about: 'other'; merge: OtherMerge }
  /**
   * The ledger cannot decide: the line references a commit of the release, an issue of any merge or a change
   * of another repository, or its words may be about `possible`.
   */
  | { about: 'unknown'; possible: ReleasedMerge[] }
  /** No merge. `namesake` has the number that the line references, but is about something else. */
  | { about: 'nothing'; namesake: OtherMerge | ReleasedMerge | null }

/** A line with fewer words says too little to be searched for. */
const MIN_WORDS = 3
/** If a merge of the release has at least this share of its words, a line is about that merge; */
const SURE = 0.6
/** from this share on, it may be about that merge. */
const POSSIBLE = 0.3
/**
 * If a merge of another release has at least this share of its words, and by a margin more than any merge of
 * this one, a line is about that other merge.
 */
const SURE_OF_OTHER = 0.75
const MARGIN = 0.15
/** With a smaller share, a merge has the number that the line references only by coincidence. */
const NAMESAKE = 0.12
/** If at least this many lines name merges by number, the numbers of a section are those of merges. */
const MIN_NAMING = 3

/** Finds the merges that lines are about: by their references, otherwise by their words. */
export class LedgerIndex {
  readonly #ledger: ReleaseLedger
  readonly #byNumber: Map<number, ReleasedMerge[]>
  readonly #byMention: Map<number, ReleasedMerge[]>
  readonly #words: WordIndex
  readonly #otherWords: WordIndex
  readonly #own: ReadonlySet<string>
  /** The highest number of a pull request in the whole history. */
  readonly #lastNumber: number
  /** All numbers by which a merge, of any release, may be referenced. */
  readonly #mentioned: ReadonlySet<number>
  /** Whether the notes, with at most one exception, number merges and not issues. */
  readonly #numbersMerges: boolean

  /** Builds the index for the lines of one section. */
  constructor(ledger: ReleaseLedger, lines: readonly NoteLine[] = []) {
    const { merges, others } = ledger
    this.#ledger = ledger
    this.#byNumber = groupedBy(merges, ({ pull }) => (pull.number === null ? [] : [pull.number]))
    this.#byMention = groupedBy(merges, ({ pull }) => mentionsOf(pull))
    this.#words = new WordIndex(merges.map(({ pull }) => ({ lead: leadOf(pull), rest: restOf(pull) })))
    this.#otherWords = new WordIndex(
      others.map(({ title, note }) => ({ lead: `${title}\n${note}`, rest: '' })),
    )
    const all = [...merges.map(({ pull }) => pull), ...others]
    this.#lastNumber = all.reduce((last, { number }) => Math.max(last, number ?? 0), 0)
    this.#mentioned = new Set([...this.#byMention.keys(), ...others.flatMap(({ mentioned }) => mentioned)])
    const known = new Set(all.map(({ number }) => number))
    const numbered = lines.filter(({ numbers }) => numbers.length > 0)
    const naming = numbered.filter(({ numbers }) => numbers.every(number => known.has(number)))
    this.#numbersMerges = naming.length >= MIN_NAMING && numbered.length - naming.length <= 1
    this.#own = keysOfChanges(merges.map(({ pull }) => pull))
  }

  match(line: NoteLine): Match {
    const scores = this.#words.scores(line.text)
    const words = tellingWords(line.text).size
    const scoreOf = (merge: ReleasedMerge) => scores.get(this.#ledger.merges.indexOf(merge)) ?? 0
    const referenced = this.referenced(line)
    const agreeing = referenced.filter(merge => words < MIN_WORDS || scoreOf(merge) >= NAMESAKE)
    if (agreeing.length > 0) return { about: 'release', merges: referenced }
    if (this.#hasCommit(line)) return { about: 'unknown', possible: [] }
    const others = this.#othersReferenced(line)
    const [other] = others
    if (other)
      return others.some(one => isAmong(one, this.#own))
        ? { about: 'unknown', possible: [] }
        : { about: 'other', merge: other }
    if (words < MIN_WORDS) return { about: 'unknown', possible: [] }
    const isNamed = ({ pull: { number, mergeCommit } }: ReleasedMerge) =>
      line.numbers.includes(number ?? 0) || line.commits.some(hash => mergeCommit?.startsWith(hash))
    return this.#byWords(line, scores, referenced.find(isNamed) ?? null)
  }

  /**
   * The merges of the release that a line references by their own number, issue or commit; otherwise those whose description mentions it.
   */
  referenced({ numbers, commits, mentioned }: NoteLine): ReleasedMerge[] {
    const byCommit = this.#ledger.merges.filter(({ pull }) =>
      commits.some(hash => pull.mergeCommit?.startsWith(hash)),
    )
    const numbered = (all: readonly number[]) =>
      all.flatMap(number => this.#byNumber.get(number) ?? this.#byMention.get(number) ?? [])
    const own = [...numbered(numbers), ...byCommit]
    return [...new Set(own.length > 0 ? own : numbered(mentioned))]
  }

  #byWords(line: NoteLine, scores: ReadonlyMap<number, number>, namesake: ReleasedMerge | null): Match {
    const score = Math.max(0, ...scores.values())
    if (score >= SURE) return { about: 'release', merges: this.#closest(scores, score) }
    const best = this.#otherWords.best(line.text)
    const other =
      best && best.score >= Math.max(SURE_OF_OTHER, score + MARGIN) && this.#ledger.others[best.at]
    if (other && hasFigures(line.text, `${other.title}\n${other.note}`))
      return { about: 'other', merge: other }
    const possible = score >= POSSIBLE ? this.#closest(scores, score) : []
    const isKnown =
      line.numbers.length > 0 ? this.#mayBeIssue(line, possible) : line.isElsewhere || possible.length > 0
    return isKnown && !namesake ? { about: 'unknown', possible } : { about: 'nothing', namesake }
  }

  /**
   * Whether one of the numbers may be an issue's: a merge mentions it, or the repository's numbers go that
   * far and nothing says that it is a merge's.
   */
  #mayBeIssue({ numbers, isPull }: NoteLine, possible: readonly ReleasedMerge[]): boolean {
    const isOpen = possible.length > 0 || !(isPull || this.#numbersMerges)
    return numbers.some(number => this.#mentioned.has(number) || (isOpen && number <= this.#lastNumber))
  }

  /** The merges with the highest share of the words. A revert also has the words of what it undoes. */
  #closest(scores: ReadonlyMap<number, number>, score: number): ReleasedMerge[] {
    const merges = this.#ledger.merges.filter((_, at) => scores.get(at) === score)
    const told = merges.filter(({ pull }) => revertTarget(pull) === null)
    return told.length > 0 ? told : merges
  }

  #hasCommit({ commits }: NoteLine): boolean {
    const all = this.#ledger.commits
    return all !== null && commits.some(hash => all.values().some(commit => commit.startsWith(hash)))
  }

  #othersReferenced({ numbers, commits }: NoteLine): OtherMerge[] {
    return this.#ledger.others.filter(
      ({ number, mergeCommit }) =>
        (number !== null && numbers.includes(number)) || commits.some(hash => mergeCommit?.startsWith(hash)),
    )
  }
}

const FIGURE = /\d+(?:[.,]\d+)*/g
/** Whether a text contains every number of a line. */
function hasFigures(line: string, text: string): boolean {
  const told = new Set(text.match(FIGURE))
  return (line.match(FIGURE) ?? []).every(figure => told.has(figure))
}

const leadOf = (pull: MergedPull): string => [pull.title, teamText(pull), ...pull.commits].join('\n')

const BODY_READ = 6_000
/** The rest of a pull request's text. A bot's description is about other projects, so it is left out. */
const restOf = (pull: MergedPull): string =>
  [upkeepOf(pull) === null ? pull.body.slice(0, BODY_READ) : '', ...pull.files.map(({ path }) => path)].join(
    '\n',
  )

function groupedBy<T>(all: readonly T[], keysOf: (one: T) => number[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const one of all) for (const key of keysOf(one)) groups.set(key, [...(groups.get(key) ?? []), one])
  return groups
}

/** Words that say nothing about which change is meant. */
const SMALL = new Set(
  `a an the and or of to in on for with by from as at is are was were be been it its this that when if not no now can will would should
  has have had do does did use using add fix update support allow make into also more some such so than then which where all any via`.split(
    /\s+/,
  ),
)

/** The words that a text is recognised by, without numbers and without their endings. `exportDialog` also gives `export` and `dialog`. */
function tellingWords(text: string): Set<string> {
  const words = plainWordsOf(text).flatMap(word => [word, ...partsOf(word)])
  return new Set(
    words
      .map(word => word.toLowerCase())
      .filter(word => word.length > 1 && !/^\d/.test(word) && !SMALL.has(word))
      .map(roughStemOf),
  )
}

/** The weight of a word outside of a text's lead. */
const REST = 0.7

/** Finds which of several texts says the same as a line. Rare words count more, and words of a text's lead more than those of its rest. */
class WordIndex {
  readonly #places = new Map<string, Map<number, number>>()
  readonly #size: number

  constructor(texts: readonly { lead: string; rest: string }[]) {
    this.#size = texts.length
    for (const [at, { lead, rest }] of texts.entries()) {
      for (const word of tellingWords(rest)) this.#add(word, at, REST)
      for (const word of tellingWords(lead)) this.#add(word, at, 1)
    }
  }

  /** For each text that shares a word with the line, by index: its share of the line's words, from 0 to 1. Rare words count more. */
  scores(line: string): Map<number, number> {
    const words = [...tellingWords(line)]
    const total = words.reduce((sum, word) => sum + this.#rarity(word), 0)
    const found = new Map<number, number>()
    for (const word of words)
      for (const [at, part] of this.#places.get(word) ?? [])
        found.set(at, (found.get(at) ?? 0) + (part * this.#rarity(word)) / total)
    return found
  }

  /** The text that says most of what the line says; null if none shares a word. */
  best(line: string): { at: number; score: number } | null {
    let best: { at: number; score: number } | null = null
    for (const [at, score] of this.scores(line)) if (best === null || score > best.score) best = { at, score }
    return best
  }

  #rarity(word: string): number {
    return Math.log(1 + this.#size / (1 + (this.#places.get(word)?.size ?? 0)))
  }

  #add(word: string, at: number, part: number): void {
    const places = this.#places.get(word) ?? new Map<number, number>()
    this.#places.set(word, places.set(at, part))
  }
}
