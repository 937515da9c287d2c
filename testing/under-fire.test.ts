import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onBothEngines } from './databases.ts'
import { startPostgres } from './postgres.ts'
import { type Aftermath, fight } from './under-fire.ts'

const DELIVERIES = 160

function assertNothingLostNothingTwice(it: Aftermath): void {
  assert.equal(it.acknowledged, DELIVERIES)
  assert.equal(it.records, it.merges)
  assert.equal(it.decisions, it.merges)
  assert.equal(it.drafts, it.userFacing)
  assert.ok(it.drafts > 0)
  assert.deepEqual([it.unsettled, it.givenUp], [0, 0])
}

onBothEngines(
  'processes are killed while callbacks come in: each merge has one record, one decision, one draft',
  async location => {
    const where = location.engine === 'sqlite' ? { ...location, folder: dirname(location.file) } : location
    const after = await fight({ location: where, deliveries: DELIVERIES, killsEvery: [200, 1_000] })
    assert.ok(after.kills > 0)
    assertNothingLostNothingTwice(after)
  },
)

test('the database stops in the middle: 503, then all of it is taken in', async () => {
  const server = await startPostgres()
  try {
    const after = await fight({
      location: { engine: 'postgres', url: server.url },
      deliveries: DELIVERIES,
      async midway() {
        await server.halt('immediate')
        await sleep(2_000)
        await server.resume()
      },
    })
    assert.ok((after.answers['503'] ?? 0) > 0, JSON.stringify(after.answers))
    assertNothingLostNothingTwice(after)
  } finally {
    await server.stop()
  }
})
