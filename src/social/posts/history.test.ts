import assert from 'node:assert/strict'
import { openEditionOf } from '#changelog/editions/edition.ts'
import { NEW_ENTRY_DEFAULTS } from '#changelog/entries/entry.ts'
import { groupEntries } from '#changelog/entries/grouping.ts'
import { entryById, insertImported } from '#changelog/entries/store.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { publishById } from '#testing/editions.ts'
import { publishInEditions } from '#testing/schedule.ts'
import { DELAY, type SocialScene, story } from '#testing/social.ts'
import { isHistory } from './plan.ts'

const PAST = { isLive: false }

/** The titles that were posted by an account whose networks were connected before anything was published. */
async function postedBy(scene: SocialScene, publishing: () => Promise<void>): Promise<string[]> {
  await scene.connectBluesky()
  await scene.connectMastodon()
  await publishing()
  await scene.pass(DELAY)
  assert.equal(scene.mastodon.statuses.length, scene.bluesky.records.size)
  return scene.mastodon.statuses.map(({ text }) => text.split('\n')[0] ?? '')
}

story('imported history is never posted, and what is merged later is', async scene => {
  const posted = await postedBy(scene, async () => {
    const past = await scene.publish('Reports could be exported', PAST)
    assert.equal(await isHistory(scene.service.db.read, await entryById(scene.service.db.read, past)), true)
    await scene.publish('Charts can be shared')
  })
  assert.deepEqual(posted, ['Charts can be shared'])
})

story('an entry of an imported changelog is never posted', async scene => {
  const { db, ids, clock } = scene.service
  const posted = await postedBy(scene, async () => {
    const now = clock.now()
    const id = ids.next()
    const entry = {
      ...NEW_ENTRY_DEFAULTS,
      ...{ id, state: 'draft' as const, accountId: scene.account.id, setId: null, body: '' },
      ...{ title: 'Told elsewhere', machineTitle: 'Told elsewhere', machineBody: '' },
      ...{ kind: 'feature' as const, magnitude: 'minor' as const, primaryPullRequestId: null, author: null },
      ...{ origin: 'import' as const, ingestMode: 'live' as const, updatedAt: now, createdAt: now },
    }
    await db.write(async tx => {
      assert.ok(await insertImported(tx, entry, 'told-elsewhere'))
      await publishEntry(tx, scene.action, id)
    })
  })
  assert.deepEqual(posted, [])
})

story('a group of imported history alone is never posted, one with a live merge is', async scene => {
  const { db } = scene.service
  const group = async (...entryIds: string[]) => {
    await db.write(async tx => {
      const { id } = await groupEntries(tx, scene.action, scene.account.id, { entryIds })
      await publishEntry(tx, scene.action, id)
    })
  }
  const posted = await postedBy(scene, async () => {
    await group(
      await scene.draft('Reports could be exported', PAST),
      await scene.draft('Reports could be printed', PAST),
    )
    await group(await scene.draft('Charts can be shared'), await scene.draft('Charts could be drawn', PAST))
  })
  assert.equal(posted.length, 1)
  assert.match(posted[0] ?? '', /Charts/)
})

story('an edition of imported history alone is never posted', async scene => {
  const { db } = scene.service
  const accountId = scene.account.id
  await db.write(tx => publishInEditions(tx, scene.action, accountId, { since: 0 }))
  const posted = await postedBy(scene, async () => {
    await scene.draft('Reports could be exported', PAST)
    const edition = await openEditionOf(db.read, accountId)
    assert.ok(edition)
    await db.write(tx => publishById(tx, scene.action, edition.id))
  })
  assert.deepEqual(posted, [])
})
