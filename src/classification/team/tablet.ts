import { GROUPS, type Group, type Trait } from './traits.ts'

/** The traits that recur among an account's examples, by their places in a row of weights. */
export type Known = ReadonlyMap<string, number>

/** A change as far as its traits are known: places and values, each group's together about as long as its habits may be strong. */
export interface Marks {
  places: readonly number[]
  values: readonly number[]
}

/** A trait seen only once tells of that one change. */
const RECURS = 2

export function recurring(all: readonly (readonly Trait[])[]): Known {
  const counts = new Map<string, number>()
  for (const traits of all) for (const { name } of traits) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].flatMap(([name, count]) => (count >= RECURS ? [name] : []))
  return new Map(names.map((name, place) => [name, place]))
}

export function marksOf(traits: readonly Trait[], known: Known): Marks & { traits: readonly Trait[] } {
  const own = traits.filter(({ name }) => known.has(name))
  const lengths = new Map<Group, number>()
  for (const { group, value } of own) lengths.set(group, (lengths.get(group) ?? 0) + value * value)
  return {
    traits: own,
    places: own.map(({ name }) => known.get(name) ?? 0),
    values: own.map(
      ({ group, value }) => (GROUPS[group] * value) / Math.sqrt(Math.max(1, lengths.get(group) ?? 0)),
    ),
  }
}
