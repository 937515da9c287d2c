import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { migratedPlace, onBothEngines } from '../databases.ts'
import type { BrokenGuarantee } from './broken-guarantees.ts'
import { besiege, isUnharmed, type Publications } from './publishing.ts'

onBothEngines('processes are killed while they publish: each entry is published once', async location => {
  const after = await besiege({ location, rounds: 3 })
  assert.ok(isUnharmed(after), JSON.stringify(after))
  assert.equal(after.kills, 3)
})

// These tests mostly wait, so they run at the same time.
describe('frozen', { concurrency: true }, () => {
  onBothEngines('a process frozen past its lease does nothing twice when it resumes', async location => {
    const after = await besiege({ location, rounds: 1, freezes: 1 })
    assert.ok(isUnharmed(after), JSON.stringify(after))
    assert.equal(after.freezes, 1)
  })
})

describe('a broken guarantee is reported:', { concurrency: true }, () => {
  const reports = (broken: BrokenGuarantee, count: 'notOnce' | 'lost' | 'beforeTime') =>
    test(broken, async () => {
      const { location, remove } = await migratedPlace('sqlite')
      try {
        const size = { rounds: 1, byHand: 4, byPolicy: 2, timeoutMs: 8_000 }
        const after: Publications = await besiege({ location, ...size, broken })
        assert.equal(after[count], 1)
        assert.equal(isUnharmed(after), false)
      } finally {
        await remove()
      }
    })

  reports('an entry is published twice', 'notOnce')
  reports('a published entry is lost', 'lost')
  reports('an entry is published before its time', 'beforeTime')
})
