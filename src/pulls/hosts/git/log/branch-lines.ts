/** The commits that a merge brought in by one of its parents or, with `merge: null`, those of the branch that is read. */
export interface Line<C> {
  merge: C | null
  /** The line that the merge is on, and the place of the merge on it: 0 for its newest commit. */
  outer: Line<C> | null
  at: number
  depth: number
  /** The merge on the branch that is read that brought the line in; null for that branch itself. */
  carrier: C | null
  /** The number of commits on the line itself; 0 for a merge of what was there already. */
  length: number
  /** The line that this one branched off from; null until it is known. */
  base: Line<C> | null
  /** Whether the line goes back to a commit without parents. */
  isRooted: boolean
}

interface Place<C> {
  line: Line<C>
  at: number
}

/** A commit on its line, with the lines that it brings in when it is a merge: one, or more for an octopus merge. */
export interface PlacedCommit<C> {
  line: Line<C>
  brought: Line<C>[]
}

/** The greatest depth of nested merges. Deeper ones count to the line that they are on, so that comparing two places stays fast. */
const MAX_DEPTH = 100

/**
 * Says which merge brought in each commit: the oldest that reaches it, and of the merges inside a branch again the oldest. Takes the
 * commits of a history in topological order, newest first, in linear time. In that order the commits of a branch need not follow its
 * merge without a gap.
 */
export class BranchLines<C extends { hash: string }> {
  readonly main: Line<C> = lineOf<C>(null, null, 0)
  /** The awaited parents of the commits so far: the place of each, and the lines that lead to it. */
  readonly #awaited = new Map<string, { place: Place<C>; lines: Line<C>[] }>()
  /** How many awaited commits each merge on the branch that is read brings in. */
  readonly #open = new Map<C, number>()

  place(commit: C, parents: readonly string[]): PlacedCommit<C> {
    const awaited = this.#awaited.get(commit.hash)
    const place = awaited?.place ?? { line: this.main, at: 0 }
    const { line, at } = place
    line.length += 1
    for (const other of awaited?.lines ?? []) if (other !== line) other.base = line
    const [first, ...others] = parents
    if (first === undefined) line.isRooted = true
    else this.#await(first, { line, at: at + 1 })
    const brought = others.map(parent => this.#bring(parent, commit, place))
    this.#awaited.delete(commit.hash)
    if (awaited) this.#count(line, -1)
    return { line, brought }
  }

  /** Whether all commits that a merge on the branch that is read brought in have been placed. */
  isComplete(merge: C): boolean {
    return !this.#open.has(merge)
  }

  #bring(parent: string, merge: C, { line, at }: Place<C>): Line<C> {
    const brought = line.depth < MAX_DEPTH ? lineOf(merge, line, at) : line
    this.#await(parent, brought === line ? { line, at: at + 1 } : { line: brought, at: 0 })
    return brought
  }

  #await(hash: string, place: Place<C>): void {
    const awaited = this.#awaited.get(hash)
    if (awaited === undefined) this.#awaited.set(hash, { place, lines: [place.line] })
    else {
      awaited.lines.push(place.line)
      if (!isOlder(place, awaited.place)) return
      this.#count(awaited.place.line, -1)
      awaited.place = place
    }
    this.#count(place.line, 1)
  }

  #count({ carrier }: Line<C>, change: number): void {
    if (carrier === null) return
    const count = (this.#open.get(carrier) ?? 0) + change
    if (count === 0) this.#open.delete(carrier)
    else this.#open.set(carrier, count)
  }
}

const lineOf = <C>(merge: C | null, outer: Line<C> | null, at: number): Line<C> => ({
  merge,
  outer,
  at,
  depth: outer === null ? 0 : outer.depth + 1,
  carrier: outer?.carrier ?? merge,
  length: 0,
  base: null,
  isRooted: false,
})

/** Compares two places where their paths part: on the line that contains both, or contains the merges that brought them in. */
function isOlder<C>(one: Place<C>, other: Place<C>): boolean {
  let [a, b] = [one, other]
  while (a.line !== b.line) {
    const [outerA, outerB] = [a.line.outer, b.line.outer]
    const [depthA, depthB] = [a.line.depth, b.line.depth]
    if (depthA >= depthB && outerA) a = { line: outerA, at: a.line.at }
    if (depthB >= depthA && outerB) b = { line: outerB, at: b.line.at }
  }
  return a.at > b.at
}

/**
 * Whether the line goes back to the first commit of another history, such as that of a repository that was merged in. False for a line that
 * leaves the part of the history that was read. Call it after the last commit.
 */
export function isUnrelated<C>(line: Line<C>): boolean {
  let oldest = line
  while (oldest.base !== null) oldest = oldest.base
  // Shorten the path, since many lines share it.
  for (let next = line; next.base !== null && next !== oldest; ) {
    const further = next.base
    next.base = oldest
    next = further
  }
  return oldest.isRooted && oldest.outer !== null
}
