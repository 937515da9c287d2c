import assert from 'node:assert/strict'
import { laidOut, openEditionOf } from '#changelog/editions/edition.ts'
import { placeInEdition } from '#changelog/editions/places.ts'
import { editionEffects } from '#changelog/editions/publish.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { changePage } from '#changelog/page/settings.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { aChangelog } from './changelog.ts'
import { publishById } from './editions.ts'
import { publishInEditions } from './schedule.ts'
import { PAGE_CONTEXT } from './served.ts'

export const ACTION = { clock: systemClock, ids: randomIds, actor: 'ann', effects: [editionEffects] }

/** An account whose page is on and whose edition was published: a story, a line, and a fix that was left out and then published alone. */
export async function anEdition(db: Database) {
  const changelog = await aChangelog(db)
  const { account } = changelog
  await db.write(async tx => {
    await changePage(tx, PAGE_CONTEXT, account.id, { isOn: true })
    // The merges of a test can be of any time.
    await publishInEditions(tx, ACTION, account.id, { since: 0 })
  })
  const story = await changelog.draft({ title: 'Export `CSV`', body: 'Any **report**.', magnitude: 'major' })
  const line = await changelog.draft({ title: 'Receipts add up', kind: 'fix', body: 'They did not.' })
  const alone = await changelog.draft({ title: 'Faster search', kind: 'performance', magnitude: 'patch' })
  const stored = await openEditionOf(db.read, account.id)
  assert.ok(stored)
  await db.write(tx => placeInEdition(tx, ACTION, account.id, alone, { part: 'out' }))
  const { layout } = await laidOut(db.read, stored, systemClock.now())
  assert.equal(layout.leftOut.length, 1)
  await db.write(async tx => {
    await publishById(tx, ACTION, stored.id)
    await publishEntry(tx, ACTION, alone)
  })
  const at = account.publicId
  return { changelog, edition: stored.id, story, line, alone, page: `/c/${at}`, feed: `/changelog/${at}` }
}

/** Publishes the edition that is open with one more entry, and gives its id. */
export async function another(
  { changelog }: Awaited<ReturnType<typeof anEdition>>,
  db: Database,
  title: string,
) {
  await changelog.draft({ title, magnitude: 'major' })
  const stored = await openEditionOf(db.read, changelog.account.id)
  assert.ok(stored)
  await db.write(tx => publishById(tx, ACTION, stored.id))
  return stored.id
}
