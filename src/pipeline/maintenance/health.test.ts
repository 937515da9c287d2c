import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mock } from 'node:test'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { startHeartbeat } from '#platform/jobs/heartbeat.ts'
import { openLog } from '#platform/log.ts'
import { withDatabase, withTime } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import { healthChecks } from './health.ts'

const HOUR = 3_600_000

/** The status of the check of the worker. */
async function workerIn(db: Database): Promise<string | undefined> {
  return (await healthChecks(db)).find(({ name }) => name === 'worker')?.status
}

withDatabase(
  'a worker is alive after the clock was set back, and lost a minute after its last heartbeat',
  async opened => {
    const clock = manualClock()
    const db = withTime(opened, clock)
    const beats = new EventTarget()
    const heartbeat = () => void beats.dispatchEvent(new Event('beat'))
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const log = openLog('error', clock, () => {})
      const worker = await startHeartbeat({
        ...{ db, ids: randomIds, log, recurring: [], metrics: { heartbeat } },
      })
      for (const change of [HOUR, -HOUR, -HOUR]) {
        clock.advance(change)
        if (change < 0) assert.equal(await workerIn(db), 'ok', 'before its next heartbeat')
        const beat = once(beats, 'beat')
        mock.timers.tick(10_000)
        await beat
        assert.equal(await workerIn(db), 'ok')
      }
      clock.advance(61_000)
      assert.equal(await workerIn(db), 'failed')
      await worker.stop()
    } finally {
      mock.timers.reset()
    }
  },
)
