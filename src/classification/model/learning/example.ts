import type { Encoded } from '../encoder.ts'
import type { Head } from '../network.ts'

/** What the team's record says: 1 or 0, null where it says nothing. */
export type Targets = Record<Head, 0 | 1 | null>

/** With answers to what is asked of it. */
export interface Example<Asked extends string = Head> {
  /** The same pull request with and without the type in front of its title, since teams differ in that habit. */
  variants: readonly [Encoded, Encoded]
  targets: Readonly<Record<Asked, 0 | 1 | null>>
  /** Which repository it belongs to; only to weigh rows and to let repositories differ in how much they announce. */
  group: number
  /** How the variants stand against what was merged before; left out where that is not to be learnt from. */
  against?: readonly [Float32Array, Float32Array]
}

/** A number from 0 to 1 at each call, the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
