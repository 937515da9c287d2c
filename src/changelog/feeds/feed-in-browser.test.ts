import assert from 'node:assert/strict'
import { aChangelog } from '#testing/changelog.ts'
import { BASE_URL, withServer } from '#testing/served.ts'

withServer('a person who opens a feed in a browser reads it as a page', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  await acme.publish({ title: 'Export reports as CSV' })
  const path = `/changelog/${acme.account.publicId}`
  const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const feed = await ask(path)
  for (const address of [path, `${path}.json`]) {
    const page = await ask(address, { headers: opened })
    assert.equal(page.status, 200)
    assert.match(page.headers['content-type'] ?? '', /^text\/html/)
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.ok(page.text.includes(`<code dir="ltr">${BASE_URL}${address}</code>`), 'the address to copy')
    assert.match(page.text, /<h2>Export reports as CSV<\/h2>/)
    assert.equal(page.text.split('Export reports as CSV').length, 2, 'its title is said once')
  }
  assert.equal((await ask(path)).text, feed.text, 'readers get the feed as before')
  assert.equal(
    (await ask('/changelog/00000000-0000-4000-8000-000000000000', { headers: opened })).status,
    404,
  )
})
