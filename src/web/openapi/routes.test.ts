import assert from 'node:assert/strict'
import { aChangelog } from '#testing/changelog.ts'
import { holderOf } from '#testing/openapi.ts'
import { BASE_URL, withServer } from '#testing/served.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const FEEDS = [
  '/changelog/{account_id}',
  '/changelog/{account_id}.json',
  '/changelog/{account_id}/{set_id}',
  '/changelog/{account_id}/{set_id}.json',
]
const PAGES = [
  '/',
  '/docs',
  '/docs/highlights',
  '/docs/problems',
  '/openapi.json',
  '/.well-known/api-catalog',
]

withServer('every response matches the OpenAPI document', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const mobile = await acme.addSet('Mobile')
  await acme.publish({ title: 'Export reports', body: 'As **CSV**.', setId: mobile })
  await acme.publish({ title: 'Without a page', urls: [null] })
  const document = JSON.parse((await ask('/openapi.json')).text)
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual(document.servers, [{ url: BASE_URL }])
  const hold = holderOf(document)
  const addressOf = (path: string, account = acme.account.publicId) =>
    path.replace('{account_id}', account).replace('{set_id}', mobile)
  const held = async (method: string, path: string, address: string, status: number, headers = {}) => {
    const answer = await ask(address, { method: method.toUpperCase(), headers })
    assert.equal(answer.status, status, `${method} ${path}`)
    hold(method, path, answer)
    return answer
  }

  for (const path of FEEDS) {
    for (const method of ['get', 'head']) {
      const { headers } = await held(method, path, addressOf(path), 200)
      await held(method, path, addressOf(path), 304, { 'If-None-Match': headers.etag })
      await held(method, path, addressOf(path, UNKNOWN), 404)
    }
    await held('options', path, addressOf(path), 204, { Origin: 'https://a.example' })
    await held('options', path, addressOf(path, UNKNOWN), 404)
  }
  for (const path of PAGES) await held('get', path, path, 200)
  for (const path of ['/openapi.json', '/.well-known/api-catalog', '/mcp/server-card']) {
    const { headers } = await held('get', path, path, 200)
    const again = await held('get', path, path, 304, { 'If-None-Match': headers.etag })
    for (const name of ['etag', 'cache-control', 'access-control-allow-origin', 'link'])
      assert.equal(again.headers[name], headers[name], `${path} ${name}`)
    assert.equal((await ask(path, { headers: { 'If-None-Match': '"other"' } })).status, 200)
    const head = await ask(path, { method: 'HEAD', headers: { 'If-None-Match': String(headers.etag) } })
    assert.equal(head.status, 304)
  }
  await held('get', '/status.json', '/status.json', 200)

  await db.close()
  for (const path of FEEDS) {
    for (const method of ['get', 'head', 'options']) await held(method, path, addressOf(path), 500)
  }
  await held('get', '/status.json', '/status.json', 503)
})
