import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEntries } from '#entries/entries.ts'
import { queueEntry } from '#entries/moves.ts'
import { ENGINES } from '#testing/databases.ts'
import { aWorld } from '#testing/world.ts'
import { publishDue } from './due.ts'

for (const engine of ENGINES) {
  test(`a queued entry goes out when its time has come, not before, and once (${engine})`, async () => {
    const world = await aWorld(engine)
    world.merge('feat: export reports as CSV')
    await world.settle({ publish: false })
    const [listed] = await listEntries(world.db.read, { accountId: world.account.id })
    const at = world.clock.now() + 60_000
    await world.db.write(tx => queueEntry(tx, world.mover, listed?.entry.id ?? '', { at }))
    assert.equal(await publishDue(world.db, world.mover), 0)
    world.clock.advance(60_000)
    const both = await Promise.all([publishDue(world.db, world.mover), publishDue(world.db, world.mover)])
    assert.deepEqual(both.sort(), [0, 1])
    const entry = await world.db.read
      .selectFrom('entry')
      .select(['state', 'published_at'])
      .executeTakeFirstOrThrow()
    assert.deepEqual({ ...entry }, { state: 'published', published_at: at })
    assert.deepEqual(await world.ledger(), ['announced feat: export reports as CSV'])
    await world.end()
  })
}
