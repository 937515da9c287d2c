import assert from 'node:assert/strict'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createPerson } from '#accounts/people.ts'
import { createSignInLink } from '#auth/sign-in-links.ts'
import { newTokenText } from '#auth/tokens.ts'
import { systemClock } from '#platform/clock.ts'
import { aDashboardClient } from '#testing/dashboard-client.ts'
import { onPostgres } from '#testing/databases.ts'
import { sendGitHubWebhook } from '#testing/github-webhooks.ts'
import type { Asked } from '#testing/http.ts'
import { aService, type TestService } from '#testing/service.ts'

async function withService(engine: 'sqlite' | 'postgres', story: (it: TestService) => Promise<void>) {
  await using it = await aService(engine)
  await story(it)
}

const statusOf = async (it: TestService, path: string) => (await it.ask(path)).status

test('a damaged database is reported by /status.json and the feeds', () =>
  withService('sqlite', async it => {
    const feed = `/changelog/${it.account.publicId}`
    assert.deepEqual([await statusOf(it, feed), await statusOf(it, '/status.json')], [200, 200])
    assert.ok(it.location.engine === 'sqlite')
    damage(it.location.file, 'entry')
    assert.deepEqual([await statusOf(it, feed), await statusOf(it, '/status.json')], [500, 503])
    const logged = it.logged.join('')
    assert.match(logged, /The database cannot be used: its file is damaged/)
  }))

/** Overwrites the pages of a table and its indexes, as a failing disk does. */
function damage(file: string, table: string): void {
  const other = new DatabaseSync(file)
  const size = other.prepare('pragma page_size').get()?.page_size
  const roots = other
    .prepare('select rootpage from sqlite_schema where tbl_name = ? and rootpage > 0')
    .all(table)
  other.prepare('update feed set revision = revision + 1, changed_at = changed_at + 1000').run()
  other.exec('pragma wal_checkpoint(truncate)')
  other.close()
  const handle = openSync(file, 'r+')
  for (const { rootpage } of roots)
    writeSync(handle, Buffer.alloc(Number(size), 0xa5), 0, undefined, (Number(rootpage) - 1) * Number(size))
  closeSync(handle)
  assert.ok(statSync(file).size > 0)
}

async function sessionCookie(it: TestService): Promise<string> {
  const { db, ids } = it.service
  const person = { name: 'Ada', email: 'ada@example.com', passwordHash: null }
  await db.write(tx => createPerson(tx, it.clock, ids, person))
  const secret = await db.write(tx => createSignInLink(tx, { clock: systemClock }, person.email, 5))
  const visitor = aDashboardClient(it)
  assert.equal((await visitor.post('/app/api/sign-in/link', { secret })).status, 200)
  return visitor.cookie()
}

const form = (fields: Record<string, string>): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(new URLSearchParams(fields).toString()),
})

onPostgres('without PostgreSQL, everything that needs it answers 503', () =>
  withService('postgres', async it => {
    const connection = await it.connect()
    const { origin } = new URL(it.service.baseUrl)
    const json = (body: unknown, headers: Record<string, string> = {}): Asked => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: Buffer.from(JSON.stringify(body)),
    })
    const email = 'ada@example.com'
    const bearer = { headers: { authorization: `Bearer ${newTokenText()}` } }
    const signedIn = { headers: { cookie: await sessionCookie(it) } }
    const asked: [string, Asked][] = [
      ['/app/auth/sign-in/email', json({ email, password: 'correct horse battery' })],
      ['/app/auth/sign-in/magic-link', json({ email })],
      ['/app/auth/sign-out', json({}, signedIn.headers)],
      ['/app/api/sign-in/link', json({ secret: 'a'.repeat(43) })],
      ['/app/api/me', signedIn],
      ['/app/api/me/sign-in', signedIn],
      [`/images/${'a'.repeat(64)}.png`, {}],
      ['/oauth/register', json({ redirect_uris: ['https://client.example.com/back'], client_name: 'X' })],
      [
        '/oauth/token',
        form({ grant_type: 'refresh_token', client_id: 'x', refresh_token: 'y', resource: `${origin}/mcp` }),
      ],
      ['/oauth/revoke', form({ client_id: 'x', token: 'y' })],
      [
        '/oauth/authorize?response_type=code&client_id=00000000-0000-4000-8000-000000000000&redirect_uri=https%3A%2F%2Fclient.example.com%2Fback',
        {},
      ],
      ['/mail/unsubscribe/abc', { method: 'POST' }],
      ['/api/v1/highlights', bearer],
    ]
    await it.dropDatabase()
    const answers = await Promise.all(
      asked.map(async ([path, how]) => {
        const { status, text } = await it.ask(path, how)
        return { path, status, text }
      }),
    )
    for (const { path, status, text } of answers) {
      assert.equal(status, 503, `${path}: ${text}`)
      assert.match(text, /docs\/problems#unavailable/, path)
      assert.doesNotMatch(text, /PostgreSQL|TIDINGS_/, path)
    }
    assert.equal((await sendGitHubWebhook(it, connection)).status, 503)
    assert.equal(await statusOf(it, '/status.json'), 503)
    assert.equal(await statusOf(it, `/changelog/${it.account.publicId}`), 500)
  }),
)
