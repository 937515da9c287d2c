import type { ActivityItem } from '../queries.ts'
import { sentenceOf } from './activity-sentence.ts'

/** The least number of items with the same sentence that are folded into one. */
const LEAST = 3

const NOUNS: Partial<Record<NonNullable<ActivityItem['target']>['type'], string>> = {
  entry: 'entries',
  'pull request': 'pull requests',
}

/**
 * Groups consecutive items of the same person or program with the same sentence about entries, or about pull
 * requests. Other items are groups of their own.
 */
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

/** A sentence about a group, after the name of the actor: "published 12 entries". More of a group that is cut may be on the next page. */
export const runSentence = (first: ActivityItem, count: number, isCut = false): string =>
  `${sentenceOf(first).verb} ${count.toLocaleString()}${isCut ? ' or more' : ''} ${nounOf(first)}`
