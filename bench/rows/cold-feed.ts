import { Agent, get } from 'node:http'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { publishedAccount } from '../fixtures.ts'
import type { Bench, Row } from '../row.ts'
import { startTidings } from '../servers.ts'
import { percentile } from '../statistics.ts'
import { timedRow } from '../yardstick.ts'

/** Measures the first answer after a feed has changed: 50 entries are read, rendered and compressed while the reader waits. */
export const coldFeed: Bench = {
  name: 'cold-feed',
  async run({ scratch, smoke }) {
    const { env, accountId, file } = await publishedAccount(`${scratch}/cold`)
    const server = await startTidings('web', env)
    const db = await openDatabase({ engine: 'sqlite', file }, { migrate: false })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const measure = async (path: string): Promise<number[]> => {
      const times: number[] = []
      for (let n = 0; n < (smoke ? 30 : 500); n++) {
        await changeFeeds(db)
        times.push(await timeOf(server.port, path, agent))
      }
      return times.slice(10)
    }
    try {
      const rows: Row[] = []
      for (const [name, path] of [
        ['Atom', `/changelog/${accountId}`],
        ['JSON Feed', `/changelog/${accountId}.json`],
      ] as const) {
        rows.push(
          timedRow(`${name} after a publish, p99 in ms`, percentile(await measure(path), 99), { most: 5 }),
        )
      }
      return rows
    } finally {
      agent.destroy()
      await db.close()
      await server.stop()
    }
  },
}

/** Gives every feed a new revision, as a publication does, without publishing anything. */
async function changeFeeds(db: Database): Promise<void> {
  await db.write(tx =>
    tx.updateTable('feed').set({ revision: sql`revision + 1`, changed_at: sql`changed_at + 1` }).execute(),
  )
}

/** The time until the last byte of the answer, in milliseconds. */
function timeOf(port: number, path: string, agent: Agent): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip' }
    get({ host: '127.0.0.1', port, path, headers, agent }, response => {
      if (response.statusCode !== 200) reject(new Error(`The feed answers ${response.statusCode}.`))
      response.resume().on('end', () => resolve(performance.now() - start))
    }).on('error', reject)
  })
}
