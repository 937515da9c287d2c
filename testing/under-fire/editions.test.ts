import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { accountByPublicId } from '#accounts/account.ts'
import { openEditionOf } from '#changelog/editions/edition.ts'
import { editionEffects } from '#changelog/editions/publish.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { onBothEngines } from '../databases.ts'
import { publishInEditions } from '../schedule.ts'
import { until } from '../until.ts'
import { aField, mergePulls } from './harness.ts'
import { startPart } from './server-processes.ts'

const ROUNDS = 5
const ENTRIES = 60
const AHEAD_MS = 1_000
/** The range of kills around the time of an edition, so that they come before, while and after it goes out. */
const [EARLIEST_MS, LATEST_MS] = [-50, 1_400]

onBothEngines(
  'processes are killed while an edition goes out: it goes out whole, and once',
  async location => {
    await using field = await aField(location)
    const parts = location.engine === 'sqlite' ? ['serve'] : ['worker', 'worker']
    field.processes.push(...(await Promise.all(parts.map(part => startPart(field.cli, part)))))
    const db = await openDatabase(location, { migrate: false })
    try {
      const action: EntryContext = {
        clock: systemClock,
        ids: randomIds,
        actor: 'ann',
        effects: [editionEffects],
      }
      const { id } = await accountByPublicId(db.read, field.account)
      await db.write(tx => publishInEditions(tx, action, id))
      for (let round = 0; round < ROUNDS; round++) {
        await mergePulls(db, action, id, { from: 1 + round * ENTRIES, many: ENTRIES, magnitude: 'minor' })
        const edition = await openEditionOf(db.read, id)
        assert.ok(edition)
        const at = systemClock.now() + AHEAD_MS
        await db.write(tx => queueEntry(tx, action, edition.id, { at }))
        const moment = at + EARLIEST_MS + randomInt(LATEST_MS - EARLIEST_MS)
        await until(() => systemClock.now() >= moment)
        await field.processes[randomInt(field.processes.length)]?.killAndRestart()
        await untilOut(db, edition.id)
        await requireWhole(db, edition.id)
      }
      const { open } = await db.read
        .selectFrom('entry')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .where('origin', '=', 'edition')
        .where('state', '=', 'draft')
        .executeTakeFirstOrThrow()
      assert.equal(Number(open), 1, 'the next edition has begun, once')
    } finally {
      await db.close()
    }
  },
)

async function untilOut(db: Database, editionId: string): Promise<void> {
  const isOut = async () =>
    (await db.read.selectFrom('entry').select('state').where('id', '=', editionId).executeTakeFirstOrThrow())
      .state === 'published'
  await until(isOut, 'the publishing of the edition')
}

/** Fails unless all entries of the edition are published and announced, each with one line in the activity log. */
async function requireWhole(db: Database, editionId: string): Promise<void> {
  const items = await db.read
    .selectFrom('entry')
    .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .select(['entry.id', 'entry.state', 'entry.edition_position', 'pull.place'])
    .where('edition_id', '=', editionId)
    .orderBy('edition_position')
    .execute()
  assert.equal(items.length, ENTRIES)
  assert.deepEqual(
    items.map(item => [item.state, item.place, item.edition_position]),
    items.map((_, at) => ['published', 'announced', at]),
  )
  const lines = await db.read
    .selectFrom('activity')
    .select('subject')
    .where('action', '=', 'published')
    .where('subject', 'in', [editionId, ...items.map(item => item.id)])
    .execute()
  assert.equal(lines.length, ENTRIES + 1)
}
