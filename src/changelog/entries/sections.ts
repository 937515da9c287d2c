import { type Kind, MAGNITUDES, type Magnitude } from '#judgement/classification/classification.ts'

/** What stands above the changes of a kind, in the order in which customers care. */
export const SECTIONS: Record<Kind, string> = {
  feature: 'New',
  improvement: 'Improved',
  performance: 'Faster',
  fix: 'Fixed',
  security: 'Security',
  deprecation: 'Deprecated',
  removal: 'Removed',
  documentation: 'Documentation',
  maintenance: 'Under the hood',
}

export const SECTION_ORDER = Object.keys(SECTIONS) as Kind[]

/** A change as its place among others depends on it. */
export interface RankedChange {
  kind: Kind
  magnitude: Magnitude
  mergedAt: number
}

/** The biggest first, then what customers care for most, then the newest. */
export const byImportance = (a: RankedChange, b: RankedChange): number =>
  MAGNITUDES.indexOf(b.magnitude) - MAGNITUDES.indexOf(a.magnitude) ||
  SECTION_ORDER.indexOf(a.kind) - SECTION_ORDER.indexOf(b.kind) ||
  b.mergedAt - a.mergedAt

/** The greatest of them. */
export const highestMagnitude = (changes: readonly Pick<RankedChange, 'magnitude'>[]): Magnitude =>
  MAGNITUDES[Math.max(0, ...changes.map(change => MAGNITUDES.indexOf(change.magnitude)))] ?? 'patch'

/** In the order of their sections; sections without any are left out. */
export function groupBySection<T extends Pick<RankedChange, 'kind'>>(changes: readonly T[]): [Kind, T[]][] {
  const groups = Map.groupBy(changes, change => change.kind)
  return SECTION_ORDER.flatMap(kind => {
    const group = groups.get(kind)
    return group ? [[kind, group] as [Kind, T[]]] : []
  })
}
