import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { describe } from 'node:test'
import type { DatabaseLocation } from '#db/open.ts'
import { onBothEngines } from './databases.ts'
import { besiege, isUnharmed } from './publishing-under-fire.ts'
import type { FieldLocation } from './soldiers.ts'

const fieldAt = (location: DatabaseLocation): FieldLocation =>
  location.engine === 'sqlite' ? { ...location, folder: dirname(location.file) } : location

onBothEngines('processes are killed while they publish: each entry goes out once', async location => {
  const after = await besiege({ location: fieldAt(location), rounds: 3 })
  assert.ok(isUnharmed(after), JSON.stringify(after))
  assert.equal(after.kills, 3)
})

// They mostly wait, so they wait together.
describe('frozen', { concurrency: true }, () => {
  onBothEngines(
    'a process that is frozen past its lease does nothing twice when it wakes',
    async location => {
      const after = await besiege({ location: fieldAt(location), rounds: 1, freezes: 1 })
      assert.ok(isUnharmed(after), JSON.stringify(after))
      assert.equal(after.freezes, 1)
    },
  )
})
