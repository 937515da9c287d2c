import assert from 'node:assert/strict'
import { z } from 'zod'
import { createAccount } from '#accounts/account.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { randomIds } from '#platform/ids.ts'
import { openLog } from '#platform/log.ts'
import { withDatabase } from '#testing/databases.ts'
import { defineJob, handleJob, type JobPriority } from './job.ts'
import { claimJobs, enqueue } from './queue.ts'
import { createWakeSignal } from './wake-signal.ts'
import { runWorker } from './worker.ts'

const payload = z.object({ name: z.string() })
const DEFINITIONS = {
  live: defineJob({ name: 'webhook', payload, attempts: 3, priority: 'live' }),
  routine: defineJob({ name: 'reconcile', payload, attempts: 3, priority: 'routine' }),
  backfill: defineJob({ name: 'import', payload, attempts: 3, priority: 'backfill' }),
}

const anAccount = async (db: Database): Promise<string> =>
  (await db.write(tx => createAccount(tx, systemClock, randomIds, { name: 'Acme' }))).id

const add = (db: Database, priority: JobPriority, accountId: string, ...names: string[]) =>
  db.write(async tx => {
    for (const name of names)
      await enqueue(tx, { clock: systemClock, ids: randomIds }, DEFINITIONS[priority], {
        accountId,
        payload: { name },
      })
  })

/** A worker whose jobs last until the test ends them. */
function aWorker(db: Database) {
  const running = new Map<string, () => void>()
  const failed: string[] = []
  let told = () => {}
  const stop = new AbortController()
  const handler = {
    async run({ name }: { name: string }) {
      await new Promise<void>(end => {
        running.set(name, end)
        told()
        if (stop.signal.aborted) end()
      })
      running.delete(name)
      return async () => {}
    },
    async onFailed(_: Tx, { name }: { name: string }, error: string) {
      failed.push(`${name}: ${error}`)
      told()
    },
  }
  const log = openLog('error', systemClock, () => {})
  const wakeSignal = createWakeSignal()
  const ended = runWorker(
    { db, clock: systemClock, ids: randomIds, wakeSignal, log },
    Object.values(DEFINITIONS).map(definition => handleJob(definition, handler)),
    stop.signal,
  )
  return {
    running,
    failed,
    async until(isSo: () => boolean) {
      while (!isSo()) {
        const { promise, resolve } = Promise.withResolvers<void>()
        told = resolve
        await promise
      }
    },
    end(name: string) {
      running.get(name)?.()
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      for (const end of running.values()) end()
      await ended
    },
  }
}

/** Claims jobs as another worker that then dies. */
const dieOf = (db: Database, most: number) =>
  claimJobs(db, randomIds, {
    most,
    leaseMs: -1,
    kinds: Object.values(DEFINITIONS).map(({ name }) => name),
  })

withDatabase(
  'a webhook does not wait for the imports of another account, however many they are',
  async db => {
    const [busy, other] = [await anAccount(db), await anAccount(db)]
    await add(db, 'backfill', busy, 'i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i7', 'i8')
    await using worker = aWorker(db)
    await worker.until(() => worker.running.has('i1'))
    await add(db, 'live', other, 'merge')
    await worker.until(() => worker.running.has('merge'))
    await add(db, 'backfill', other, 'import')
    await worker.until(() => worker.running.has('import'))
    assert.deepEqual([...worker.running.keys()], ['i1', 'merge', 'import'])
  },
)

withDatabase('one account never takes all the places for live jobs', async db => {
  const [busy, other] = [await anAccount(db), await anAccount(db)]
  await add(db, 'live', busy, 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8')
  await using worker = aWorker(db)
  await worker.until(() => worker.running.size === 4)
  await add(db, 'live', other, 'merge')
  await worker.until(() => worker.running.has('merge'))
  // Which of several free jobs begins first is not promised.
  assert.deepEqual([...worker.running.keys()].toSorted(), ['merge', 'p1', 'p2', 'p3', 'p4'])
  worker.end('p2')
  await worker.until(() => worker.running.has('p5'))
})

withDatabase('jobs whose process died run again one at a time, and others beside them', async db => {
  const account = await anAccount(db)
  await add(db, 'live', account, 'a', 'b', 'c')
  await dieOf(db, 3)
  await using worker = aWorker(db)
  await worker.until(() => worker.running.has('a'))
  await add(db, 'live', account, 'd')
  await worker.until(() => worker.running.has('d'))
  assert.deepEqual([...worker.running.keys()], ['a', 'd'])
  worker.end('a')
  await worker.until(() => worker.running.has('b'))
  assert.deepEqual([...worker.running.keys()], ['d', 'b'])
})

withDatabase(
  'a job whose process died three times is set aside without running, and the next one runs',
  async db => {
    const account = await anAccount(db)
    await add(db, 'backfill', account, 'deadly', 'next')
    await dieOf(db, 1)
    for (const _ of [2, 3])
      await claimJobs(db, randomIds, {
        most: 1,
        leaseMs: -1,
        kinds: [DEFINITIONS.backfill.name],
        suspects: true,
      })
    {
      await using worker = aWorker(db)
      await worker.until(() => worker.running.has('next') && worker.failed.length > 0)
      assert.match(worker.failed.join(), /^deadly: It was set aside: its process ended or hung 3 times/)
    }
    const [row] = await db.read.selectFrom('job').select(['available_at', 'last_error']).execute()
    assert.equal(row?.available_at, null)
  },
)

withDatabase('an import waits until the webhooks that ran when its process died have ended', async db => {
  const account = await anAccount(db)
  await add(db, 'live', account, 'deadly')
  await add(db, 'backfill', account, 'import')
  await dieOf(db, 2)
  await using worker = aWorker(db)
  await worker.until(() => worker.running.has('deadly'))
  await add(db, 'backfill', account, 'another import')
  await worker.until(() => worker.running.has('another import'))
  assert.deepEqual([...worker.running.keys()], ['deadly', 'another import'])
  worker.end('another import')
  worker.end('deadly')
  await worker.until(() => worker.running.has('import'))
})
