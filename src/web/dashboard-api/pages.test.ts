import assert from 'node:assert/strict'
import { type TestService, withRunningService } from '#testing/service.ts'

const scriptOf = (page: string): string => /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? ''

async function aPage(it: TestService, path: string) {
  const answer = await it.ask(path)
  assert.equal(answer.status, 200)
  return answer
}

withRunningService('every path under /app serves the dashboard, which loads only its own files', async it => {
  for (const path of ['/app', '/app/sign-in', '/app/some-account/members']) {
    const { headers, text } = await aPage(it, path)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.equal(headers['cache-control'], 'no-cache')
    assert.equal(headers['x-frame-options'], 'DENY')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|data:|\*/)
    assert.doesNotMatch(text, /<script(?![^>]* src=)|<style|https?:|\son\w+=/)
    const script = scriptOf(text)
    assert.match(script, /^\/app\/assets\/[\w-]+\.js$/)
    const file = await aPage(it, script)
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(String(file.headers['content-type']), /^text\/javascript/)
  }
})

withRunningService(
  'a page that is opened under another name of this machine leads to its public address',
  async it => {
    const own = new URL(it.parts.baseUrl)
    const at = (Host: string) => it.ask('/app/set-up?step=name', { headers: { Host } })
    const led = await at(`localhost:${own.port}`)
    assert.deepEqual([led.status, led.headers.location], [302, `${own.origin}/app/set-up?step=name`])
    for (const host of [own.host, `localhost:${Number(own.port) + 1}`, 'changelog.acme.example'])
      assert.equal((await at(host)).status, 200, host)
  },
  { TIDINGS_BASE_URL: 'http://127.0.0.1:8080' },
)

withRunningService(
  'a proxy that does not pass the host on is not led in circles',
  async it => assert.equal((await it.ask('/app/', { headers: { Host: 'localhost:8080' } })).status, 200),
  { TIDINGS_BASE_URL: 'https://changelog.acme.example' },
)

withRunningService('a file that is not part of the dashboard is never served', async it => {
  for (const name of ['nothing.js', '..%2Findex.html', '%2e%2e%2fpackage.json', '.built-from', 'index.html'])
    assert.equal((await it.ask(`/app/assets/${name}`)).status, 404, name)
  for (const path of ['/app/api/nothing', '/app/auth/nothing'])
    assert.match(String((await it.ask(path)).headers['content-type']), /problem\+json/, path)
  assert.equal((await it.ask('/app', { method: 'POST' })).status, 405)
})

withRunningService(
  'the dashboard works below the path of the public address',
  async it => {
    const { text } = await aPage(it, '/app')
    assert.match(scriptOf(text), /^\/log\/app\/assets\//)
    assert.match(text, /name="tidings-base" content="\/log\/app\/"/)
  },
  { TIDINGS_BASE_URL: 'https://example.com/log' },
)

withRunningService(
  'scripts are sent as they were compressed by the build, in what the browser reads',
  async it => {
    const script = scriptOf((await aPage(it, '/app')).text)
    const encodingFor = async (accepted: string) =>
      (await it.ask(script, { headers: { 'Accept-Encoding': accepted } })).headers['content-encoding']
    assert.equal(await encodingFor('gzip, deflate, br'), 'br')
    assert.equal(await encodingFor('gzip'), 'gzip')
    assert.equal(await encodingFor('br;q=0, gzip'), 'gzip')
    assert.equal(await encodingFor('identity'), undefined)
  },
)
