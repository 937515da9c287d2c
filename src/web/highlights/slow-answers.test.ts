import assert from 'node:assert/strict'
import type { KyselyPlugin } from 'kysely'
import { withDatabase } from '#testing/databases.ts'
import { withTestServer } from '#testing/served.ts'
import { aTeam } from '#testing/team.ts'
import { manualClock } from '#testing/world.ts'

withDatabase('a request that takes long counts once against the limit', async db => {
  const clock = manualClock()
  const team = await aTeam(db, clock)
  await team.merge('feat: export any report as CSV')
  const { text } = await team.token()
  const release = Promise.withResolvers<void>()
  // The token is checked again when the quick answer is given up: in memory on SQLite, in the database on PostgreSQL.
  const askedAgain = Promise.withResolvers<void>()
  let [isSlow, isWaiting] = [false, false]
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isWaiting) askedAgain.resolve()
      else if (isSlow && result.rows.some(row => 'newest_first' in row)) {
        isWaiting = true
        await release.promise
      }
      return result
    },
  }
  const slow = {
    ...db,
    read: db.read.withPlugin(plugin),
    dataVersion() {
      if (isWaiting) askedAgain.resolve()
      return db.dataVersion()
    },
  }
  await withTestServer(
    slow,
    async ({ ask }) => {
      const askFor = (query: string) =>
        ask(`/api/v1/highlights${query}`, { headers: { authorization: `Bearer ${text}` } })
      assert.match(String((await askFor('')).headers.ratelimit), /r=119;/)
      isSlow = true
      const answer = askFor('?days=30')
      await askedAgain.promise
      release.resolve()
      const { status, headers } = await answer
      assert.deepEqual([status, /r=\d+/.exec(String(headers.ratelimit))?.[0]], [200, 'r=118'])
      assert.match(String((await askFor('?days=30')).headers.ratelimit), /r=117;/)
    },
    { clock, mayBeStale: true },
  )
})
