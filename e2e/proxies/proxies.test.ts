import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:https'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { freePort } from '../../testing/postgres.ts'
import { hmacHex } from '../../testing/webhook-payloads.ts'
import { runTidings } from '../running.ts'
import { PROXIES, type ProxyKind } from './blocks.ts'

const PASSWORD = 'correct horse battery'
const PREFIXES = ['', '/news']

/** Starts Tidings as the page says, behind this kind of proxy. Requests come from `from`, an address of the loopback network. */
async function behind(context: TestContext, kind: ProxyKind, prefix: string) {
  const host = prefix ? 'example.com' : 'changelog.example.com'
  const tidings = await runTidings(context, {
    TIDINGS_BASE_URL: `https://${host}${prefix}`,
    TIDINGS_TRUSTED_PROXIES: '127.0.0.1',
  })
  const port = await freePort()
  await kind.start(context, { port, to: tidings.port, prefix, host })
  const cookies = new Map<string, string>()

  /** Sends a request and gives its answer, whose body has not been read yet. */
  async function open(
    path: string,
    { method = 'GET', headers = {}, body = null as Uint8Array | string | null, from = '127.0.0.1' } = {},
  ) {
    const asked = request({
      ...{
        host: '127.0.0.1',
        port,
        path,
        method,
        localAddress: from,
        rejectUnauthorized: false,
        servername: host,
      },
      headers: {
        Host: host,
        Origin: `https://${host}`,
        Cookie: Array.from(cookies, pair => pair.join('=')).join('; '),
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    })
    asked.on('error', () => {})
    asked.end(body ?? undefined)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }

  async function ask(path: string, asked: Parameters<typeof open>[1] = {}) {
    const answer = await open(path, asked)
    const text = Buffer.concat(await answer.toArray()).toString()
    return { status: answer.statusCode, headers: answer.headers, text }
  }

  const post = (path: string, body: object, more: object = {}) =>
    ask(prefix + path, { method: 'POST', body: JSON.stringify(body), ...more })
  const [, secret = ''] = (await tidings.link('set-up')).split('#')
  const owner = { name: 'Ada', email: 'ada@example.com', password: PASSWORD, accountName: 'Acme' }
  assert.equal((await post('/app/api/set-up', { secret, ...owner })).status, 200)
  const account = JSON.parse(await tidings.command('account', 'list', '--json')).accounts[0].account_id
  return { tidings, account, open, ask, post, host }
}

for (const kind of PROXIES)
  for (const prefix of PREFIXES)
    test(`${kind.name} before Tidings${prefix && ', below a path'}`, { timeout: 120_000 }, async context => {
      const { tidings, account, open, ask, post, host } = await behind(context, kind, prefix)
      const api = `${prefix}/app/api/accounts/${account}`

      await context.test('pages and their files, feeds and documents are found', async () => {
        const page = await ask(`${prefix}/app/`)
        const [, script = ''] = /src="([^"]+\.js)"/.exec(page.text) ?? []
        const base = /<base href="([^"]+)"/.exec(page.text)?.[1] ?? `${prefix}/app/`
        const feeds = JSON.parse(await tidings.command('account', 'list', '--json')).accounts[0].feeds
        const { address } = JSON.parse(
          await tidings.command('account', 'page', '--account', account, '--on', '--json'),
        )
        const inside = [
          new URL(script, `https://${host}${base}`),
          feeds.json,
          address,
          `https://${host}${prefix}/`,
        ]
        const discovery = [
          `/.well-known/oauth-protected-resource${prefix}/mcp`,
          `/.well-known/oauth-authorization-server${prefix}`,
        ]
        for (const path of [...inside.map(found => new URL(found).pathname), ...discovery])
          assert.equal((await ask(path)).status, 200, path)
        if (prefix === '') return
        const { status = 0, headers } = await ask(prefix)
        assert.deepEqual(
          [status > 300 && status < 309, new URL(headers.location ?? '', `https://${host}`).pathname],
          [true, '/news/'],
        )
      })

      await context.test('a picture of 2.9 MB and a webhook of 2 MB arrive', async () => {
        const noise = {
          data: randomBytes(985 * 985 * 3),
          raw: { width: 985, height: 985, channels: 3 as const },
        }
        const picture = await sharp(noise.data, { raw: noise.raw }).png({ compressionLevel: 0 }).toBuffer()
        assert.ok(picture.length > 2_900_000)
        const logo = await ask(`${api}/page/logo`, {
          method: 'PUT',
          body: picture,
          headers: { 'Content-Type': 'image/png' },
        })
        assert.equal(logo.status, 200, logo.text)

        const words = ['source', 'create', 'github', '--account', account, '--repo', 'acme/app', '--json']
        const { url, secret } = JSON.parse(await tidings.command(...words))
        const payload = (bytes: number) => JSON.stringify({ zen: 'x'.repeat(bytes) })
        const deliver = (body: string) =>
          ask(new URL(url).pathname, {
            method: 'POST',
            body,
            headers: {
              'X-GitHub-Event': 'ping',
              'X-GitHub-Delivery': body.length,
              'X-Hub-Signature-256': `sha256=${hmacHex(secret, body)}`,
            },
          })
        assert.equal((await deliver(payload(2_000_000))).status, 202)
        const tooLarge = await deliver(payload(25.5 * 1024 * 1024))
        assert.deepEqual(
          [tooLarge.status, tooLarge.headers['content-type']],
          [413, 'application/problem+json'],
        )
      })

      await context.test('an event arrives while its stream goes on', async () => {
        const stream = await open(`${api}/events`)
        const [first] = await once(stream, 'data')
        assert.match(String(first), /"topic":"hello"/)
        assert.equal(stream.complete, false)
        stream.destroy()
      })

      await context.test('a client is told apart by its address, whatever it says of itself', async () => {
        const guess = (from: string, forged: string) =>
          post(
            '/app/auth/sign-in/email',
            { email: 'eve@example.com', password: 'a guess' },
            { from, headers: { 'X-Forwarded-For': forged } },
          )
        const statuses = []
        for (let n = 0; n < 12; n++) statuses.push((await guess('127.0.0.2', `203.0.113.${n}`)).status)
        assert.deepEqual(statuses.slice(-2), [429, 429])
        const other = await post(
          '/app/auth/sign-in/email',
          { email: 'ada@example.com', password: PASSWORD },
          { from: '127.0.0.3' },
        )
        assert.equal(other.status, 200)
      })

      await context.test('the MCP server knows its host', async () => {
        const asked = await post('/mcp', {}, { headers: { Authorization: 'Bearer none' } })
        assert.equal(asked.status, 401)
      })
    })
