import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { changePage } from '#changelog/page/settings.ts'
import { cursorOf } from '#platform/db/page-cursor.ts'
import { aChangelog } from '#testing/changelog.ts'
import { PAGE_CONTEXT, withServer } from '#testing/served.ts'

/** Counts the queries that begin with `selectFrom`. Returns a function that gives their number so far. */
function countReads<T extends { read: object }>(db: T) {
  const { read } = db
  let queries = 0
  db.read = new Proxy(read, {
    get(target, name) {
      if (name === 'selectFrom') queries++
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return () => queries
}

withServer('a page is rendered once, whatever host and spelling it is asked by', async ({ ask }, db) => {
  const reads = countReads(db)
  const changelog = await aChangelog(db)
  await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true, name: 'pinboard' }))
  const id = await changelog.publish({ title: 'Über pins' })
  const { publicId } = changelog.account
  const list = '/c/pinboard'
  const entry = `${list}/e/uber-pins-${id}`
  const before = reads()
  assert.equal((await ask(list)).status, 200)
  const once = reads() - before
  const again = reads()
  for (let n = 0; n < 5; n++) {
    const { status, headers } = await ask(list, { headers: { Host: `h${n}.example:80${n}` } })
    assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=300'])
  }
  assert.ok(
    reads() - again < (5 * once) / 2 + 1,
    `${reads() - again} reads for five hosts, ${once} for one rendering`,
  )
  const spellings: [asked: string, to: string][] = [
    ['/c/PINBOARD', list],
    ['/c/Pinboard?kind=fix', `${list}?kind=fix`],
    ['/c/%70inboard', list],
    [`${list}/`, list],
    [`${list}//`, list],
    [`${list}//e/uber-pins-${id}`, entry],
    [`${list}/%65/uber-pins-${id}`, entry],
    [`${list}/e/uber%2Dpins-${id}`, entry],
    [`${list}/index%2Emd`, `${list}/index.md`],
    [`/c/${publicId.toUpperCase()}`, `/c/${publicId}`],
  ]
  for (const [asked, to] of spellings) {
    const { status, headers } = await ask(asked)
    const { pathname, search } = new URL(String(headers.location), 'https://changelog.example.com')
    assert.deepEqual([status, pathname + search, headers['cache-control']], [301, to, 'no-store'], asked)
    assert.notEqual((await ask(to)).status, 301, to)
  }
  for (const path of [`${list}/%ff`, `${list}/e/%ff`, `${list}/%c3`, '/c/%ff', `${list}/%2f`, `${list}/%00`])
    assert.equal((await ask(path)).status, 404, path)
})

withServer('a NUL character in an address is answered like any unknown address', async ({ ask }, db) => {
  const changelog = await aChangelog(db)
  await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true, name: 'pinboard' }))
  await changelog.publish({ title: 'Pins keep their place', kind: 'fix' })
  const cursor = cursorOf({ at: Date.now(), id: '\0' })
  for (const path of ['/c/%00', '/c/pinboard%00', `/c/pinboard?kind=fix&before=${cursor}`])
    assert.equal((await ask(path)).status, 404, path)
})

withServer("a team's own host has one spelling too", async ({ ask }, db) => {
  const changelog = await aChangelog(db)
  const host = 'news.pinboard.test'
  await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true, host }))
  await changelog.publish({ title: 'Pins keep their place' })
  for (const named of [host, host.toUpperCase(), `${host}:8443`]) {
    const feed = await ask('/feed', { headers: { Host: named } })
    assert.match(feed.text, new RegExp(`rel="self"[^>]* href="https://${host}/feed"`), named)
    assert.equal((await ask('/%66eed', { headers: { Host: named } })).headers.location, '/feed')
    assert.equal((await ask('/%ff', { headers: { Host: named } })).status, 404)
  }
  await ask(`/c/${changelog.account.publicId}`)
  for (let n = 0; n < 2; n++) assert.equal((await ask('/c/nobody', { headers: { Host: host } })).status, 404)
})

withServer('a request with two hosts is refused', async ({ port }) => {
  for (const path of ['/', '/changelog/x', '/c/pinboard', '/mcp', '/app/api/me']) {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: changelog.example.com\r\nhOST: evil.example\r\n\r\n`),
    )
    socket.on('data', part => {
      text += part
    })
    socket.on('close', () => resolve(text)).on('error', reject)
    assert.match(await promise, /^HTTP\/1\.1 400 /, path)
  }
})

withServer(
  'what readers ask pages for pushes no page out of memory',
  async ({ ask }, db) => {
    const reads = countReads(db)
    const changelog = await aChangelog(db)
    await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true, name: 'pinboard' }))
    const at = Date.parse('2026-03-10T12:00:00Z')
    for (let n = 0; n < 5; n++)
      await changelog.publish({
        title: `Pins ${n}`,
        body: `${'Pins keep their place. '.repeat(50)}\n\n`.repeat(80),
        at,
      })
    const before = reads()
    assert.equal((await ask('/c/pinboard')).status, 200)
    const once = reads() - before
    for (let n = 1; n <= 40; n++) {
      const cursor = cursorOf({ at: at + n, id: changelog.account.publicId })
      const { status, text } = await ask(`/c/pinboard?before=${cursor}`)
      assert.deepEqual([status, text.length > 300_000], [200, true])
    }
    const after = reads()
    assert.equal((await ask('/c/pinboard')).status, 200)
    // The service may query again whether the page is current.
    assert.ok(reads() - after < once / 2, `${reads() - after} reads, ${once} for one rendering`)
  },
  { mayBeStale: true },
)
