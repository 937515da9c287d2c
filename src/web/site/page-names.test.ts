import assert from 'node:assert/strict'
import { changePage } from '#changelog/page/settings.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { aChangelog, type Changelog } from '#testing/changelog.ts'
import { PAGE_CONTEXT, type TestServer, withServer } from '#testing/served.ts'

const DAY = 24 * 3_600_000
const START = Date.parse('2026-03-02T09:00:00Z')
const at = (days: number): Clock => ({ now: () => START + days * DAY })

/** Turns the page on under this name, `days` days after the start. */
const named = (db: Database, { account }: Changelog, name: string, days = 0) =>
  db.write(tx => changePage(tx, { ...PAGE_CONTEXT, clock: at(days) }, account.id, { isOn: true, name }))

const refusedAs = (code: string, message: RegExp) => ({ name: 'AppError', code, message })
const TAKEN = refusedAs('conflict', /is taken, or looks like one that is/)

/** The addresses that a path leads to, redirect after redirect. */
async function followed({ ask }: TestServer, path: string): Promise<string[]> {
  const { status, headers } = await ask(path)
  if (status !== 301) return [`${status} ${path}`]
  const { pathname, search } = new URL(String(headers.location))
  return [`${status} ${path}`, ...(await followed({ ask } as TestServer, pathname + search))]
}

withServer('a name that was given up leads to the page, with everything below it', async (server, db) => {
  const acme = await aChangelog(db)
  const id = await acme.publish({ title: 'New charts' })
  await named(db, acme, 'acme')
  await named(db, acme, 'acme-cloud', 1)
  for (const rest of ['', '/feed.json', '/feed', `/e/new-charts-${id}`, '?kind=feature&q=a%20b'])
    assert.deepEqual(await followed(server, `/c/acme${rest}`), [
      `301 /c/acme${rest}`,
      `200 /c/acme-cloud${rest}`,
    ])
  const { headers } = await server.ask('/c/acme/feed.json')
  assert.equal(headers['cache-control'], 'no-store', 'the name may come back')
  assert.equal(headers['access-control-allow-origin'], '*', 'a widget follows it')
})

withServer('names that come and go never lead in a circle', async (server, db) => {
  const acme = await aChangelog(db)
  for (const [day, name] of ['north', 'south', 'east', 'north', 'south', 'north'].entries())
    await named(db, acme, name, day)
  assert.deepEqual(await followed(server, '/c/north'), ['200 /c/north'])
  assert.deepEqual(await followed(server, '/c/south'), ['301 /c/south', '200 /c/north'])
  assert.deepEqual(await followed(server, '/c/east'), ['301 /c/east', '200 /c/north'])
})

withServer('a page that has no other address than its secret one is not led to', async (server, db) => {
  const acme = await aChangelog(db)
  await named(db, acme, 'acme')
  await named(db, acme, '', 1)
  const { status, text } = await server.ask('/c/acme')
  assert.equal(status, 404)
  assert.ok(!text.includes(acme.account.publicId))
  assert.equal(text, (await server.ask('/c/nobody')).text)
})

withServer(
  'a name stays reserved for a year after it was given up, and then anybody may take it',
  async (server, db) => {
    const [acme, rival] = [await aChangelog(db), await aChangelog(db, 'Rival')]
    await named(db, acme, 'acme')
    await named(db, acme, 'acme-cloud', 1)
    await assert.rejects(named(db, rival, 'acme', 2), TAKEN)
    await assert.rejects(named(db, rival, 'acme', 365), TAKEN)
    await named(db, acme, 'acme', 365)
    await named(db, acme, 'acme-cloud', 366)
    await assert.rejects(named(db, rival, 'acme', 367), TAKEN, 'it was in use since')
    await named(db, rival, 'acme', 366 + 365)
    assert.match((await server.ask('/c/acme')).text, /Rival changelog/)
    await assert.rejects(named(db, acme, 'acme', 800), TAKEN)
  },
)

withServer('reserved words are refused, also when written to resemble one', async (_, db) => {
  const acme = await aChangelog(db)
  const RESERVED = refusedAs(
    'invalid_parameter',
    /a name other than reserved words like admin, docs or support/,
  )
  for (const name of [
    'admin',
    'login',
    'support',
    'api',
    'app',
    'docs',
    'status',
    'Support',
    'adm1n',
    'log-in',
    'd0cs',
  ])
    await assert.rejects(named(db, acme, name), RESERVED, name)
  for (const name of ['acme-support', 'northwind', 'apiary']) await named(db, acme, name)
})

withServer('names that readers would confuse are one name', async (server, db) => {
  const [acme, rival] = [await aChangelog(db), await aChangelog(db, 'Rival')]
  await named(db, acme, 'modern-bill0')
  for (const name of [
    'modern-billo',
    'modem-billo',
    'modernbill0',
    'm0dern-biiio',
    'rnodern-bi110',
    'modern--bill0',
  ])
    await assert.rejects(named(db, rival, name), TAKEN, name)
  await named(db, rival, 'modern-ball0')
  assert.deepEqual(await followed(server, '/c/modem-billo'), ['301 /c/modem-billo', '200 /c/modern-bill0'])
  await named(db, acme, 'modernbillo', 1)
  assert.deepEqual(await followed(server, '/c/modern-bill0'), ['301 /c/modern-bill0', '200 /c/modernbillo'])
})

withServer('an account cannot keep more than ten names from others', async (_, db) => {
  const acme = await aChangelog(db)
  for (let n = 0; n <= 10; n++) await named(db, acme, `name-${'abcdefghjkm'[n]}`, n)
  await assert.rejects(
    named(db, acme, 'one-more', 20),
    refusedAs('conflict', /gave up 10 names within a year/),
  )
  await named(db, acme, 'name-a', 21)
  await named(db, acme, 'one-more', 365 + 30)
})
