/** A class that was expected beside the one that was found; null where none was. */
export interface Pair<T extends string> {
  expected: T
  found: T | null
}

/** How often each expected class was taken for which; a row for each expected one. */
export function confusionOf<T extends string>(pairs: Iterable<Pair<T>>): Map<T, Map<T | null, number>> {
  const rows = new Map<T, Map<T | null, number>>()
  for (const { expected, found } of pairs) {
    const row = rows.get(expected) ?? new Map<T | null, number>()
    rows.set(expected, row.set(found, (row.get(found) ?? 0) + 1))
  }
  return rows
}

/**
 * F1 of each class, 0 to 1: the harmonic mean of its precision and recall. A class that was expected fewer than `least`
 * times is left out: its figure would be chance.
 */
export function f1ByClass<T extends string>(
  pairs: readonly Pair<T>[],
  classes: readonly T[],
  least = 1,
): Map<T, number> {
  const found = new Map<T, number>()
  for (const one of classes) {
    const right = pairs.filter(pair => pair.expected === one && pair.found === one).length
    const wrong = pairs.filter(pair => (pair.expected === one) !== (pair.found === one)).length
    const cases = pairs.filter(pair => pair.expected === one).length
    if (cases >= Math.max(1, least)) found.set(one, (2 * right) / (2 * right + wrong))
  }
  return found
}

/** The mean over classes, each counting alike however frequent; null without any. */
export function macroF1<T extends string>(
  pairs: readonly Pair<T>[],
  classes: readonly T[],
  least = 1,
): number | null {
  return mean([...f1ByClass(pairs, classes, least).values()])
}

/** The mean of the classes' recall; 1 over the number of classes is chance. Null where one of the classes was never expected. */
export function balancedAccuracyOf<T extends string>(
  pairs: readonly Pair<T>[],
  classes: readonly T[],
): number | null {
  const recalls = classes.map(one => {
    const own = pairs.filter(pair => pair.expected === one)
    return own.length === 0 ? null : own.filter(pair => pair.found === one).length / own.length
  })
  return recalls.includes(null) ? null : mean(recalls.flatMap(one => one ?? []))
}

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length
