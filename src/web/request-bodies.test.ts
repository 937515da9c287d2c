import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createToken } from '#auth/tokens.ts'
import { sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const MIB = 1024 * 1024
const FILL = Buffer.alloc(26 * MIB, 'x')

/** Sends a raw request and returns the server's answer. */
async function answerTo(port: number, request: string): Promise<{ status: number; text: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  const answer = await text(socket)
  return { status: Number(answer.slice(9, 12)), text: answer.split('\r\n\r\n').slice(1).join('') }
}

const requestLines = (it: TestService, [line, ...headers]: string[]): string =>
  [
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Origin: ${it.service.baseUrl}`,
    ...headers,
    'Connection: close',
    '',
    '',
  ].join('\r\n')

withRunningService('a request without a body is treated like one with an empty body', async it => {
  const keeper = { clock: it.clock, ids: it.service.ids, actor: 'test' }
  const input = { name: 'test', audience: 'mcp' as const, expiresAt: null }
  const token = await it.service.db.write(tx => createToken(tx, keeper, it.account.id, input))
  const authorization = `Authorization: Bearer ${token.text}`
  const [form, json] = ['application/x-www-form-urlencoded', 'application/json'].map(
    type => `Content-Type: ${type}`,
  ) as [string, string]
  const requests: [number, string, ...string[]][] = [
    ...[400, 400, 400].map((status, n): [number, string, string] => [
      status,
      `POST /oauth/${['token', 'register', 'revoke'][n]}`,
      form,
    ]),
    [400, 'POST /oauth/token'],
    [400, 'POST /oauth/register', json],
    [405, 'PUT /oauth/token'],
    [405, 'PATCH /oauth/register', json],
    [405, 'DELETE /oauth/revoke', form],
    [400, 'POST /mcp', authorization, json],
    [400, 'POST /mcp', authorization],
    [405, 'PUT /mcp', authorization],
    [400, 'POST /app/auth/sign-in/email'],
    [400, 'POST /app/auth/sign-in/email', json],
    [400, 'POST /app/auth/sign-in/magic-link', form],
    [400, 'POST /app/auth/sign-in/social'],
    [400, 'POST /app/auth/sign-out'],
    [405, 'PUT /app/auth/sign-out'],
    [400, 'POST /app/api/set-up', json],
    [400, 'POST /app/api/invitation/look'],
    [401, 'POST /api/callbacks/github'],
  ]
  for (const [status, ...lines] of requests) {
    const bare = await answerTo(it.port, requestLines(it, lines))
    const empty = await answerTo(it.port, requestLines(it, [...lines, 'Content-Length: 0']))
    assert.deepEqual([bare.status, bare.text], [status, empty.text], lines.join(', '))
  }
})

withRunningService('a chunked body is read like any other', async it => {
  const body = JSON.stringify({ redirect_uris: ['https://robot.example/callback'] })
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const json = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
  const head = requestLines(it, ['POST /oauth/register', ...json])
  assert.equal((await answerTo(it.port, head + chunks)).status, 201)
  const long = 'x'.repeat(40_000)
  const more = `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`
  assert.equal((await answerTo(it.port, head + more)).status, 413)
})

/** Connects a client that announces `total` bytes, sends some of them and then waits. */
async function sendingSlowly(it: TestService, path: string, total: number, sent: number): Promise<Socket> {
  const socket = connect(it.port, '127.0.0.1')
  socket.write(requestLines(it, [`POST ${path}`, `Content-Length: ${total}`]))
  await new Promise<void>(resolve => socket.write(FILL.subarray(0, sent), () => resolve()))
  return socket
}

withRunningService('a body sent to an unknown callback address is discarded', async it => {
  const connection = await it.connect()
  const before = process.memoryUsage().arrayBuffers
  const unknown = `/api/callbacks/github/${crypto.randomUUID()}`
  const sockets = []
  for (let n = 0; n < 15; n++) sockets.push(await sendingSlowly(it, unknown, 24 * MIB, 24 * MIB - 1))
  const grown = (process.memoryUsage().arrayBuffers - before) / MIB
  assert.ok(grown < 150, `${Math.round(grown)} MiB more`)
  assert.equal((await sendGitHubWebhook(it, connection)).status, 202)
  for (const socket of sockets) {
    socket.write('x')
    assert.match(await text(socket), /^HTTP\/1\.1 401 /)
  }
  const tooLarge = await sendingSlowly(it, unknown, 26 * MIB, 26 * MIB)
  assert.match(await text(tooLarge), /^HTTP\/1\.1 413 /)
})

withRunningService(
  'the total size of bodies being received is limited: the one that has been arriving for longest gives way',
  async it => {
    const connection = await it.connect()
    const first = await sendingSlowly(it, '/api/callbacks/stripe', 24 * MIB, 24 * MIB - 1)
    const second = await sendingSlowly(it, '/api/callbacks/stripe', 20 * MIB, 20 * MIB)
    assert.match(await text(second), /^HTTP\/1\.1 401 /)
    const answer = await text(first)
    assert.match(answer, /^HTTP\/1\.1 503 /)
    assert.match(answer, /\r\nretry-after: \d+\r\n/i)
    assert.equal((await sendGitHubWebhook(it, connection)).status, 202)
    const later = await sendingSlowly(it, '/api/callbacks/stripe', 20 * MIB, 20 * MIB)
    assert.match(await text(later), /^HTTP\/1\.1 401 /)
  },
  {
    TIDINGS_STRIPE_SECRET_KEY: 'sk_test_x',
    TIDINGS_STRIPE_WEBHOOK_SECRET: 'whsec_x',
    TIDINGS_STRIPE_PRICE: 'price_x',
  },
)
