import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEditor } from '#app/judging.ts'
import { appendDecisions } from '#judgement/classification/decisions.ts'
import { randomIds } from '#platform/ids.ts'
import { aPull } from '#testing/pulls.ts'
import { aWorld } from '#testing/world.ts'
import { guidanceFor } from './guidance.ts'

test('the prompt includes what people changed and leaves out what they accepted', async () => {
  await using world = await aWorld()
  const { db, clock, account } = world
  world.merge('feat: add exports')
  world.merge('feat: add imports')
  await world.settle()
  await db.write(async tx => {
    await tx
      .updateTable('entry')
      .set({ title: 'Take your data with you' })
      .where('title', '=', 'Add exports')
      .execute()
    const pull = await tx
      .selectFrom('pull_request')
      .select('id')
      .where('title', '=', 'feat: add imports')
      .executeTakeFirstOrThrow()
    const classification = {
      ...(await createEditor()).classify(aPull()),
      visibility: 'internal' as const,
      layer: 'person' as const,
    }
    await appendDecisions(tx, clock, randomIds, account.id, [
      { pullRequestId: pull.id, classification, inputHash: 'x' },
    ])
  })
  const { published, corrections } = await guidanceFor(db.read, account.id)
  assert.deepEqual(
    published.map(({ title, final }) => [title, final.headline]),
    [['feat: add exports', 'Take your data with you']],
  )
  assert.deepEqual(
    corrections.map(({ title, visibility }) => [title, visibility]),
    [['feat: add imports', 'internal']],
  )
})
