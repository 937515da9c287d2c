import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { startHeartbeat } from '#platform/jobs/heartbeat.ts'
import { sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { freePort } from '#testing/postgres.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import { PrometheusMetrics } from './metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

const PORT = await freePort()

/** The metrics as Prometheus reads them. */
async function scraped(it: TestService): Promise<string> {
  const server = await serveMetrics(it.service)
  assert.ok(server)
  try {
    const answer = await fetch(`http://127.0.0.1:${PORT}/metrics`)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/openmetrics-text; version=1\.0\.0/)
    return await answer.text()
  } finally {
    await server.close()
  }
}

/** The value of one sample, by its name and labels; null where there is none. */
function sample(text: string, name: string, labels: Record<string, string> = {}): number | null {
  const wanted = Object.entries(labels).map(([key, value]) => `${key}="${value}"`)
  const line = text
    .split('\n')
    .find(one => /^\w+/.exec(one)?.[0] === name && wanted.every(label => one.includes(label)))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

withRunningService(
  'metrics tell of requests, jobs, feeds and the database',
  async it => {
    const connected = await it.connect()
    await sendGitHubWebhook(it, connected)
    const before = await scraped(it)
    assert.equal(sample(before, 'tidings_database_up'), 1)
    assert.equal(sample(before, 'tidings_jobs', { state: 'due', lane: 'live' }), 1)
    await it.settle()
    await it.ask(new URL(feedAddresses('http://x', it.account).json).pathname)
    const text = await scraped(it)
    assert.ok(text.endsWith('# EOF\n'))
    assert.equal(
      sample(text, 'tidings_http_request_duration_seconds_count', {
        route: '/api/callbacks/:provider/:connection',
        status: '202',
      }),
      1,
    )
    assert.equal(sample(text, 'tidings_webhooks_total', { provider: 'github', outcome: 'stored' }), 1)
    assert.equal(sample(text, 'tidings_feed_requests_total', { from: 'database' }), 1)
    assert.equal(sample(text, 'tidings_job_duration_seconds_count', { kind: 'delivery', outcome: 'done' }), 1)
    assert.ok(Number(sample(text, 'tidings_database_bytes')) > 0)
    assert.equal(sample(text, 'tidings_jobs', { state: 'due', lane: 'live' }), null)
    assert.ok(!text.includes(it.account.publicId))
    assert.ok(!text.includes(it.account.id))
  },
  { TIDINGS_METRICS_PORT: String(PORT) },
)

withRunningService(
  'a request that a proxy named is found again in the log of the jobs that follow from it',
  async it => {
    const connected = await it.connect()
    const answer = await sendGitHubWebhook(it, connected, { headers: { 'x-request-id': 'edge-7f3a' } })
    assert.equal(answer.headers['x-request-id'], 'edge-7f3a')
    await it.settle()
    const told = it.logged.map(line => JSON.parse(line)).filter(({ request }) => request === 'edge-7f3a')
    assert.deepEqual(
      told.map(({ message, route, kind }) => [message, route ?? kind]),
      [
        ['request', '/api/callbacks/:provider/:connection'],
        ['a job was run', 'delivery'],
      ],
    )
  },
)

withRunningService('a name that a log cannot hold is not taken for the id of a request', async it => {
  const answer = await it.ask('/status.json', { headers: { 'x-request-id': 'a b' } })
  assert.match(String(answer.headers['x-request-id']), /^[\da-f-]{36}$/)
})

/** The status of the health check that an orchestrator asks for. */
async function health(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${PORT}/health`)
  await answer.body?.cancel()
  return answer.status
}

withRunningService(
  'a process is healthy while it reads the database and its worker says in it that it is alive',
  async it => {
    const server = await serveMetrics(it.service)
    const failing = { ...it.service.db, write: () => Promise.reject(new Error('the disk is full')) }
    try {
      assert.equal(await health(), 200)
      const lost = await startHeartbeat({ ...it.service, recurring: [], db: failing })
      assert.equal(await health(), 503)
      await lost.stop()
      const alive = await startHeartbeat({ ...it.service, recurring: [] })
      assert.equal(await health(), 200)
      await alive.stop()
      await it.service.db.close()
      assert.equal(await health(), 503)
    } finally {
      await server?.close()
    }
  },
  { TIDINGS_METRICS_PORT: String(PORT) },
)

withRunningService(
  'requests that come together are measured together, and only those that read are answered',
  async it => {
    let reads = 0
    const { db } = it.service
    const counting = new Proxy(db, {
      get(target, name) {
        if (name === 'read') reads++
        return Reflect.get(target, name)
      },
    })
    const server = await serveMetrics({ ...it.service, db: counting })
    try {
      const address = `http://127.0.0.1:${PORT}/metrics`
      await (await fetch(address)).text()
      const alone = reads
      const answers = await pipelined('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000))
      assert.match(answers, /^HTTP\/1\.1 200 OK/)
      assert.ok(reads <= 4 * alone, `${reads} reads, ${alone} for one`)
      assert.equal((await fetch(address, { method: 'HEAD' })).status, 200)
      for (const path of ['metrics', 'health']) {
        const posted = await fetch(`http://127.0.0.1:${PORT}/${path}`, { method: 'POST', body: 'x' })
        assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD'])
      }
    } finally {
      await server?.close()
    }
  },
  { TIDINGS_METRICS_PORT: String(PORT) },
)

withRunningService(
  'a request that never ends is ended',
  async it => {
    const server = await serveMetrics(it.service, { patienceMs: 50 })
    try {
      for (const half of [
        'GET /metrics HTTP/1.1\r\nHost: x\r\n',
        'GET /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx',
      ])
        await pipelined(half)
    } finally {
      await server?.close()
    }
  },
  { TIDINGS_METRICS_PORT: String(PORT) },
)

/** Sends the requests at once and gives everything that is answered until the server closes the connection. */
function pipelined(requests: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  const socket = connect(PORT, '127.0.0.1', () => socket.write(requests))
  socket.on('data', part => {
    text += part
  })
  socket.on('close', () => resolve(text)).on('error', reject)
  return promise
}

test('alerts, dashboard and documentation name metrics that exist', async () => {
  const known = (await new PrometheusMetrics().text(null)).match(/^# TYPE (\w+)/gm) ?? []
  const names = new Set(known.map(line => line.split(' ')[2]))
  for (const file of ['monitoring/alerts.yaml', 'monitoring/grafana-dashboard.json', 'monitoring.md']) {
    const text = readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
    const used = text.match(/\btidings_[a-z_]+[a-z]/g) ?? []
    assert.ok(used.length > 8)
    assert.deepEqual(
      used.filter(name => !names.has(name.replace(/_(?:bucket|count|sum|total)$/, ''))),
      [],
      file,
    )
  }
})
