import { BoundedCache } from '#kit/bounded-cache.ts'
import type { Instant } from '#kit/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Weighed } from '../reason.ts'
import { scoreOf } from '../score.ts'
import type { TeamRecord } from '../signals/record.ts'
import { RecordHabit } from './record-habit.ts'
import { ThingCounts } from './thing-counts.ts'
import { KINDS, type Things, thingsIn } from './things.ts'
import { UnderWay } from './under-way.ts'
import { Usual } from './usual.ts'
import { UsualShare } from './usual-share.ts'
import { YoungFiles } from './young-files.ts'

const PER_KIND = 3

const ALL_KINDS = KINDS.length * PER_KIND

/**
 * How many numbers `against` gives: for each kind of thing what was made of the changes that share it, how common it is, and how common
 * of late; then how new the files are, how long it was under way, and two of the whole.
 */
export const BACKDROP_NUMBERS = 3 * ALL_KINDS + 6
const FILES_AT = 3 * ALL_KINDS
const UNDER_WAY_AT = FILES_AT + 2
const WHOLE_AT = UNDER_WAY_AT + 2

/** Fewer merges show nothing that is usual. */
const LEAST_MERGES = 20
/** When more things of a kind than this are counted, all count half, and the rarest are forgotten. */
const THINGS_KEPT = 30_000
/** Of merges that were counted so many are known again. */
const COUNTED_KEPT = 10_000
/** So many merges that share a thing are supposed to have been as usual. */
const SUPPOSED = 2
/** What a change has of a kind of which it has nothing, such as no files: less than any has, and more common than most. */
const NONE = { leaning: -2, common: -1, lately: -1 }
/** Nothing of late, as a logarithm, is somewhat less than one merge. */
const NOTHING_LATELY = 0.3

/** A change that was measured a moment ago. */
interface Seen {
  pull: Look
  things: Things
}

/**
 * A repository's merges so far, seen as what the next one stands before: how common its folders and words are there, and what was made
 * of the changes that share them. Nobody need have decided anything.
 */
class Backdrop {
  #merges = 0
  #leans = 0
  readonly #known = KINDS.map(() => new ThingCounts())
  readonly #usual = new Usual(2 * ALL_KINDS)
  readonly #share = new UsualShare()
  readonly #files = new YoungFiles()
  readonly #underWay = new UnderWay()
  readonly #recordHabit = new RecordHabit()
  /** Of `#seen`; the next one that is seen takes its place. */
  readonly #measured = new Float64Array(3 * ALL_KINDS)
  #seen: Seen | null = null
  /** By number or commit: a merge may come twice, where work that was cut off is done again. */
  readonly #counted = new Set<number | string>()

  add(pull: Look, lean: number, recorded?: Recorded): void {
    if (!this.#isNew(pull)) return
    const things = this.#see(pull)
    this.#seen = null
    this.#usual.add(this.#measured, ALL_KINDS)
    this.#merges++
    this.#leans += lean
    this.#files.add(pull)
    this.#underWay.add(pull)
    if (!pull.authorIsBot) {
      this.#share.add(scoreOf(lean))
      if (recorded) this.#recordHabit.add(pull, recorded.record, recorded.alone)
    }
    for (let kind = 0; kind < things.length; kind++) {
      const known = this.#known[kind] as ThingCounts
      for (const key of things[kind] as readonly number[]) known.count(key, lean, pull.mergedAt)
      if (known.size > THINGS_KEPT) this.#forget()
    }
  }

  #isNew({ number, mergeCommit }: Look): boolean {
    const name = number ?? mergeCommit
    if (name === null) return true
    if (this.#counted.has(name)) return false
    this.#counted.add(name)
    if (this.#counted.size > COUNTED_KEPT) this.#counted.delete(this.#counted.values().next().value as number)
    return true
  }

  /** In log-odds; of what people made, for bots would hide how much they announce. */
  get usualShare(): number {
    return this.#share.logOdds
  }

  /** What it says of a change by people that it brings nothing for the team's record. */
  absence(pull: Look): Weighed | null {
    return this.#recordHabit.absence(pull)
  }

  against(pull: Look): Float32Array {
    if (this.#merges < LEAST_MERGES) return NO_BACKDROP
    const numbers = new Float32Array(BACKDROP_NUMBERS)
    this.#see(pull)
    for (let at = 0; at < ALL_KINDS; at++) numbers[at] = this.#measured[at] as number
    this.#usual.away(this.#measured, ALL_KINDS, numbers, ALL_KINDS)
    this.#files.write(pull, numbers, FILES_AT)
    this.#underWay.write(pull, numbers, UNDER_WAY_AT)
    numbers[WHOLE_AT] = Math.log(this.#merges + 1)
    numbers[WHOLE_AT + 1] = this.#leans / this.#merges
    return numbers
  }

  /** Whoever asks how a merge stands adds it next. */
  #see(pull: Look): Things {
    if (this.#seen?.pull === pull) return this.#seen.things
    const things = thingsIn(pull)
    this.#measure(things, pull.mergedAt)
    this.#seen = { pull, things }
    return things
  }

  /**
   * Kind by kind the most, the least and the mean of how far merges that share a thing leant otherwise than usual; then the same of how
   * common things are, and how common of late, as logarithms.
   */
  #measure(things: Things, now: Instant): void {
    const usual = this.#leans / Math.max(1, this.#merges)
    for (let kind = 0; kind < things.length; kind++) {
      const known = this.#known[kind] as ThingCounts
      const leaning = new Span(NONE.leaning)
      const common = new Span(NONE.common)
      const lately = new Span(NONE.lately)
      for (const key of things[kind] as readonly number[]) {
        const place = known.placeOf(key)
        const merges = known.mergesAt(place)
        leaning.add((known.leansAt(place) - usual * merges) / (merges + SUPPOSED))
        common.add(Math.log((merges + 0.5) / (this.#merges + 1)))
        lately.add(Math.log(known.latelyAt(place, now) + NOTHING_LATELY))
      }
      leaning.write(this.#measured, PER_KIND * kind)
      common.write(this.#measured, ALL_KINDS + PER_KIND * kind)
      lately.write(this.#measured, 2 * ALL_KINDS + PER_KIND * kind)
    }
  }

  #forget(): void {
    this.#merges /= 2
    this.#leans /= 2
    for (const known of this.#known) known.fade()
  }
}

/** The most, the least and the mean of numbers, or what stands for none. */
class Span {
  readonly #none: number
  #most = Number.NEGATIVE_INFINITY
  #least = Number.POSITIVE_INFINITY
  #sum = 0
  #count = 0

  constructor(none: number) {
    this.#none = none
  }

  add(value: number): void {
    if (value > this.#most) this.#most = value
    if (value < this.#least) this.#least = value
    this.#sum += value
    this.#count++
  }

  write(into: Float64Array, at: number): void {
    const isNone = this.#count === 0
    into[at] = isNone ? this.#none : this.#most
    into[at + 1] = isNone ? this.#none : this.#least
    into[at + 2] = isNone ? this.#none : this.#sum / this.#count
  }
}

/** All that is looked at of a change. */
type Look = Pick<
  MergedPull,
  'number' | 'mergeCommit' | 'title' | 'body' | 'labels' | 'files' | 'mergedAt' | 'authorIsBot'
>

/** What a merge brought for its team's record, where that may be known. */
export interface Recorded {
  record: TeamRecord | null
  /** Log-odds of "customers would notice" without it. */
  alone: number
}

/** A merge as it was added. */
export interface Added {
  pull: MergedPull
  /** What was made of it: from -1, surely internal, to 1, surely noticed by customers. */
  lean: number
  recorded?: Recorded | undefined
}

/** Repositories whose backdrops are kept at once. */
const REPOSITORIES = 100

/** Backdrops of repositories, each of merges that were added in their order. The same merges in the same order give the same numbers. */
export class Backdrops {
  readonly #byRepo = new BoundedCache<Backdrop>(REPOSITORIES)
  /** The oldest last. */
  readonly #ahead: Added[]
  readonly #noted: Added[] | null
  #asked: Instant = Number.NEGATIVE_INFINITY

  /**
   * Merges `ahead`, oldest first, are added when a later one is asked about: who goes through the past again sees what was to be seen
   * then, and no habits of today. Who goes backwards sees all. In `noted` goes what is added.
   */
  constructor(ahead: readonly Added[] = [], noted: Added[] | null = null) {
    this.#ahead = ahead.toReversed()
    this.#noted = noted
  }

  /** `lean` as in `Added`. */
  add(pull: MergedPull, lean: number, recorded?: Recorded): void {
    this.#noted?.push({ pull, lean, recorded })
    const key = keyOf(pull)
    const known = this.#byRepo.get(key)
    const backdrop = known ?? new Backdrop()
    if (!known) this.#byRepo.set(key, backdrop, 1)
    backdrop.add(pull, lean, recorded)
  }

  /** How a change stands against its repository's others, as trees read it; nothing but zeros where too few are known. */
  against(pull: MergedPull): Float32Array {
    return this.#before(pull)?.against(pull) ?? NO_BACKDROP
  }

  /** What its team's habits say of a change that brings nothing for the record; null where that says next to nothing. */
  absence(pull: MergedPull): Weighed | null {
    return pull.authorIsBot ? null : (this.#before(pull)?.absence(pull) ?? null)
  }

  /** Log-odds of user-facing over the merges by people of its repository, as far as they are believed; 0 where none are known. */
  usualShare(pull: MergedPull): number {
    return this.#before(pull)?.usualShare ?? 0
  }

  #before(pull: MergedPull): Backdrop | undefined {
    const until = pull.mergedAt < this.#asked ? Number.POSITIVE_INFINITY : pull.mergedAt
    this.#asked = pull.mergedAt
    for (let next = this.#ahead.at(-1); next && next.pull.mergedAt < until; next = this.#ahead.at(-1)) {
      this.#ahead.pop()
      this.add(next.pull, next.lean, next.recorded)
    }
    return this.#byRepo.get(keyOf(pull))
  }
}

/** Where no other merges are known. */
export const NO_BACKDROP = new Float32Array(BACKDROP_NUMBERS)

const keyOf = ({ host, repo }: MergedPull): string => `${host} ${repo}`
