import assert from 'node:assert/strict'
import { createPerson } from '#accounts/people.ts'
import { randomIds } from '#platform/ids.ts'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import { databaseAdapter } from './database-adapter.ts'

withDatabase('of two sign-ins at once that link one identity, both get it', async db => {
  const clock = manualClock()
  const people = ['ada@example.com', 'bob@example.com']
  const [ada, bob] = await Promise.all(
    people.map(email =>
      db.write(tx => createPerson(tx, clock, randomIds, { name: '', email, passwordHash: null })),
    ),
  )
  const adapter = databaseAdapter(
    db,
    randomIds,
  )({
    user: { modelName: 'person' },
    account: {
      modelName: 'credential',
      fields: { userId: 'personId', providerId: 'provider', accountId: 'subject' },
    },
  })
  const link = (person: { id: string } | undefined) => {
    const [createdAt, updatedAt] = [new Date(clock.now()), new Date(clock.now())]
    const data = { userId: person?.id, providerId: 'github', accountId: '1', createdAt, updatedAt }
    return adapter.create<{ id: string; userId: string }>({ model: 'account', data: data as never })
  }
  const [one, other] = await Promise.all([link(ada), link(ada)])
  assert.deepEqual([one.id, one.userId], [other.id, ada?.id])
  await assert.rejects(link(bob))
})
