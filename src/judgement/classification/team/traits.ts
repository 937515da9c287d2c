import type { Features } from '#judgement/classification/features/features.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/**
 * What a team may have habits about, in groups: how far a habit of the group is expected to move a decision before there is proof (its
 * deviation in log-odds), and what it is about, in the words after "the team announced 3 of 4"; null where that would sound odd.
 */
const GROUPS = {
  title: [0.75, word => `changes whose title says “${word}”`],
  body: [0.3, () => null],
  path: [0.5, word => `changes of files named “${word}”`],
  fact: [0.3, detail => `changes where ${detail.replace(/ \(“[^“]*”\)$/, '')}`],
  folder: [0.6, path => `changes in ${path}`],
  file: [0.4, path => `changes of ${path}`],
  author: [0.3, name => `changes by ${name}`],
  label: [0.4, name => `changes labelled “${name}”`],
} satisfies Record<string, [deviation: number, about: (what: string) => string | null]>
type Group = keyof typeof GROUPS

/** One thing that is true of a change, and how far: 1, or the share of its files. */
export interface Trait {
  /** `group:what`. */
  name: string
  group: Group
  value: number
  about: string | null
}

const FILES_READ = 60

export function traitsOf(pull: MergedPull, { facts, words }: Features): Trait[] {
  return [
    ...words.map(({ source, name, text, value }) => traitOf(source, text, value, name)),
    ...facts.map(({ name, side, detail }) => traitOf('fact', side ? detail : '', 1, `fact:${name}`)),
    ...placeTraits(pull),
    ...(pull.author === null ? [] : [traitOf('author', pull.author)]),
    ...pull.labels.map(label => traitOf('label', label)),
  ]
}

function traitOf(group: Group, what: string, value = 1, name = `${group}:${what}`): Trait {
  return { name, group, value, about: what === '' ? null : GROUPS[group][1](what) }
}

/** Every file and folder that is touched, with the share of files in it. */
function placeTraits({ files }: MergedPull): Trait[] {
  const read = files.slice(0, FILES_READ)
  const folders = new Map<string, number>()
  for (const { path } of read)
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end)
      folders.set(folder, (folders.get(folder) ?? 0) + 1 / read.length)
    }
  return [
    ...[...folders].map(([folder, share]) => traitOf('folder', folder, share)),
    ...read.map(({ path }) => traitOf('file', path, 1 / read.length)),
  ]
}

/** The traits that recur among an account's examples, by their column. A trait seen once tells of that one change only. */
export type TraitColumns = ReadonlyMap<string, number>

/** A change as its recurring traits: each with its column, and its value scaled by what its group may weigh. */
export type TraitValues = readonly { trait: Trait; column: number; value: number }[]

export function valuesOf(traits: readonly Trait[], columns: TraitColumns): TraitValues {
  const known = traits.flatMap(trait => {
    const column = columns.get(trait.name)
    return column === undefined ? [] : [{ trait, column }]
  })
  const lengths = new Map<Group, number>()
  for (const { trait } of known)
    lengths.set(trait.group, (lengths.get(trait.group) ?? 0) + trait.value * trait.value)
  return known.map(({ trait, column }) => ({
    trait,
    column,
    value: (GROUPS[trait.group][0] * trait.value) / Math.sqrt(Math.max(1, lengths.get(trait.group) ?? 0)),
  }))
}
