import assert from 'node:assert/strict'
import type { Instant } from '#platform/clock.ts'
import { aChangelog } from '#testing/changelog.ts'
import { withDatabase } from '#testing/databases.ts'
import type { Answer } from '#testing/http.ts'
import { type TestServer, withTestServer } from '#testing/served.ts'
import { manualClock } from '#testing/world.ts'

const DAY_MS = 86_400_000

withDatabase(
  '200 publications within two seconds all reach readers that send If-Modified-Since',
  async db => {
    const clock = manualClock()
    const acme = await aChangelog(db, 'Acme', clock)
    await withTestServer(
      db,
      async ({ ask }) => {
        const readers = await readersOf(ask, `/changelog/${acme.account.publicId}.json`)
        for (let change = 1; change <= 200; change++) {
          await acme.publish({ title: `Change ${change}`, at: clock.now() + change })
          clock.advance(10)
          if (change % 50 > 1) continue
          await readers.allSee(`Change ${change}`)
        }
        clock.advance(300_000)
        await readers.allSee('Change 200')
        assert.equal(await readers.statusByLastModified(), 304)
      },
      { clock },
    )
  },
)

withDatabase('a withdrawal reaches readers after a clock that was a day ahead is corrected', async db => {
  const clock = manualClock()
  const acme = await aChangelog(db, 'Acme', clock)
  await acme.publish({ title: 'Stays', at: clock.now() })
  await withTestServer(
    db,
    async ({ ask }) => {
      const readers = await readersOf(ask, `/changelog/${acme.account.publicId}.json`)
      clock.advance(DAY_MS)
      const id = await acme.publish({ title: 'Goes' })
      clock.advance(10_000)
      await readers.allSee('Goes')
      clock.advance(-DAY_MS)
      await acme.withdraw(id)
      for (const wait of [0, 60_000, DAY_MS - 65_000, 4_000, 60_000, DAY_MS]) {
        clock.advance(wait)
        await readers.allSee('Stays')
      }
      assert.equal(await readers.statusByLastModified(), 304)
    },
    { clock },
  )
})

withDatabase('a copy from before a restored backup is replaced', async db => {
  const clock = manualClock()
  const acme = await aChangelog(db, 'Acme', clock)
  await acme.publish({ title: 'Backed up', at: clock.now() })
  const backup = await db.read.selectFrom('feed').select(['revision', 'changed_at']).executeTakeFirstOrThrow()
  clock.advance(60_000)
  const id = await acme.publish({ title: 'Made after the backup' })
  await withTestServer(
    db,
    async ({ ask }) => {
      const readers = await readersOf(ask, `/changelog/${acme.account.publicId}.json`)
      await readers.allSee('Made after the backup')
      clock.advance(60_000)
      await db.write(async tx => {
        await tx.deleteFrom('entry_pull_request').where('entry_id', '=', id).execute()
        await tx
          .updateTable('entry')
          .set({ state: 'dismissed', published_at: null })
          .where('id', '=', id)
          .execute()
        await tx.updateTable('feed').set(backup).execute()
      })
      await readers.allSee('Backed up')
    },
    { clock },
  )
})

withDatabase('a feed has a date after its second is over, and only that exact date gives 304', async db => {
  const clock = manualClock()
  const acme = await aChangelog(db, 'Acme', clock)
  await withTestServer(
    db,
    async ({ ask }) => {
      const path = `/changelog/${acme.account.publicId}`
      const statusOf = async (headers: Record<string, string>) => (await ask(path, { headers })).status
      const early = await ask(path)
      assert.equal(early.headers['last-modified'], undefined)
      assert.equal(await statusOf({ 'If-Modified-Since': dateIn(early, 'date') }), 200)
      clock.advance(1_000)
      const modified = dateIn(await ask(path), 'last-modified')
      assert.equal(modified, 'Mon, 02 Mar 2026 09:00:01 GMT')
      for (const date of [modified, 'Monday, 02-Mar-26 09:00:01 GMT', 'Mon Mar  2 09:00:01 2026'])
        assert.equal(await statusOf({ 'If-Modified-Since': date }), 304, date)
      for (const date of ['Sat, 01 Jan 2000 00:00:00 GMT', 'Sun Nov  6 08:49:37 2094', 'tomorrow'])
        assert.equal(await statusOf({ 'If-Modified-Since': date }), 200, date)
      assert.equal(await statusOf({ 'If-None-Match': '"other"', 'If-Modified-Since': modified }), 200)
    },
    { clock },
  )
})

/** A reader's copy: the newest title, and the date that the reader sends to ask for a newer document. */
interface Copy {
  newest: string
  date: string
}

/** Two readers that send only `If-Modified-Since`: one with the `Last-Modified` of its copy, the other with its `Date`. */
async function readersOf(ask: TestServer['ask'], path: string) {
  const first = await ask(path)
  const copies = new Map<string, Copy>(
    ['last-modified', 'date'].map(name => [name, { newest: newestIn(first), date: dateIn(first, name) }]),
  )
  const poll = async (name: string, copy: Copy) => {
    const answer = await ask(path, { headers: { 'If-Modified-Since': copy.date } })
    assert.ok(
      secondsOf(answer, 'last-modified') <= secondsOf(answer, 'date'),
      'Last-Modified is ahead of Date',
    )
    if (answer.status === 200)
      copies.set(name, { newest: newestIn(answer), date: dateIn(answer, name) || copy.date })
    return answer.status
  }
  return {
    async allSee(newest: string) {
      for (const [name, copy] of copies) {
        await poll(name, copy)
        assert.equal(copies.get(name)?.newest, newest, `the reader that sends ${name}`)
      }
    },
    statusByLastModified: () =>
      poll('last-modified', copies.get('last-modified') ?? { newest: '', date: '' }),
  }
}

const newestIn = ({ text }: Answer): string => JSON.parse(text).items[0]?.title ?? ''
const dateIn = ({ headers }: Answer, name: string): string => String(headers[name] ?? '')
const secondsOf = (answer: Answer, name: string): Instant => Date.parse(dateIn(answer, name)) || 0
