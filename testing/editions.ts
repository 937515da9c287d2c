import assert from 'node:assert/strict'
import { lockAccount } from '#accounts/account.ts'
import { laidOut, type OpenEdition, openEditionOf } from '#changelog/editions/edition.ts'
import { type Placement, placeInEdition } from '#changelog/editions/places.ts'
import { editionEffects, publishEntryOrEdition } from '#changelog/editions/publish.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { entryById } from '#changelog/entries/store.ts'
import type { Tx } from '#platform/db/schema.ts'
import { publishInEditions } from './schedule.ts'
import { aWorld, type World } from './world.ts'

/** A world whose account has a weekly edition. The clock shows Monday, 2 March 2026. */
export async function aWeeklyWorld(engine: 'sqlite' | 'postgres' = 'sqlite'): Promise<World> {
  const world = await aWorld(engine)
  world.action.effects = [editionEffects]
  await world.db.write(tx => publishInEditions(tx, world.action, world.account.id))
  return world
}

/** The edition that goes out next. */
export async function editionOf({ db, account, clock }: World): Promise<OpenEdition> {
  const stored = await openEditionOf(db.read, account.id)
  assert.ok(stored, 'no edition is open')
  return laidOut(db.read, stored, clock.now())
}

/** The contents of the open edition as `story title` or `list: title`, in reading order. */
export async function toldIn(world: World): Promise<string[]> {
  const { layout } = await editionOf(world)
  return [
    ...layout.stories.map(({ title }) => `story ${title}`),
    ...layout.lists.flatMap(({ name, changes }) => changes.map(change => `${name}: ${change.title}`)),
  ]
}

/** Places an entry as a person does. */
export const put = (world: World, entry: Entry, placement: Placement) =>
  world.db.write(tx => placeInEdition(tx, world.action, world.account.id, entry.id, placement))

export const goOut = async (world: World): Promise<Entry> => {
  const { edition } = await editionOf(world)
  return world.db.write(tx => publishById(tx, world.action, edition.id))
}

/** Publishes an entry or edition as its action does: it is read under the lock of its account. */
export async function publishById(tx: Tx, context: EntryContext, id: string): Promise<Entry> {
  const { accountId } = await entryById(tx, id)
  const locked = await lockAccount(tx, accountId)
  return publishEntryOrEdition(locked, context, await entryById(locked, id))
}
