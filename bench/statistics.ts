export const median = (values: readonly number[]): number => percentile(values, 50)

/** The nearest-rank percentile. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (found === undefined) throw new Error('No value was measured.')
  return found
}

/**
 * Measures two things in turns, so that noise on the machine affects both, and compares them round by round. The first round
 * warms both up and does not count; which of the two goes first changes from round to round.
 */
export async function compare(
  rounds: number,
  measure: () => Promise<number>,
  measureReference: () => Promise<number>,
): Promise<{ value: number; reference: number; ratio: number }> {
  const pairs: [number, number][] = []
  for (let round = 0; round <= rounds; round++) {
    const first = round % 2 === 0 ? await measure() : null
    const reference = await measureReference()
    pairs.push([first ?? (await measure()), reference])
  }
  const counted = pairs.slice(1)
  return {
    value: median(counted.map(([value]) => value)),
    reference: median(counted.map(([, reference]) => reference)),
    ratio: median(counted.map(([value, reference]) => value / reference)),
  }
}

/** Calls `act` this many times, one after the other; gives the calls a second. */
export async function perSecond(count: number, act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  for (let n = 0; n < count; n++) await act()
  return (count / (performance.now() - begun)) * 1_000
}
