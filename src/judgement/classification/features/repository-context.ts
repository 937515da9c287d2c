import type { Instant } from '#platform/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** Things that changes of a repository share: folders, top folders, files, words of the title and pairs of neighbouring words. */
const KINDS = 5
/** The numbers of each kind: the greatest, the least and the mean of three measures. */
const PER_KIND = 9
/** How many numbers there are: those of each kind, the logarithm of the number of merges, and their mean score. */
export const CONTEXT_SIZE = KINDS * PER_KIND + 2
/** The numbers of a repository without other merges. */
export const NO_CONTEXT = new Float32Array(CONTEXT_SIZE)

/** With fewer merges there is no context. */
const LEAST_MERGES = 20
/** From this many things of a kind on, all counts are halved and the rarest things are dropped. */
const THINGS_KEPT = 30_000
/** A thing is assumed to have come this many times before, with the mean score. */
const PRIOR = 2
/** A merge this long ago counts about a third in how common a thing was lately. */
const LATELY_MS = 14 * 24 * 60 * 60 * 1000
/** The numbers of a change that has no things of a kind, such as no files: a lower score than any, and more common than most. */
const NONE = [-2, -1, -1] as const
const FILES_READ = 200
const WORDS_READ = 100

type Change = Pick<MergedPull, 'title' | 'files' | 'mergedAt'>

interface Count {
  merges: number
  scores: number
  /** Merges, each counting less the longer ago it was, at the time of the last. */
  lately: number
  at: Instant
}

/**
 * How the next change of a repository looks beside its earlier ones: how common its files and words are there, and how the model scored
 * the changes that share them. Nobody need have decided anything.
 */
export class RepositoryContext {
  #merges = 0
  #scores = 0
  readonly #counts = Array.from({ length: KINDS }, () => new Map<string, Count>())

  /** `score`: the probability of user-facing. */
  add(change: Change, score: number): void {
    this.#merges++
    this.#scores += score
    for (const [kind, things] of thingsIn(change).entries()) {
      const counts = this.#counts[kind] as Map<string, Count>
      for (const thing of things) {
        const { merges, scores, ...last } = counts.get(thing) ?? NEVER
        const lately = latelyOf(last, change.mergedAt) + 1
        counts.set(thing, { merges: merges + 1, scores: scores + score, lately, at: change.mergedAt })
      }
      if (counts.size > THINGS_KEPT) this.#halve()
    }
  }

  featuresOf(change: Change): Float32Array {
    if (this.#merges < LEAST_MERGES) return NO_CONTEXT
    const mean = this.#scores / this.#merges
    const ofKinds = thingsIn(change).flatMap((things, kind) =>
      this.#summaries(things, kind, mean, change.mergedAt),
    )
    return Float32Array.from([...ofKinds, Math.log(this.#merges + 1), 2 * mean - 1])
  }

  /** How far the scores of the changes that share a thing are from the mean; how common it is, and how common lately, as logarithms. */
  #summaries(things: readonly string[], kind: number, mean: number, now: Instant): number[] {
    const counts = things.map(thing => this.#counts[kind]?.get(thing) ?? NEVER)
    const measures = [
      counts.map(({ merges, scores }) => (2 * (scores - mean * merges)) / (merges + PRIOR)),
      counts.map(({ merges }) => Math.log((merges + 0.5) / (this.#merges + 1))),
      counts.map(count => Math.log(latelyOf(count, now) + 0.3)),
    ]
    return measures.flatMap((values, at) => summaryOf(values.length > 0 ? values : [NONE[at] ?? 0]))
  }

  #halve(): void {
    this.#merges /= 2
    this.#scores /= 2
    for (const counts of this.#counts)
      for (const [thing, count] of counts)
        if (count.merges < 2) counts.delete(thing)
        else counts.set(thing, { ...count, merges: count.merges / 2, scores: count.scores / 2 })
  }
}

const NEVER: Count = { merges: 0, scores: 0, lately: 0, at: 0 }

/** How common a thing was lately. The time since then is absolute, since histories are also read backwards. */
const latelyOf = ({ lately, at }: Pick<Count, 'lately' | 'at'>, now: Instant): number =>
  lately * Math.exp(-Math.abs(now - at) / LATELY_MS)

const summaryOf = (values: readonly number[]): [greatest: number, least: number, mean: number] => [
  Math.max(...values),
  Math.min(...values),
  values.reduce((sum, value) => sum + value, 0) / values.length,
]

function thingsIn({ title, files }: Change): string[][] {
  const paths = files.slice(0, FILES_READ).map(({ path }) => path)
  const words =
    title
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.slice(0, WORDS_READ) ?? []
  return [
    paths.map(path => path.slice(0, path.lastIndexOf('/') + 1)),
    paths.map(path => path.split('/', 1)[0] ?? ''),
    paths,
    words,
    words.slice(1).map((word, at) => `${words[at]} ${word}`),
  ].map(things => [...new Set(things)])
}
