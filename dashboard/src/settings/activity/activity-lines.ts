import { MINUTE } from '../../time.ts'
import type { ActivityItem } from '../queries.ts'
import { type Sentence, sentenceOf } from './activity-sentence.ts'

/** A line of the log: the items that are told in one sentence. */
export type ActivityLine = [ActivityItem, ...ActivityItem[]]

const NOUNS: Record<NonNullable<ActivityItem['target']>['type'], string> = {
  entry: 'entries',
  'pull request': 'merges',
  person: 'people',
  'social account': 'social accounts',
}

/** The lines of the log: each has at least three items in a row that are told in one sentence, otherwise one. */
export function activityLines(items: readonly ActivityItem[]): ActivityLine[] {
  const lines: ActivityLine[] = []
  for (const item of items) {
    const line = lines.at(-1)
    if (line && isAlike(item, line[0]) && isContinuing(item, line[0])) line.push(item)
    else lines.push([item])
  }
  return lines.flatMap(line => (line.length < 3 ? line.map((item): ActivityLine => [item]) : [line]))
}

/** The lines that stand below one name: what one person or program did in a row. */
export function linesByActor(items: readonly ActivityItem[]): [ActivityLine, ...ActivityLine[]][] {
  const groups: [ActivityLine, ...ActivityLine[]][] = []
  for (const line of activityLines(items)) {
    const group = groups.at(-1)
    if (group?.[0][0].actor === line[0].actor) group.push(line)
    else groups.push([line])
  }
  return groups
}

/** Whether both were done within a minute; false without another item. */
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

/** The sentence for this many items like the given one: "queued 7 entries"; null if their objects have no common noun. */
export function sumOf(item: ActivityItem, count: number): Sentence | null {
  const { verb, object } = sentenceOf(item)
  if (object === null) return { verb: `${verb} ${count} times`, object }
  return item.target && { verb, object: `${count} ${NOUNS[item.target.type]}` }
}
