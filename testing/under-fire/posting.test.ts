import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Engine } from '#platform/db/database.ts'
import { NETWORKS } from '#social/settings.ts'
import { engineInTurn, migratedPlace } from '../databases.ts'
import { isUnharmedPosting, type PostingUnderFire, postUnderFire } from './posting.ts'

async function under(engine: Engine, given: Omit<PostingUnderFire, 'location'>) {
  const { location, remove } = await migratedPlace(engine)
  try {
    return await postUnderFire({ location, ...given })
  } finally {
    await remove()
  }
}

/** The time limit for a test. The harness waits less long for posts to be settled, which takes minutes on a busy machine. */
const LONGEST_MS = 900_000

// These tests mostly wait, so they run at the same time.
describe('workers are killed and frozen while they post to a network that misbehaves:', {
  concurrency: true,
  timeout: LONGEST_MS,
}, () => {
  NETWORKS.forEach((network, at) => {
    const engine = engineInTurn(at)
    test(`each of 20 posts is on ${network} once (${engine})`, { timeout: LONGEST_MS }, async () => {
      const after = await under(engine, { network, posts: 20, strikes: 4, patienceMs: 600_000 })
      assert.ok(isUnharmedPosting(after), JSON.stringify(after))
      assert.ok(after.posted > 0 && after.faults > 0, JSON.stringify(after))
    })
  })

  test('a worker that posts before it has stored its intent is reported', {
    timeout: LONGEST_MS,
  }, async () => {
    const given = { network: 'mastodon', posts: 20, strikes: 0, blindly: true, patienceMs: 15_000 } as const
    const after = await under('sqlite', given)
    assert.ok(after.duplicates > 0, JSON.stringify(after))
    assert.equal(isUnharmedPosting(after), false)
  })
})
