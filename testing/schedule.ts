import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { addTime, changeSchedule, removeTime } from '#changelog/publishing/schedule.ts'
import { type Period, type ScheduleTime, timesOf } from '#changelog/schedule/times.ts'
import type { Tx } from '#platform/db/schema.ts'
import { weeklyTimeFrom } from '#platform/recurring-time.ts'

/** A weekly time such as `monday 17:00` that takes one entry. */
export function aTime(text: string, setId: string | null = null): Omit<ScheduleTime, 'id' | 'since'> {
  const [day = '', time = ''] = text.split(' ')
  return { setId, takes: 'entry', every: 'week', at: weeklyTimeFrom(day, time) }
}

/** Lets an account publish in editions, on Fridays at 10:00, with merges since a time, or of this period and the one before. */
export async function publishInEditions(
  tx: Tx,
  action: EntryContext,
  accountId: string,
  { every = 'week', since }: { every?: Period; since?: number } = {},
): Promise<void> {
  const at = every === 'release' ? null : weeklyTimeFrom('friday', '10:00')
  await addTime(tx, action, accountId, { setId: null, takes: 'edition', every, at })
  if (since !== undefined) await changeSchedule(tx, action, accountId, { since })
}

/** Lets an account publish entries one by one again. */
export async function endEditions(tx: Tx, action: EntryContext, accountId: string): Promise<void> {
  for (const { id, takes } of await timesOf(tx, accountId))
    if (takes === 'edition') await removeTime(tx, action, accountId, id)
}
