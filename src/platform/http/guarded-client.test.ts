import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type OutboundOptions, openOutbound } from './guarded-client.ts'

/** A server on the loopback, and what it was asked. */
async function aServer(context: TestContext, answer: RequestListener) {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { host: `127.0.0.1:${address.port}`, port: address.port, asked }
}

function outbound(context: TestContext, options: Partial<OutboundOptions> = {}) {
  const lookup = async (name: string) => assert.fail(`${name} was looked up`)
  const client = openOutbound({
    allow: [],
    timeoutMs: 60_000,
    idleMs: 60_000,
    maxBytes: 1_000,
    lookup,
    ...options,
  })
  context.after(() => client.close())
  return client.fetch
}

const refused = (message: RegExp) => ({ name: 'AppError', code: 'invalid_parameter', message })

test('an allowed host can be reached only on its allowed port', async context => {
  const server = await aServer(context, (_, response) => response.end('hello'))
  const fetch = outbound(context, { allow: [server.host] })
  const answer = await fetch(`http://${server.host}/path?q=1`)
  assert.equal(answer.url, `http://${server.host}/path?q=1`)
  assert.equal(await answer.text(), 'hello')
  await assert.rejects(outbound(context)(`http://${server.host}/`), refused(/on port \d+; only 80 and 443/))
  await assert.rejects(
    outbound(context, { allow: ['127.0.0.1'] })(`http://${server.host}/`),
    refused(/on port/),
  )
  assert.deepEqual(server.asked, ['GET /path?q=1'])
})

const NOT_PUBLIC = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '0', '0.0.0.0', '127.0.0.1.'],
  ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '192.0.0.192'],
  ...['224.0.0.1', '255.255.255.255', '240.0.0.1', '168.63.129.16', '１２７.0.0.1'],
  ...[
    '[::]',
    '[::1]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[4000::1]',
  ],
  ...['[::ffff:127.0.0.1]', '[::ffff:a00:1]', '[::127.0.0.1]', '[::ffff:0:10.0.0.1]', '[64:ff9b::10.0.0.1]'],
  ...['[64:ff9b:1::10.0.0.1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]'],
  ...[
    'localhost',
    'LOCALHOST.',
    'app.localhost',
    'printer.local',
    'metadata.google.internal',
    'nas.home.arpa',
  ],
]

for (const host of NOT_PUBLIC) {
  test(`${host} is refused without a DNS lookup`, async context => {
    await assert.rejects(outbound(context)(`http://${host}/`), refused(/is not on the public internet/))
    await assert.rejects(outbound(context)(`https://${host}/`), refused(/is not on the public internet/))
  })
}

test('a name with any private address is refused, and the error does not say which', async context => {
  const addresses = [
    { address: '93.184.216.34', family: 4 },
    { address: '10.1.2.3', family: 4 },
  ]
  const fetch = outbound(context, { lookup: async () => addresses })
  const error = await fetch('http://rebind.example/').catch(error => error)
  assert.equal(error.code, 'invalid_parameter')
  assert.match(error.message, /^rebind\.example is not on the public internet/)
})

test('a connection uses the address that was checked, and the name is looked up once', async context => {
  const server = await aServer(context, (request, response) => response.end(request.headers.host))
  const names: string[] = []
  const lookup = async (name: string) => {
    names.push(name)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const fetch = outbound(context, { allow: [`forge.example:${server.port}`], lookup })
  const answer = await fetch(`http://forge.example:${server.port}/`)
  assert.equal(await answer.text(), `forge.example:${server.port}`)
  assert.deepEqual(names, ['forge.example'])
})

test('an unknown name and a refused connection have clear error messages', async context => {
  const lookup = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  }
  const unknown = outbound(context, { lookup })('http://nowhere.example/?token=s3cret')
  await assert.rejects(unknown, {
    code: 'unavailable',
    message: 'nowhere.example has no address that can be found.',
  })
  const server = await aServer(context, (_, response) => response.destroy())
  const broken = outbound(context, { allow: [server.host] })(`http://${server.host}/?token=s3cret`)
  await assert.rejects(broken, { code: 'unavailable', message: `${server.host} broke the connection off.` })
})

test('only http and https are fetched, and no error repeats a password', async context => {
  const fetch = outbound(context)
  for (const address of ['ftp://example.com/', 'file:///etc/passwd', 'data:text/plain,x', 'gopher://x/'])
    await assert.rejects(fetch(address), refused(/Only http and https/))
  await assert.rejects(fetch('http//example'), refused(/not a URL/))
  const error = await fetch('http://me:s3cret@example.com/').catch(error => error)
  assert.equal(error.code, 'invalid_parameter')
  assert.doesNotMatch(`${error.message}${error.cause ?? ''}`, /s3cret/)
})

test('a redirect to a private address, another scheme or a URL with a password is refused', async context => {
  const inner = await aServer(context, (_, response) => response.end('secret'))
  for (const [location, sentence] of [
    [`http://${inner.host}/`, /only 80 and 443/],
    ['http://169.254.169.254/latest/meta-data', /not on the public internet/],
    ['http://[::ffff:7f00:1]/', /not on the public internet/],
    ['file:///etc/passwd', /Only http and https/],
    ['http://me:s3cret@example.com/', /carries a user name/],
  ] as const) {
    const server = await aServer(context, (_, response) => response.writeHead(302, { location }).end())
    await assert.rejects(
      outbound(context, { allow: [server.host] })(`http://${server.host}/`),
      refused(sentence),
    )
  }
  assert.deepEqual(inner.asked, [])
})

test('the number of redirects is limited', async context => {
  const server = await aServer(context, (request, response) => {
    const n = Number(request.url?.slice(1))
    if (n === 0) response.end('arrived')
    else response.writeHead(302, { location: `/${n - 1}` }).end()
  })
  const fetch = outbound(context, { allow: [server.host], maxRedirects: 3 })
  const answer = await fetch(`http://${server.host}/3`)
  assert.deepEqual(
    [answer.url, answer.redirected, await answer.text()],
    [`http://${server.host}/0`, true, 'arrived'],
  )
  await assert.rejects(fetch(`http://${server.host}/4`), {
    code: 'unavailable',
    message: /redirects too often/,
  })
  assert.equal((await fetch(`http://${server.host}/1`, { redirect: 'manual' })).status, 302)
  assert.equal((await fetch(new Request(`http://${server.host}/1`, { redirect: 'manual' }))).status, 302)
  await assert.rejects(
    fetch(`http://${server.host}/1`, { redirect: 'error' }),
    /redirects, which is not allowed/,
  )
})

test('credentials are not sent to another origin', async context => {
  const seen: unknown[] = []
  const target = await aServer(context, (request, response) => {
    const { authorization, 'private-token': token, cookie, accept } = request.headers
    seen.push({ authorization, token, cookie, accept })
    response.end()
  })
  const first = await aServer(context, (request, response) => {
    const location = request.url === '/away' ? `http://${target.host}/` : '/away'
    seen.push(request.headers['private-token'])
    response.writeHead(302, { location, 'set-cookie': 'session=1' }).end()
  })
  const headers = { authorization: 'Bearer s3cret', 'private-token': 's3cret', accept: 'text/plain' }
  await outbound(context, { allow: [first.host, target.host] })(`http://${first.host}/`, { headers })
  const bare = { authorization: undefined, token: undefined, cookie: undefined, accept: 'text/plain' }
  assert.deepEqual(seen, ['s3cret', 's3cret', bare])
})

test('a redirected POST body is sent again only within its origin', async context => {
  const target = await aServer(context, (_, response) => response.end())
  const first = await aServer(context, async (request, response) => {
    const body = (await request.toArray()).join('')
    if (request.url === '/again') response.end(body)
    else
      response.writeHead(307, { location: request.url === '/' ? '/again' : `http://${target.host}/` }).end()
  })
  const fetch = outbound(context, { allow: [first.host, target.host] })
  const form = { method: 'POST', body: 'client_secret=1' }
  assert.equal(await (await fetch(`http://${first.host}/`, form)).text(), 'client_secret=1')
  await assert.rejects(fetch(`http://${first.host}/away`, form), /which is not sent again/)
  assert.deepEqual(target.asked, [])
})

test('a form with a file is sent as a form of a known length', async context => {
  const server = await aServer(context, async (request, response) => {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(Buffer.concat(await request.toArray()), { headers }).formData()
    response.end(
      `${form.get('text')}, ${(form.get('file') as File).size}, ${request.headers['content-length']}`,
    )
  })
  const body = new FormData()
  body.set('text', 'A picture')
  body.set('file', new Blob(['pixels']), 'picture.png')
  const form = { method: 'POST', body }
  const answer = await outbound(context, { allow: [server.host] })(`http://${server.host}/`, form)
  assert.match(await answer.text(), /^A picture, 6, \d+$/)
})

test('a 303 turns a POST into a GET, and a Request object works like a URL', async context => {
  const server = await aServer(context, (request, response) => {
    if (request.method === 'POST') response.writeHead(303, { location: '/done' }).end()
    else response.end(`${request.method} ${request.headers['content-type']}`)
  })
  const request = new Request(`http://${server.host}/`, { method: 'POST', body: '{}' })
  const answer = await outbound(context, { allow: [server.host] })(request)
  assert.equal(await answer.text(), 'GET undefined')
})

test('a body above the limit is aborted, also when only its decompressed size exceeds it', async context => {
  const bomb = gzipSync(Buffer.alloc(1_000_000))
  const server = await aServer(context, (request, response) => {
    if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    else response.end(Buffer.alloc(request.url === '/fits' ? 2_000 : 2_001))
  })
  const fetch = outbound(context, { allow: [server.host], maxBytes: 2_000 })
  assert.equal((await (await fetch(`http://${server.host}/fits`)).arrayBuffer()).byteLength, 2_000)
  for (const path of ['/over', '/bomb']) {
    const answer = await fetch(`http://${server.host}${path}`)
    await assert.rejects(answer.text(), { code: 'too_large', message: /more than 2000 bytes/ })
  }
})

test('a server that falls silent before or during the response times out', async context => {
  const server = await aServer(context, (request, response) => {
    if (request.url === '/half') response.write('half')
  })
  const fetch = outbound(context, { allow: [server.host], idleMs: 100 })
  await assert.rejects(fetch(`http://${server.host}/`), {
    code: 'unavailable',
    message: /does not answer in time/,
  })
  const half = await fetch(`http://${server.host}/half`)
  await assert.rejects(half.text(), { code: 'unavailable', message: /stopped in the middle/ })
})

test('a slow response is aborted after the total time limit', async context => {
  const server = await aServer(context, (_, response) => response.write('.'))
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const fetch = outbound(context, { allow: [server.host], timeoutMs: 5_000, idleMs: 60_000 })
  const answer = await fetch(`http://${server.host}/`)
  context.mock.timers.tick(5_000)
  await assert.rejects(answer.text(), { code: 'unavailable', message: /takes longer than 5 seconds/ })
})

test('an aborted request fails with the reason of its signal', async context => {
  const server = await aServer(context, () => {})
  const fetch = outbound(context, { allow: [server.host] })
  const signal = AbortSignal.timeout(50)
  await assert.rejects(fetch(`http://${server.host}/`, { signal }), { name: 'TimeoutError' })
  await assert.rejects(fetch(`http://${server.host}/`, { signal: AbortSignal.abort() }), {
    name: 'AbortError',
  })
})

test('cookies are not kept', async context => {
  const seen: unknown[] = []
  const server = await aServer(context, (request, response) => {
    seen.push(request.headers.cookie)
    response.writeHead(204, { 'set-cookie': 'session=1' }).end()
  })
  const fetch = outbound(context, { allow: [server.host] })
  for (const _ of [1, 2]) assert.equal((await fetch(`http://${server.host}/`)).body, null)
  assert.deepEqual(seen, [undefined, undefined])
})

test('an invalid allowed address is a configuration error', () => {
  const open = (entry: string) => openOutbound({ allow: [entry], timeoutMs: 1, idleMs: 1, maxBytes: 1 })
  for (const entry of ['', 'http://forge.lan', 'forge.lan/path', 'me@forge.lan', 'forge.lan:99999', 'a b'])
    assert.throws(() => open(entry), { code: 'wrong_usage' })
  for (const entry of ['forge.lan', 'forge.lan:8443', '[::1]:11434', '10.0.0.5'])
    assert.doesNotThrow(() => open(entry))
})
