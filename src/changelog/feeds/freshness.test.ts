import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import type { Database } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { aChangelog } from '#testing/changelog.ts'
import { withDatabase } from '#testing/databases.ts'
import { withTestServer } from '#testing/served.ts'
import { until } from '#testing/until.ts'

withDatabase(
  'fifty readers all see each published entry, whichever process published it',
  async (db, location) => {
    const elsewhere = await openDatabase(location, { migrate: false })
    const acme = await aChangelog(elsewhere)
    const paths = ['', '.json'].map(suffix => `/changelog/${acme.account.publicId}${suffix}`)
    await withTestServer(
      db,
      async ({ ask }) => {
        for (let round = 0; round < 4; round++) {
          const early = paths.map(path => ask(path))
          await acme.publish({ title: `Change ${round}.` })
          // With PostgreSQL an outdated answer may be served for another moment. Once anybody has seen the
          // new one, nobody gets an outdated one.
          if (location.engine === 'postgres')
            for (const path of paths)
              await until(
                async () => (await ask(path)).text.includes(`Change ${round}.`),
                'the feed shows the new entry',
              )
          const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(paths[i % 2] ?? '')))
          for (const { text } of answers) assert.match(text, new RegExp(`Change ${round}\\.`))
          await Promise.all(early)
        }
      },
      { mayBeStale: true },
    )
    await elsewhere.close()
  },
)

withDatabase(
  'concurrent readers share a rendering, and each unknown feed costs one query',
  async (db, location) => {
    const acme = await aChangelog(db)
    const counted = counting(db)
    await withTestServer(
      counted.db,
      async ({ ask }) => {
        const began = performance.now()
        await Promise.all(Array.from({ length: 30 }, () => ask(`/changelog/${acme.account.publicId}`)))
        // What was read from PostgreSQL is valid for 200 ms, and a rendering on a busy machine takes longer.
        const most = location.engine === 'sqlite' ? 1 : 1 + Math.floor((performance.now() - began) / 200)
        const renderings = counted.queries('entry')
        assert.ok(renderings >= 1 && renderings <= most, `${renderings} renderings`)
        const before = counted.queries('account')
        for (const id of ['00000000-0000-4000-8000-000000000000', acme.account.id]) {
          await ask(`/changelog/${id}`)
          await ask(`/changelog/${acme.account.publicId}/${id}`)
        }
        assert.equal(counted.queries('account') - before, 4, 'each 404 costs the same one query')
        assert.equal(counted.queries('entry'), renderings)
      },
      { mayBeStale: true },
    )
  },
)

withDatabase('a database file that was deleted is noticed', async (db, location) => {
  if (location.engine !== 'sqlite') return
  const acme = await aChangelog(db)
  await withTestServer(db, async ({ ask }) => {
    const path = `/changelog/${acme.account.publicId}`
    assert.equal((await ask(path)).status, 200)
    await rm(location.file)
    await until(async () => (await ask(path)).status === 500)
    assert.equal((await ask('/status.json')).status, 503)
  })
})

/** A wrapper of the same database that counts queries by the first table that they read. */
function counting(db: Database): { db: Database; queries(table: string): number } {
  const counts = new Map<string, number>()
  const read = new Proxy(db.read, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        if (name === 'selectFrom') counts.set(String(args[0]), (counts.get(String(args[0])) ?? 0) + 1)
        return member.apply(target, args)
      }
    },
  })
  const dataVersion = () => db.dataVersion()
  return { db: { ...db, read, dataVersion }, queries: table => counts.get(table) ?? 0 }
}
