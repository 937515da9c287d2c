import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { listFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { aCommandLine } from './command-line.ts'
import { onBothEngines } from './databases.ts'
import { askJob } from './waiting-worker.ts'

const WORKER = fileURLToPath(new URL('waiting-worker.ts', import.meta.url))

/** A host that answers `/quick` at once, and begins an answer to `/begun`; what else is asked of it waits until it is told to answer. */
async function aSlowHost() {
  const waiting = new Map<string, ServerResponse>()
  let isSlow = true
  let told = () => {}
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (!isSlow || path.startsWith('/quick')) return response.end('done')
    if (path.startsWith('/begun')) response.write('wait ')
    waiting.set(path, response)
    told()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It has no port.')
  return {
    host: `127.0.0.1:${address.port}`,
    /** Waits until the host is asked for the path. */
    async asked(path: string) {
      while (!waiting.has(path)) {
        const { promise, resolve } = Promise.withResolvers<void>()
        told = resolve
        await promise
      }
      waiting.delete(path)
    },
    answer() {
      isSlow = false
      for (const response of waiting.values()) response.end('done')
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Lets the leases of a process that died end, which takes ten seconds otherwise. */
const endLeases = (db: Database) =>
  db.write(tx =>
    tx.updateTable('job').set({ available_at: 0 }).where('available_at', 'is not', null).execute(),
  )

async function withKilledWorkers(
  location: DatabaseLocation,
  body: (
    db: Database,
    host: Awaited<ReturnType<typeof aSlowHost>>,
    start: () => ReturnType<ReturnType<typeof aCommandLine>['startScript']>,
  ) => Promise<void>,
): Promise<void> {
  const db = await openDatabase(location, { migrate: true })
  const host = await aSlowHost()
  using cli = aCommandLine()
  try {
    await body(db, host, () => cli.startScript(WORKER, JSON.stringify(location), host.host))
  } finally {
    host.close()
    await db.close()
  }
}

const add = (db: Database, url: string, isDeadly = false) =>
  db.write(tx =>
    enqueue(tx, { clock: systemClock, ids: randomIds }, askJob, {
      accountId: null,
      payload: { url, isDeadly },
    }),
  )

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await turnOfTheLoop()
}

const left = async (db: Database) =>
  (await db.read.selectFrom('job').select('deaths').execute()).map(({ deaths }) => deaths)

for (const path of ['/slow', '/begun'])
  onBothEngines(`a job that waits on a host is not set aside by five kills (${path})`, location =>
    withKilledWorkers(location, async (db, host, start) => {
      await add(db, `http://${host.host}${path}`)
      for (let kill = 0; kill < 5; kill++) {
        const worker = start()
        await host.asked(path)
        worker.process.kill('SIGKILL')
        await worker.ended
        await endLeases(db)
      }
      host.answer()
      start()
      await until(async () => {
        assert.deepEqual(await listFailedJobs(db.read), [])
        return (await left(db)).length === 0
      })
    }),
  )

onBothEngines('a job that ends its process itself is set aside by the third death', location =>
  withKilledWorkers(location, async (db, host, start) => {
    await add(db, `http://${host.host}/quick`, true)
    for (const death of [1, 2, 3]) {
      await start().ended
      assert.deepEqual(await left(db), [death - 1])
      assert.deepEqual(await listFailedJobs(db.read), [])
      await endLeases(db)
    }
    await add(db, `http://${host.host}/quick`)
    start()
    await until(async () => (await left(db)).length === 1 && (await listFailedJobs(db.read)).length === 1)
    assert.match((await listFailedJobs(db.read))[0]?.error ?? '', /^It was set aside/)
  }),
)
