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

test('what a model’s word is worth follows from what people made of its decisions', async () => {
  await using world = await aWorld()
  const { db, clock, account } = world
  for (const at of [1, 2, 3]) world.merge(`feat: add export ${at}`)
  await world.settle()
  world.merge('feat: add export 4')
  await world.settle({ publish: false })
  const editor = await createEditor()
  const word = (weight: number) => ({ source: 'language-model' as const, detail: '', weight })
  await db.write(async tx => {
    const pulls = await tx.selectFrom('pull_request').select('id').orderBy('number').execute()
    const decisions = pulls.map(({ id }, at) => ({
      pullRequestId: id,
      inputHash: 'x',
      classification: {
        ...editor.classify(aPull()),
        visibility: 'user-facing' as const,
        layer: 'language-model' as const,
        evidence: [word(at === 2 ? -1 : 1)],
      },
    }))
    await appendDecisions(tx, clock, randomIds, account.id, decisions)
  })
  assert.deepEqual((await guidanceFor(db.read, account.id)).trust, { right: 2, decided: 3 })
})
