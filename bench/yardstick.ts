import { comparedRow, type Row } from './row.ts'
import { median } from './statistics.ts'

/** How long the hashing loop takes, in milliseconds, on the machine that targets in milliseconds are meant for. */
const LOOP_MS = 10
const BYTES = new Uint8Array(1 << 20).map((_, at) => at)
const TIMES = 8
const ROUNDS = 12

/** How many milliseconds a fixed piece of work takes: FNV-1a over 8 MiB. */
function hashingMs(): number {
  const begun = performance.now()
  let hash = 0x811c9dc5
  for (let time = 0; time < TIMES; time++)
    for (let at = 0; at < BYTES.length; at++) hash = Math.imul(hash ^ (BYTES[at] as number), 0x01000193)
  const took = performance.now() - begun
  // The hash is used, so that the loop is not optimized away.
  if (hash === 1) throw new Error('The hash of these bytes is another.')
  return took
}

/**
 * A time in milliseconds held against the hashing loop, measured right after it, so that the ratio means the same on a slower machine.
 * `most` is in milliseconds on a machine that takes 10 ms for the loop.
 */
export function timedRow(name: string, value: number, { most }: { most: number }): Row {
  const rounds = Array.from({ length: ROUNDS }, hashingMs)
  // The first rounds are slower, until the loop is compiled.
  const reference = median(rounds.slice(ROUNDS / 2))
  return comparedRow(name, { value, reference, ratio: value / reference }, { most: most / LOOP_MS })
}
