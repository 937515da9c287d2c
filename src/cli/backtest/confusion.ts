import type { Pair } from '#judgement/classification/evaluate/measures.ts'

/** How often each expected class was taken for which; a row for each expected one. */
export function confusionOf<T extends string>(pairs: Iterable<Pair<T>>): Map<T, Map<T | null, number>> {
  const rows = new Map<T, Map<T | null, number>>()
  for (const { expected, found } of pairs) {
    const row = rows.get(expected) ?? new Map<T | null, number>()
    rows.set(expected, row.set(found, (row.get(found) ?? 0) + 1))
  }
  return rows
}
