import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEditionOf } from '#changelog/editions/edition.ts'
import { placeInEdition } from '#changelog/editions/places.ts'
import { editionEffects, withdrawAlone } from '#changelog/editions/publish.ts'
import { editEntry, restoreVersion } from '#changelog/entries/edit.ts'
import { groupEntries, ungroupEntry } from '#changelog/entries/grouping.ts'
import { importEntry } from '#changelog/entries/import-entry.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { clearPromotion, markAnnouncedElsewhere } from '#changelog/entries/promotion.ts'
import { dismissEntry, restoreEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { publishDue } from '#changelog/publishing/publisher.ts'
import { queueEntry, unqueueEntry } from '#changelog/publishing/queue.ts'
import type { Engine } from '#platform/db/database.ts'
import { ENGINES, onPostgres } from '#testing/databases.ts'
import { type Dice, dice } from '#testing/dice.ts'
import { publishById } from '#testing/editions.ts'
import { endEditions, publishInEditions } from '#testing/schedule.ts'
import { allOf, isRefusal, requireHighlights, requireWhole } from '#testing/whole-ledger.ts'
import { aWorld, type World } from '#testing/world.ts'

const MERGES = 12
/** The seeds for each engine; fewer on PostgreSQL, where each takes several times longer. */
const SEEDS: Record<Engine, number[]> = { sqlite: [1, 2, 3], postgres: [1] }

/** Draws at random what a person, a worker or a code host does next. An action that is refused changes nothing. */
async function drawn(world: World, { roll }: Dice): Promise<() => Promise<unknown>> {
  const { db, clock, account } = world
  const entries = (await listEntries(db.read, { accountId: account.id })).map(listed => listed.entry)
  const pulls = await db.read.selectFrom('pull_request').select(['id', 'number']).orderBy('id').execute()
  const any = () => entries[roll(entries.length)]?.id ?? ''
  const pull = () => pulls[roll(pulls.length)]?.id ?? ''
  const action = { ...world.action, effects: [editionEffects], actor: ['ann', 'ben', 'cleo'][roll(3)] ?? '' }
  const [one, other, third, loose] = [any(), any(), any(), pull()]
  const version = 1 + roll(4)
  const number = 100 + roll(1_000_000)
  const target = pulls[roll(pulls.length)]?.number ?? 1
  const deeds: (() => Promise<unknown>)[] = [
    () => db.write(tx => publishById(tx, action, one)),
    () => db.write(tx => queueEntry(tx, action, one, { at: clock.now() + 1_000 })),
    () => db.write(tx => unqueueEntry(tx, action, one)),
    () => db.write(tx => dismissEntry(tx, action, one)),
    () => db.write(tx => restoreEntry(tx, action, one)),
    () => db.write(tx => restoreEntry(tx, action, other)),
    () => db.write(tx => withdrawEntry(tx, action, one)),
    () => db.write(tx => editEntry(tx, action, one, { title: `Edited ${number}` }, { seen: version })),
    () => db.write(tx => editEntry(tx, action, one, { body: `- ${number}`, kind: 'fix' })),
    () => db.write(tx => restoreVersion(tx, action, one, version)),
    ...Array.from(
      { length: 3 },
      () => () => db.write(tx => groupEntries(tx, action, account.id, { entryIds: [one, other, third] })),
    ),
    () => db.write(tx => groupEntries(tx, action, account.id, { entryIds: [one], pullRequestIds: [loose] })),
    ...Array.from({ length: 2 }, () => () => db.write(tx => ungroupEntry(tx, action, one))),
    () => db.write(tx => ungroupEntry(tx, action, other)),
    ...(['story', 'line', 'out'] as const).map(
      part => () =>
        db.write(tx =>
          placeInEdition(tx, action, account.id, one, { part, before: roll(2) === 0 ? null : undefined }),
        ),
    ),
    async () => {
      const edition = await openEditionOf(db.read, account.id)
      if (edition) await db.write(tx => publishById(tx, action, edition.id))
    },
    () => db.write(tx => (roll(2) === 0 ? withdrawAlone : withdrawEntry)(tx, action, one)),
    () =>
      db.write(async tx => {
        await endEditions(tx, action, account.id)
        if (roll(3) > 0) await publishInEditions(tx, action, account.id)
      }),
    () => db.write(tx => markAnnouncedElsewhere(tx, action, loose)),
    () => db.write(tx => clearPromotion(tx, action, loose)),
    () =>
      db.write(async tx => {
        const { id: repository } = await tx.selectFrom('repository').select('id').executeTakeFirstOrThrow()
        const words = { title: `Release ${number}`, body: '', span: '1.0', page: null, at: clock.now() }
        const past = {
          ...words,
          key: `release ${roll(9)}`,
          kind: 'fix' as const,
          magnitude: 'minor' as const,
        }
        const numbers = [target, 1 + roll(MERGES), 50 + roll(3)]
        await importEntry(tx, action, account.id, repository, { ...past, numbers, commits: [] })
      }),
    () => publishDue(db, { ...action, actor: 'queue' }),
    ...Array.from({ length: 2 }, () => async () => {
      world.merge(`Revert ${number}`, { number, body: `Reverts acme/app#${target}` })
      await world.settle({ publish: false })
    }),
    async () => {
      world.merge(`feat: add report number ${target}`, { number: target, body: `Edited ${number}.` })
      await world.settle({ publish: roll(2) === 0 })
    },
  ]
  return deeds[roll(deeds.length)] ?? (() => Promise.resolve())
}

async function aBusyWorld(engine: (typeof ENGINES)[number]): Promise<World> {
  const world = await aWorld(engine)
  await world.db.write(tx => publishInEditions(tx, world.action, world.account.id))
  for (let number = 1; number <= MERGES; number++)
    world.merge(`feat: add report number ${number}`, { number, linkedIssues: [`#${number % 3}`] })
  world.merge('ci: run the tests twice', { number: 13, files: ['.github/workflows/ci.yml'] })
  await world.settle({ publish: false })
  return world
}

for (const engine of ENGINES) {
  test(`the ledger stays consistent under random actions, and a refused action changes nothing (${engine})`, async () => {
    for (const seed of SEEDS[engine]) {
      await using world = await aBusyWorld(engine)
      const chance = dice(seed)
      const outcomes = { done: 0, refused: 0 }
      let before = await allOf(world)
      for (let step = 0; step < 120; step++) {
        world.clock.advance(600)
        const deed = await drawn(world, chance)
        try {
          await deed()
          outcomes.done++
        } catch (error) {
          if (!isRefusal(error)) throw error
          outcomes.refused++
          assert.deepEqual(await allOf(world), before)
        }
        before = await requireWhole(world, MERGES)
      }
      await requireHighlights(world)
      assert.ok(outcomes.done > 30 && outcomes.refused > 10, JSON.stringify({ seed, ...outcomes }))
    }
  })
}

onPostgres('the ledger stays consistent under concurrent people and workers', async () => {
  for (const seed of [4, 5]) {
    await using world = await aBusyWorld('postgres')
    const chance = dice(seed)
    let refused = 0
    for (let round = 0; round < 40; round++) {
      world.clock.advance(600)
      const deeds = [await drawn(world, chance), await drawn(world, chance), await drawn(world, chance)]
      const outcomes = await Promise.allSettled(deeds.map(deed => deed()))
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') continue
        if (!isRefusal(outcome.reason)) throw outcome.reason
        refused++
      }
      await requireWhole(world, MERGES)
    }
    assert.ok(refused > 5)
    await requireHighlights(world)
  }
})
