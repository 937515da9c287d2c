import type { Example } from './example.ts'

/** For each question, how much each example counts; nothing where its record doesn't answer. */
export type ExampleWeights<Asked extends string> = Record<Asked, Float64Array>

/** A repository with fewer answers than this counts less than the others, or chance would speak for it. */
const FEW = 150
const MOST = 3
const MOST_FOR_RARE = 6

/** Every repository counts alike; for "more than a patch", which is rare, so does either answer in each of them. */
export function weighExamples<Asked extends string>(
  heads: readonly Asked[],
  examples: readonly Example<Asked>[],
): ExampleWeights<Asked> {
  const weights = heads.map(head => [head, weighFor(head, examples)] as const)
  return Object.fromEntries(weights) as ExampleWeights<Asked>
}

function weighFor<Asked extends string>(head: Asked, examples: readonly Example<Asked>[]): Float64Array {
  const counts = new Map<string, number>()
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { targets, group } of examples) {
    if (targets[head] === null) continue
    add(`${group}`)
    add(`${group} ${targets[head]}`)
  }
  const groups = new Set(examples.map(({ group }) => group))
  const usual = meanOf([...groups].flatMap(group => counts.get(`${group}`) ?? []))
  return Float64Array.from(examples, ({ targets, group }) => {
    if (targets[head] === null) return 0
    const size = counts.get(`${group}`) ?? 0
    const fair = Math.min(MOST, usual / Math.max(size, FEW))
    const alike = counts.get(`${group} ${targets[head]}`) ?? 1
    return head === 'notable' ? fair * Math.min(MOST_FOR_RARE, size / 2 / alike) : fair
  })
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
