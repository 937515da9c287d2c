import assert from 'node:assert/strict'
import { DAY_MS, MINUTE_MS } from '#platform/clock.ts'
import { randomIds } from '#platform/ids.ts'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import { takeAttempt } from './attempt-limits.ts'

withDatabase('attempts while the clock was ahead refuse nobody once it is set back', async db => {
  const clock = manualClock()
  const context = { clock, ids: randomIds }
  const take = () => takeAttempt(db, context, 'ada', { attempts: 2, refillMs: MINUTE_MS })
  clock.advance(365 * DAY_MS)
  for (const _ of [1, 2]) await take()
  await assert.rejects(take(), { code: 'rate_limited' })
  clock.advance(-365 * DAY_MS)
  for (const _ of [1, 2]) await take()
  await assert.rejects(take(), { code: 'rate_limited' })
})
