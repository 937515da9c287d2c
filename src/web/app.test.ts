import assert from 'node:assert/strict'
import { aChangelog } from '#testing/changelog.ts'
import { BASE_URL, withServer } from '#testing/served.ts'

withServer('the API catalog links to every public interface', async ({ ask }) => {
  const answer = await ask('/.well-known/api-catalog')
  assert.equal(
    answer.headers['content-type'],
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  )
  assert.match(String(answer.headers.link), /rel="api-catalog"/)
  const link = (path: string, type: string) => [{ href: BASE_URL + path, type }]
  assert.deepEqual(JSON.parse(answer.text), {
    linkset: [
      {
        anchor: `${BASE_URL}/changelog`,
        'service-desc': link('/openapi.json', 'application/openapi+json'),
        'service-doc': link('/docs', 'text/html'),
        status: link('/status.json', 'application/json'),
      },
      {
        anchor: `${BASE_URL}/mcp`,
        'service-desc': link('/mcp/server-card', 'application/mcp-server-card+json'),
        'service-doc': link('/docs#mcp', 'text/html'),
        status: link('/status.json', 'application/json'),
        'service-meta': link('/.well-known/oauth-protected-resource/mcp', 'application/json'),
      },
    ],
  })
  const head = await ask('/.well-known/api-catalog', { method: 'HEAD' })
  assert.deepEqual([head.status, head.body.length, head.headers.link], [200, 0, answer.headers.link])
  for (const { href, type } of JSON.parse(answer.text).linkset.flatMap(targetsOf)) {
    const [path = '', anchor] = href.slice(BASE_URL.length).split('#')
    const led = await ask(path)
    assert.equal(led.status, 200, href)
    assert.ok(led.headers['content-type']?.startsWith(type), href)
    if (anchor) assert.ok(led.text.includes(`id="${anchor}"`), href)
  }
})

const targetsOf = ({ anchor: _, ...relations }: Record<string, { href: string; type: string }[]>) =>
  Object.values(relations).flat()

withServer('the status lists its checks and names the one that failed', async ({ ask }, db) => {
  const well = await ask('/status.json')
  assert.equal(well.headers['cache-control'], 'no-store')
  const { time, ...said } = JSON.parse(well.text)
  assert.deepEqual(said, {
    status: 'ok',
    checks: [
      { name: 'datastore', status: 'ok' },
      { name: 'worker', status: 'failed', detail: 'No worker is running.' },
      { name: 'jobs', status: 'ok', detail: 'None is overdue.' },
      { name: 'publishing', status: 'ok', detail: 'Nothing has failed.' },
      { name: 'classification', status: 'ok', detail: 'Nothing has failed.' },
    ],
  })
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 10_000)
  await db.close()
  const ill = await ask('/status.json')
  assert.equal(ill.status, 503)
  assert.ok(Number(ill.headers['retry-after']) > 0)
  const { status, checks } = JSON.parse(ill.text)
  assert.equal(status, 'unavailable')
  assert.deepEqual(checks, [{ name: 'datastore', status: 'failed', detail: 'The feeds cannot be read.' }])
})

withServer('the pages load nothing from other sites, and all their links work', async ({ ask }) => {
  for (const path of ['/', '/docs', '/docs/highlights', '/docs/problems']) {
    const { status, headers, text } = await ask(path)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(
      headers['content-security-policy']?.toString() ?? '',
      /default-src 'none'.*frame-ancestors 'none'/,
    )
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.doesNotMatch(text, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
    const targets = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(match => match[1] ?? '')
    const anchors = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(match => match[1]))
    for (const target of targets.filter(it => it !== '/app')) {
      if (target.startsWith('#')) assert.ok(anchors.has(target.slice(1)), `${path} has no ${target}`)
      else assert.equal((await ask(target)).status, 200, `${path} leads to ${target}`)
    }
  }
})

withServer('the style sheet finds its fonts, and versioned files are immutable', async ({ ask }) => {
  const sheet = /href="([^"]+\/)site\.css"/.exec((await ask('/docs')).text)?.[1] ?? ''
  const css = await ask(`${sheet}type.css`)
  assert.match(css.headers['cache-control'] ?? '', /immutable/)
  const fonts = [...css.text.matchAll(/url\("([^"]+)"\)/g)].map(match => match[1])
  assert.equal(fonts.length, 3)
  for (const font of fonts) assert.equal((await ask(sheet + font)).headers['content-type'], 'font/woff2')
  assert.equal((await ask('/assets/0/site.css')).headers['cache-control'], 'no-cache')
  assert.equal((await ask(`${sheet}package.json`)).status, 404)
  assert.equal((await ask(`${sheet}..%2f..%2fserver.ts`)).status, 404)
})

withServer('every problem code has a section in the documentation', async ({ ask }) => {
  const { text } = await ask('/docs/problems')
  for (const code of [
    ...['not_found', 'invalid_parameter', 'unauthorized', 'insufficient_scope', 'rate_limited'],
    ...['unavailable', 'method_not_allowed', 'conflict', 'too_large', 'request_timeout'],
  ]) {
    assert.match(text, new RegExp(`id="${code}"`))
  }
})

withServer(
  'an unknown path is a problem document, and a wrong method lists the allowed ones',
  async ({ ask }) => {
    const nowhere = await ask('/nowhere')
    assert.equal(nowhere.status, 404)
    assert.equal(nowhere.headers['content-type'], 'application/problem+json')
    assert.equal(JSON.parse(nowhere.text).type, `${BASE_URL}/docs/problems#not_found`)
    for (const path of ['/', '/docs', '/openapi.json', '/status.json', '/.well-known/api-catalog']) {
      const refused = await ask(path, { method: 'POST' })
      assert.deepEqual([refused.status, refused.headers.allow], [405, 'GET, HEAD'], path)
      assert.equal(JSON.parse(refused.text).type, `${BASE_URL}/docs/problems#method_not_allowed`)
    }
  },
)

withServer('feed addresses are never logged, not even mistyped ones', async ({ ask, logged }, db) => {
  const { account } = await aChangelog(db)
  for (const prefix of ['/changelog/', '/Changelog/', '//changelog/', '/changelogs/', '/c/']) {
    await ask(prefix + account.publicId)
  }
  assert.doesNotMatch(logged.join(''), new RegExp(account.publicId))
})

withServer('an unknown path gives browsers a page and programs a problem document', async ({ ask }) => {
  const browser = { headers: { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' } }
  const page = await ask('/nothing/<here>', browser)
  assert.equal(page.status, 404)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(page.text, /<h1>Not found<\/h1><p>Nothing was found at this address\.<\/p>/)
  const program = await ask('/nothing/<here>', { headers: { Accept: 'application/json' } })
  assert.equal(program.headers['content-type'], 'application/problem+json')
  for (const answer of [page, program]) assert.match(String(answer.headers.vary), /\bAccept,/)
})
