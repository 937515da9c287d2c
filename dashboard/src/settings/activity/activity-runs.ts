import { MINUTE } from '../../time.ts'
import type { ActivityItem } from '../queries.ts'
import { sentenceOf } from './activity-sentence.ts'

type Run = [ActivityItem, ...ActivityItem[]]

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
    const sum = sumOf(item, 0)
    if (run && sum !== '' && sum === sumOf(run[0], 0) && isOfSameMinute(item, run[0])) run.push(item)
    else runs.push([item])
  }
  return runs.flatMap(run => (run.length < 3 ? run.map((item): Run => [item]) : [run]))
}

/** Whether both were done by the same person or program within a minute. */
export const isOfSameMinute = (item: ActivityItem, before: ActivityItem | undefined): boolean =>
  before?.actor === item.actor && Math.floor(before.at / MINUTE) === Math.floor(item.at / MINUTE)

/** So many items like this one in one sentence: "queued 7 entries"; empty if their objects have no common noun. */
export function sumOf(item: ActivityItem, count: number): string {
  const { verb, object } = sentenceOf(item)
  if (object === null) return `${verb} ${count} times`
  return item.target ? `${verb} ${count} ${NOUNS[item.target.type]}` : ''
}
