/** Gives a number from 0 up to, but not including, 1 at each call. */
export type Random = () => number

/** Random numbers that are the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <T>(random: Random, all: readonly T[]): T | undefined =>
  all[Math.floor(random() * all.length)]

export function shuffled<T>(random: Random, all: readonly T[]): T[] {
  const placed = all.map(item => ({ item, place: random() }))
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}
