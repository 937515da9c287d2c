import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '#accounts/account.ts'
import { randomIds } from '#platform/ids.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, pullId } from '#testing/drafts.ts'
import { aWorld } from '#testing/world.ts'
import { clearPromotion, markAnnouncedElsewhere } from './promotion.ts'
import { publishEntry, withdrawEntry } from './transitions.ts'

for (const engine of ENGINES) {
  test(`a person marks a pull request as announced elsewhere and clears it; both are logged (${engine})`, async () => {
    await using world = await aWorld(engine)
    await aDraft(world, 'Export reports as CSV', { number: 1 })
    const id = await pullId(world, 1)
    const as = (actor: string) => ({ ...world.action, actor })
    const marked = await world.db.write(tx => markAnnouncedElsewhere(tx, as('ann'), id))
    assert.deepEqual([marked.promotedAt, marked.promotedBy], [world.clock.now(), 'ann'])
    world.clock.advance(1_000)
    assert.deepEqual(await world.db.write(tx => markAnnouncedElsewhere(tx, as('ben'), id)), marked)
    const cleared = await world.db.write(tx => clearPromotion(tx, as('ben'), id))
    assert.deepEqual([cleared.promotedAt, cleared.promotedBy], [null, null])
    const log = await world.db.read
      .selectFrom('activity')
      .select(['actor', 'action', 'before'])
      .where('subject', '=', id)
      .orderBy('at')
      .execute()
    assert.deepEqual(
      log.map(({ actor, action }) => [actor, action]),
      [
        ['ann', 'marked as announced elsewhere'],
        ['ben', 'cleared as announced'],
      ],
    )
    assert.match(log[1]?.before ?? '', /"by":"ann"/)
  })
}

test('a published pull request stays announced after a withdrawal until a person clears it', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV', { number: 1 })
  const id = await pullId(world, 1)
  await world.db.write(tx => publishEntry(tx, world.action, draft.id))
  await assert.rejects(
    world.db.write(tx => clearPromotion(tx, world.action, id)),
    { code: 'conflict' },
  )
  const kept = await world.db.write(async tx => {
    await withdrawEntry(tx, world.action, draft.id)
    return markAnnouncedElsewhere(tx, world.action, id)
  })
  assert.notEqual(kept.promotedAt, null)
  assert.equal((await world.db.write(tx => clearPromotion(tx, world.action, id))).promotedAt, null)
})

test('a pull request reverted after publication stays announced', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV', { number: 1 })
  await world.db.write(tx => publishEntry(tx, world.action, draft.id))
  world.merge('Revert number 1', { number: 2, body: 'Reverts acme/app#1' })
  await world.settle({ publish: false })
  const id = await pullId(world, 1)
  await assert.rejects(
    world.db.write(tx => clearPromotion(tx, world.action, id)),
    { code: 'conflict' },
  )
})

test('a pull request of another account cannot be marked', async () => {
  await using world = await aWorld()
  await aDraft(world, 'Export reports as CSV', { number: 1 })
  const id = await pullId(world, 1)
  const other = await world.db.write(tx => createAccount(tx, world.clock, randomIds, { name: 'Other' }))
  for (const move of [markAnnouncedElsewhere, clearPromotion])
    await assert.rejects(
      world.db.write(tx => move(tx, world.action, id, other.id)),
      { code: 'not_found' },
    )
})
