import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Period } from '#changelog/schedule/times.ts'
import { aDraft } from '#testing/drafts.ts'
import { aWeeklyWorld, goOut } from '#testing/editions.ts'
import { editionStreak } from './streak.ts'

test('periods in a row with an edition are a streak, to which the current one is not needed', async () => {
  await using world = await aWeeklyWorld()
  const { account, clock, db } = world
  const streak = (period: Period | null = 'week') =>
    editionStreak(db.read, account.id, period && { period, timeZone: 'UTC', countedFrom: null }, clock.now())
  assert.equal(await streak(null), null)
  assert.deepEqual(await streak(), { periods: 0, dates: [] })
  const days: number[] = []
  for (const [after, title] of [
    [0, 'Add webhooks'],
    [14, 'Export reports as CSV'],
    [7, 'Add a dark theme'],
  ] as const) {
    clock.advance(after * 86_400_000)
    await aDraft(world, title)
    await goOut(world)
    days.push(clock.now())
  }
  assert.deepEqual(await streak(), { periods: 2, dates: [days[2], days[1]] })
  clock.advance(7 * 86_400_000)
  assert.equal((await streak())?.periods, 2, 'this week may still have one')
  assert.equal((await streak('release'))?.periods, 3)
  clock.advance(7 * 86_400_000)
  assert.equal((await streak())?.periods, 0)
})
