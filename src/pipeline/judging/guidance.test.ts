import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aWorld } from '#testing/world.ts'
import { guidanceFor } from './guidance.ts'

test('the prompt includes what people changed and leaves out what they accepted', async () => {
  await using world = await aWorld()
  const { db, account } = world
  world.merge('feat: add exports')
  world.merge('feat: add imports')
  await world.settle()
  await db.write(async tx => {
    await tx
      .updateTable('entry')
      .set({ title: 'Take your data with you' })
      .where('title', '=', 'Add exports')
      .execute()
  })
  const { published } = await guidanceFor(db.read, account.id)
  assert.deepEqual(
    published.map(({ title, final }) => [title, final.headline]),
    [['feat: add exports', 'Take your data with you']],
  )
})
