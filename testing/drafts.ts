import assert from 'node:assert/strict'
import type { Entry } from '#changelog/entries/entry.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import type { PullSketch } from './pulls.ts'
import type { World } from './world.ts'

/** Merges a pull request, and returns the draft that it becomes. */
export async function aDraft(world: World, title: string, more: PullSketch = {}): Promise<Entry> {
  world.merge(`feat: ${title}`, more)
  await world.settle({ publish: false })
  const listed = await listEntries(world.db.read, { accountId: world.account.id })
  const found = listed.find(one => one.entry.title === title && one.entry.state === 'draft')
  assert.ok(found, `no draft of "${title}"`)
  return found.entry
}

/** The entry as it is stored now. */
export const reload = (world: World, { id }: { id: string }): Promise<Entry> => entryById(world.db.read, id)

/** The id of the pull request with this number. */
export async function pullId(world: World, number: number): Promise<string> {
  const row = await world.db.read
    .selectFrom('pull_request')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return row.id
}
