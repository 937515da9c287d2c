import { z } from 'zod'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { randomIds } from '#platform/ids.ts'
import { defineJob, handleJob } from '#platform/jobs/job.ts'
import { createWakeSignal } from '#platform/jobs/wake-signal.ts'
import { runWorker } from '#platform/jobs/worker.ts'
import { openLog } from '#platform/log.ts'

/** A job that asks an address, and then kills its own process if it is `isDeadly`. */
export const askJob = defineJob({
  name: 'ask',
  payload: z.object({ url: z.string(), isDeadly: z.boolean() }),
  attempts: 3,
  priority: 'live',
})

/** Runs a worker, in a process that the test kills. */
async function work(location: DatabaseLocation, host: string): Promise<void> {
  const db = await openDatabase(location, { migrate: false })
  const outbound = openOutbound({ allow: [host], timeoutMs: 60_000, idleMs: 60_000, maxBytes: 1_000_000 })
  const job = handleJob(askJob, {
    async run({ url, isDeadly }, { signal }) {
      await (await outbound.fetch(url, { signal })).text()
      if (isDeadly) process.kill(process.pid, 'SIGKILL')
      return async () => {}
    },
  })
  const log = openLog('error', systemClock, () => {})
  const options = { db, clock: systemClock, ids: randomIds, wakeSignal: createWakeSignal(), log }
  await runWorker(options, [job], new AbortController().signal)
}

const [location, host] = process.argv.slice(2)
if (import.meta.main && location && host) await work(JSON.parse(location), host)
