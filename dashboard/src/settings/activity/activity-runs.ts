import { MINUTE } from '../../time.ts'
import type { ActivityItem } from '../queries.ts'
import { type Sentence, sentenceOf } from './activity-sentence.ts'

/** Items that are told in one sentence. */
export type Run = [ActivityItem, ...ActivityItem[]]

const NOUNS: Record<NonNullable<ActivityItem['target']>['type'], string> = {
  entry: 'entries',
  'pull request': 'merges',
  person: 'people',
  'social account': 'social accounts',
}

/** The items of each row: at least three in a row that are told in one sentence, otherwise one. */
export function runsOf(items: readonly ActivityItem[]): Run[] {
  const runs: Run[] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run && isAlike(item, run[0]) && isContinuing(item, run[0])) run.push(item)
    else runs.push([item])
  }
  return runs.flatMap(run => (run.length < 3 ? run.map((item): Run => [item]) : [run]))
}

/** The rows that stand below one name: those in a row that one person or program did. */
export function groupsOf(items: readonly ActivityItem[]): [Run, ...Run[]][] {
  const groups: [Run, ...Run[]][] = []
  for (const run of runsOf(items)) {
    const group = groups.at(-1)
    if (group?.[0][0].actor === run[0].actor) group.push(run)
    else groups.push([run])
  }
  return groups
}

export const isOfSameMinute = (item: ActivityItem, before: ActivityItem | undefined): boolean =>
  before !== undefined && Math.floor(before.at / MINUTE) === Math.floor(item.at / MINUTE)

/** Whether both were done by the same person or program within a minute. */
const isContinuing = (item: ActivityItem, before: ActivityItem | undefined): boolean =>
  before?.actor === item.actor && isOfSameMinute(item, before)

/** Whether both can be told in one sentence. */
function isAlike(item: ActivityItem, other: ActivityItem): boolean {
  const [sum, otherSum] = [sumOf(item, 0), sumOf(other, 0)]
  return sum !== null && sum.verb === otherSum?.verb && sum.object === otherSum.object
}

/** So many items like this one in one sentence: "queued 7 entries"; null if their objects have no common noun. */
export function sumOf(item: ActivityItem, count: number): Sentence | null {
  const { verb, object } = sentenceOf(item)
  if (object === null) return { verb: `${verb} ${count} times`, object }
  return item.target && { verb, object: `${count} ${NOUNS[item.target.type]}` }
}
