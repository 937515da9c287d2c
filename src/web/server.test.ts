import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { feedFormats } from '#app/registry.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/db/open.ts'
import { openLog } from '#platform/log.ts'
import { NO_METRICS } from '#platform/monitoring/metrics.ts'
import { migratedPlace } from '#testing/databases.ts'
import { noDashboard, noWebhooks } from '#testing/served.ts'
import { closeServer, createServer } from './server.ts'

/** Runs a server whose database reports that it is ready once `ready` resolves. */
async function withServer(
  work: (server: Server, port: number) => Promise<void>,
  ready: Promise<void> = Promise.resolve(),
): Promise<void> {
  const { location, remove } = await migratedPlace('sqlite')
  const db = await openDatabase(location, { migrate: false })
  const log = openLog('error', systemClock, () => {})
  const slow = { ...db, ping: () => ready }
  const server = createServer({
    webhooks: noWebhooks,
    dashboard: noDashboard,
    db: slow,
    clock: systemClock,
    log,
    metrics: NO_METRICS,
    baseUrl: 'http://x',
    requestsPerMinute: 120,
    mcpHosts: [],
    hostRules: { operatorHosts: [], proof: 'dns' },
    formats: feedFormats,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  try {
    await work(server, address.port)
  } finally {
    server.closeAllConnections()
    server.close()
    await db.close()
    await remove()
  }
}

async function say(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

test('malformed HTTP, a missing host and an oversized request are refused', async () => {
  await withServer(async (_, port) => {
    assert.match(await say(port, 'GREETINGS\r\n\r\n'), /^HTTP\/1\.1 400 /)
    assert.match(await say(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 400 /)
    const long = `GET /changelog/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`
    assert.match(await say(port, long), /^HTTP\/1\.1 431 /)
  })
})

test('closing finishes running requests and accepts no new ones', async () => {
  const database = Promise.withResolvers<void>()
  await withServer(async (server, port) => {
    const answer = fetch(`http://127.0.0.1:${port}/status.json`)
    await once(server, 'request')
    const closed = closeServer(server, 60_000)
    database.resolve()
    await closed
    assert.equal((await answer).status, 200)
    await assert.rejects(say(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'), /ECONNREFUSED/)
  }, database.promise)
})

test('closing aborts requests that exceed the time limit', async () => {
  await withServer(
    async (server, port) => {
      const answer = fetch(`http://127.0.0.1:${port}/status.json`)
      await once(server, 'request')
      await closeServer(server, 50)
      await assert.rejects(answer)
    },
    new Promise(() => {}),
  )
})
