import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { migratedPlace, onBothEngines } from '../databases.ts'
import { startPostgres } from '../postgres.ts'
import type { BrokenGuarantee } from './broken-guarantees.ts'
import { type Aftermath, fight, isWhole } from './callbacks.ts'

const DELIVERIES = 160

function assertNothingLostNothingTwice(it: Aftermath): void {
  assert.equal(it.acknowledged, DELIVERIES)
  assert.equal(it.records, it.merges)
  assert.equal(it.decisions, it.merges)
  assert.equal(it.drafts, it.userFacing)
  assert.ok(it.drafts > 0)
  assert.deepEqual([it.unsettled, it.givenUp, it.reopened], [0, 0, 0])
  assert.ok(isWhole(it))
}

onBothEngines(
  'processes are killed while callbacks arrive: each merge has one record, one decision and one draft',
  async location => {
    const after = await fight({
      location,
      deliveries: DELIVERIES,
      killsAfter: [5, 40],
    })
    assert.ok(after.kills > 0)
    assertNothingLostNothingTwice(after)
  },
)

test('the database stops and restarts: callbacks get 503, and all are processed later', async () => {
  const server = await startPostgres()
  try {
    const after = await fight({
      location: { engine: 'postgres', url: server.url },
      deliveries: DELIVERIES,
      async midway(refused) {
        await server.halt('immediate')
        await refused()
        await server.resume()
      },
    })
    assert.ok((after.answers['503'] ?? 0) > 0, JSON.stringify(after.answers))
    assertNothingLostNothingTwice(after)
  } finally {
    await server.stop()
  }
})

describe('a broken guarantee is reported:', { concurrency: true }, () => {
  const fightWith = async (broken: BrokenGuarantee): Promise<Aftermath> => {
    const { location, remove } = await migratedPlace('sqlite')
    try {
      return await fight({ location, deliveries: 24, broken })
    } finally {
      await remove()
    }
  }

  test('a delivery is acknowledged and lost', async () => {
    const after = await fightWith('an acknowledged delivery is lost')
    assert.equal(after.records, after.merges - 1)
    assert.equal(isWhole(after), false)
  })

  test('a redelivery reopens what was processed', async () => {
    const after = await fightWith('a redelivery reopens what was processed')
    assert.ok(after.reopened > 0)
    assert.equal(isWhole(after), false)
  })
})
