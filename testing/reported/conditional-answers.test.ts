import assert from 'node:assert/strict'
import { changePage } from '#changelog/page/settings.ts'
import { aChangelog } from '#testing/changelog.ts'
import { PAGE_CONTEXT, withServer } from '#testing/served.ts'

/** The headers that a 304 response has in common with the full one (RFC 9110, section 15.4.5). */
const KEPT = ['vary', 'cache-control', 'access-control-allow-origin', 'link', 'content-location'] as const

const untagged = (tag: unknown): string => String(tag).replace(/^W\//, '')

withServer('an answer that one has it already says what the whole one says', async ({ ask }, db) => {
  const changelog = await aChangelog(db)
  await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true, isListed: true }))
  const at = Date.parse('2026-03-10T12:00:00Z')
  const id = await changelog.publish({ title: 'Pins keep their place', at })
  const { publicId } = changelog.account
  const paths = [
    ...['/.well-known/api-catalog', '/openapi.json', '/llms.txt', '/robots.txt', '/mcp/server-card'],
    ...['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server'],
    ...[`/changelog/${publicId}`, `/changelog/${publicId}.json`, `/c/${publicId}`, `/c/${publicId}/index.md`],
    ...[`/c/${publicId}/card.png`, `/c/${publicId}/e/pins-keep-their-place-${id}`],
  ]
  for (const path of paths)
    for (const method of ['GET', 'HEAD'])
      for (const encoding of ['identity', 'gzip']) {
        const asked = `${method} ${path} ${encoding}`
        const headers = { 'Accept-Encoding': encoding }
        const whole = await ask(path, { method, headers })
        assert.equal(whole.status, 200, asked)
        if (!path.endsWith('.png')) assert.match(String(whole.headers.vary), /Accept-Encoding/, asked)
        const { etag, 'last-modified': modified } = whole.headers
        const conditions = [{ 'If-None-Match': String(etag) }, { 'If-None-Match': '*' }]
        if (modified !== undefined) conditions.push({ 'If-Modified-Since': modified } as never)
        for (const condition of conditions) {
          const again = await ask(path, { method, headers: { ...headers, ...condition } })
          assert.equal(again.status, 304, `${asked} ${JSON.stringify(condition)}`)
          assert.equal(again.text, '')
          assert.equal(untagged(again.headers.etag), untagged(etag), asked)
          for (const name of KEPT) assert.equal(again.headers[name], whole.headers[name], `${asked} ${name}`)
          assert.equal(again.headers['content-type'], undefined, asked)
        }
        const other = { 'If-Modified-Since': 'Tue, 01 Jan 2030 00:00:00 GMT', 'If-None-Match': '"other"' }
        const both = { 'If-Modified-Since': String(modified), 'If-None-Match': '"other"' }
        for (const condition of [other, both])
          assert.equal((await ask(path, { method, headers: { ...headers, ...condition } })).status, 200)
      }
})
