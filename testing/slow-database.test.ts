import assert from 'node:assert/strict'
import { openDatabase } from '#platform/db/open.ts'
import { aChangelog } from './changelog.ts'
import { relayTo } from './database-relay.ts'
import { migratedPlace, onPostgres } from './databases.ts'
import { withTestServer } from './served.ts'

onPostgres('the status says what the feeds say of a database that is 300 ms away', async () => {
  const { location, remove } = await migratedPlace('postgres')
  assert.ok(location.engine === 'postgres')
  const near = await openDatabase(location, { migrate: false })
  const { account, publish } = await aChangelog(near)
  await publish({ title: 'Charts' })
  {
    await using relay = await relayTo(location.url, { delayMs: 300 })
    const far = await openDatabase(relay.location, { migrate: false })
    await withTestServer(far, async ({ ask }) => {
      const { status, text } = await ask('/status.json')
      assert.equal(status, 200, text)
      assert.equal((await ask(`/changelog/${account.publicId}`)).status, 200)
    })
    await far.close()
  }
  await near.close()
  await remove()
})
