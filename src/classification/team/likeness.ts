import type { Group, Trait } from './traits.ts'

/** In what changes may be like each other. */
export const WAYS = ['words', 'folder', 'file', 'scope', 'path', 'body', 'fact', 'ending'] as const
type Way = (typeof WAYS)[number]

const WAY_OF: Partial<Record<Group, Way>> = {
  title: 'words',
  pair: 'words',
  first: 'words',
  folder: 'folder',
  file: 'file',
  scope: 'scope',
  path: 'path',
  body: 'body',
  fact: 'fact',
  step: 'fact',
  ending: 'ending',
}

/** What nearly every change has tells of no likeness, and takes longest to go through. */
const LEAST_TELLING = 0.5

/** The merges that have a trait, by their index, and how much of each merge the trait is. */
interface Posting {
  way: number
  telling: number
  merges: number[]
  parts: number[]
}

/** Of a change, the postings of its traits in one way, and how much of the change each is. */
interface Side {
  postings: Posting[]
  parts: number[]
}

/** How near changes are to merges that were added: the square of the cosine of their traits, rare ones counting more. */
export interface Likeness {
  add(traits: readonly Trait[]): void
  /** For each way how near every merge is, in the order of adding. The arrays are used again at the next call. */
  near(traits: readonly Trait[]): readonly Float64Array[]
}

/** `usual` are the traits of merges that show which traits are rare. */
export function createLikeness(usual: readonly (readonly Trait[])[]): Likeness {
  const postings = new Map<string, Posting>()
  const counts = new Map<string, number>()
  for (const traits of usual) for (const { name } of traits) counts.set(name, (counts.get(name) ?? 0) + 1)
  const tellingOf = ({ name }: Trait) => Math.log((usual.length + 1) / ((counts.get(name) ?? 0) + 0.5))
  /** A trait that no merge has still makes the change less like any of them. */
  const freshOf = (trait: Trait): Posting | null => {
    const way = WAY_OF[trait.group]
    const telling = tellingOf(trait)
    if (way === undefined || telling < LEAST_TELLING) return null
    return { way: WAYS.indexOf(way), telling, merges: [], parts: [] }
  }
  const seek = (trait: Trait) => postings.get(trait.name) ?? freshOf(trait)
  const keep = (trait: Trait): Posting | null => {
    const found = seek(trait)
    if (found) postings.set(trait.name, found)
    return found
  }
  let merges = 0
  let nearness = WAYS.map(() => new Float64Array(0))
  return {
    add(traits) {
      for (const side of sidesOf(traits, keep))
        for (const [q, posting] of side.postings.entries()) {
          posting.merges.push(merges)
          posting.parts.push(side.parts[q] ?? 0)
        }
      merges++
    },
    near(traits) {
      const length = nearness[0]?.length ?? 0
      if (length < merges) nearness = WAYS.map(() => new Float64Array(2 * merges))
      for (const [way, side] of sidesOf(traits, seek).entries())
        measure(side, nearness[way] ?? new Float64Array(0), merges)
      return nearness
    },
  }
}

function sidesOf(traits: readonly Trait[], postingOf: (trait: Trait) => Posting | null): Side[] {
  const sides = WAYS.map((): Side => ({ postings: [], parts: [] }))
  for (const trait of traits) {
    const posting = postingOf(trait)
    if (posting) sides[posting.way]?.postings.push(posting)
  }
  for (const side of sides) {
    const squares = side.postings.reduce((sum, { telling }) => sum + telling * telling, 0)
    side.parts = side.postings.map(({ telling }) => telling / Math.sqrt(squares))
  }
  return sides
}

/** Every decision of an account with habits spends much of its time here; every merge that a posting names has its place. */
function measure({ postings, parts }: Side, near: Float64Array, merges: number): void {
  near.fill(0, 0, merges)
  for (let q = 0; q < postings.length; q++) {
    const posting = postings[q] as Posting
    const part = parts[q] as number
    for (let k = 0; k < posting.merges.length; k++) {
      const merge = posting.merges[k] as number
      near[merge] = (near[merge] as number) + part * (posting.parts[k] as number)
    }
  }
  for (let merge = 0; merge < merges; merge++) near[merge] = (near[merge] as number) ** 2
}
