import type { ActivityItem } from '../queries.ts'
import { sentenceOf } from './activity-sentence.ts'

/** From this many on, items that say the same are told as one. */
const LEAST = 3

const NOUNS: Partial<Record<NonNullable<ActivityItem['target']>['type'], string>> = {
  entry: 'entries',
  'pull request': 'pull requests',
}

/** Items in a row by the same person or program with the same sentence about entries, or about pull requests; else each for itself. */
export function groupedActivity(items: readonly ActivityItem[]): ActivityItem[][] {
  const runs: ActivityItem[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run?.[0] && saysTheSame(run[0], item)) run.push(item)
    else runs.push([item])
  }
  return runs.flatMap(run => (run.length < LEAST ? run.map(item => [item]) : [run]))
}

const saysTheSame = (one: ActivityItem, other: ActivityItem): boolean =>
  one.actor === other.actor &&
  one.action === other.action &&
  one.target?.type === other.target?.type &&
  nounOf(one) !== undefined &&
  sentenceOf(one).verb === sentenceOf(other).verb

const nounOf = ({ target }: ActivityItem): string | undefined => (target ? NOUNS[target.type] : undefined)

/** "published 12 entries", after the name of who did it. */
export const runSentence = (first: ActivityItem, count: number): string =>
  `${sentenceOf(first).verb} ${count.toLocaleString()} ${nounOf(first)}`
