import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createToken } from '#auth/tokens.ts'
import { aDashboardClient } from '#testing/dashboard-client.ts'
import { sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { opened } from '#testing/http.ts'
import { anOwner, PASSWORD } from '#testing/owners.ts'
import { aService, type TestService, withRunningService } from '#testing/service.ts'
import { BodyReader } from './body-reader.ts'

const CONNECTIONS = 2_060
const SIGN_IN = '/app/auth/sign-in/email'

/** Begins a request, and sends only a part of its body. */
async function begun(it: TestService, path: string, total: number, sent: number): Promise<Socket> {
  const socket = connect(it.port, '127.0.0.1')
  // The server ends some of these connections.
  socket.on('error', () => {})
  const head = ['Host: x', `Origin: ${new URL(it.service.baseUrl).origin}`, `Content-Length: ${total}`]
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  await new Promise<unknown>(resolve => socket.write(Buffer.alloc(sent, 'x'), resolve))
  return socket
}

async function strangers(it: TestService, total: number, sent: number): Promise<Socket[]> {
  const sockets = []
  for (let n = 0; n < CONNECTIONS; n++) sockets.push(await begun(it, SIGN_IN, total, sent))
  return sockets
}

// The test is about connections, so one database is enough.
test('thousands of bodies that never end do not keep anybody else from anything', async () => {
  await using it = await aService('sqlite')
  // The timers stand still, however long a busy machine takes to begin the requests.
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    const { connection, everybody } = await users(it)
    const idle = await strangers(it, 16_000, 1)
    assert.deepEqual(await everybody(), [200, 200, 200, 202, 400])
    for (const socket of idle) socket.destroy()
    const stalled = await strangers(it, 16_000, 15_999)
    assert.deepEqual(await everybody(), [200, 200, 200, 202, 400])
    assert.match(await text(stalled[0] ?? assert.fail()), /^HTTP\/1\.1 503 .*connection: close\r\n/is)
    for (const socket of stalled) socket.destroy()
    assert.equal((await sendGitHubWebhook(it, connection)).status, 202)
  } finally {
    mock.timers.reset()
  }
})

/** Uses the service as people and programs do: signing in, the dashboard, MCP, a webhook, and a request for a token. */
async function users(it: TestService) {
  await anOwner(it)
  const connection = await it.connect()
  const owner = aDashboardClient(it)
  const signIn = async () =>
    (await owner.post(SIGN_IN, { email: 'ada@example.com', password: PASSWORD })).status
  assert.equal(await signIn(), 200)
  const context = { clock: it.clock, ids: it.service.ids, actor: 'test' }
  const token = await it.service.db.write(tx =>
    createToken(tx, context, it.account.id, { name: 'Robot', audience: 'mcp', expiresAt: null }),
  )
  const robot = { Authorization: `Bearer ${token.text}`, Accept: 'application/json, text/event-stream' }
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const everybody = async () => [
    await signIn(),
    (await owner.post(`/app/api/accounts/${it.account.publicId}/open`)).status,
    (await aDashboardClient(it).post('/mcp', ping, { ...robot, Origin: it.service.baseUrl })).status,
    (await sendGitHubWebhook(it, connection)).status,
    (await aDashboardClient(it).post('/oauth/token', {})).status,
  ]
  return { connection, everybody }
}

withRunningService('a body that arrives too slowly is ended, wherever it is sent', async it => {
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    for (const path of [SIGN_IN, `/api/callbacks/github/${crypto.randomUUID()}`]) {
      const socket = await begun(it, path, 16_000, 1)
      const answer = text(socket)
      let isAnswered = false
      void answer.then(() => (isAnswered = true))
      while (!isAnswered) {
        mock.timers.tick(1_000)
        await nextTurn()
      }
      assert.match(await answer, /^HTTP\/1\.1 408 .*connection: close\r\n/is, path)
    }
  } finally {
    mock.timers.reset()
  }
})

test('a body is ended when less than 16 KiB a second of it has arrived after the first ten seconds', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const reader = new BodyReader()
  const server = createServer()
  const { address, port, close } = await opened(server)
  try {
    const client = connect(port, '127.0.0.1')
    const request = once(server, 'request')
    client.write(`POST / HTTP/1.1\r\nHost: ${new URL(address).host}\r\nContent-Length: 100000\r\n\r\n`)
    const [incoming] = await request
    let outcome = 'arriving'
    const read = reader.read(incoming, 'strangers', 100_000, async () => {})
    const settled = read.catch(error => {
      outcome = error.code
    })
    let received = 0
    incoming.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    client.write(Buffer.alloc(3 * 16 * 1024))
    while (received < 3 * 16 * 1024) await once(incoming, 'data')
    mock.timers.tick(13_000)
    await nextTurn()
    assert.equal(outcome, 'arriving')
    mock.timers.tick(1_000)
    await settled
    assert.equal(outcome, 'request_timeout')
    client.destroy()
  } finally {
    mock.timers.reset()
    await close()
  }
})
