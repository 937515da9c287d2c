import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, reload } from '#testing/drafts.ts'
import { aWeeklyWorld, editionOf, put, toldIn } from '#testing/editions.ts'
import type { World } from '#testing/world.ts'
import { editEntry } from './edit.ts'
import type { Entry } from './entry.ts'
import { byLead, type Leading } from './lead.ts'

const CHANGE: Leading = { kind: 'improvement', magnitude: 'minor', isBreaking: false, lead: 0 }

/** Stores what the model would decide about the draft's merge. */
const judged = (
  world: World,
  { id, primaryPullRequestId: pull }: Entry,
  notable: number,
  confidence = 'high',
) =>
  world.db.write(async tx => {
    await sql`update decision set notable = ${notable}, confidence = ${confidence}
      where pull_request_id = ${pull}`.execute(tx)
    await sql`update entry set kind = 'feature', magnitude = 'minor' where id = ${id}`.execute(tx)
  })

test('what breaks leads, security comes last, then magnitude and what customers notice decide', () => {
  const changes = {
    security: { ...CHANGE, kind: 'security', magnitude: 'major', lead: 3 },
    small: { ...CHANGE, magnitude: 'patch', lead: 2 },
    quiet: { ...CHANGE, lead: -1 },
    noticed: { ...CHANGE, lead: 1 },
    breaking: { ...CHANGE, magnitude: 'patch', isBreaking: true, lead: -3 },
  } satisfies Record<string, Leading>
  const order = Object.entries(changes)
    .toSorted(([, a], [, b]) => byLead(a, b))
    .map(([name]) => name)
  assert.deepEqual(order, ['breaking', 'noticed', 'quiet', 'small', 'security'])
})

for (const engine of ENGINES)
  test(`the stories of an edition are what leads, on different things, and nothing rises in place of what a person left out (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const [csv, pdf, theme, webhooks, passkeys] = [
      await aDraft(world, 'Export reports as CSV'),
      await aDraft(world, 'Export reports as PDF'),
      await aDraft(world, 'Add a dark theme'),
      await aDraft(world, 'Add webhooks'),
      await aDraft(world, 'Add passkeys'),
    ]
    await judged(world, csv, 3)
    await judged(world, pdf, 2)
    await judged(world, theme, 1)
    await judged(world, webhooks, 0.5)
    await judged(world, passkeys, 0.7, 'low')
    const stories = async () =>
      (await toldIn(world)).flatMap(told => (told.startsWith('story ') ? [told.slice(6)] : []))
    assert.deepEqual(await stories(), [csv.title, theme.title, webhooks.title])
    await put(world, theme, { part: 'out' })
    assert.deepEqual(await stories(), [csv.title, webhooks.title])
  })

test('a matter of security waits for the words of a person, and has a list of its own', async () => {
  await using world = await aWeeklyWorld()
  world.merge('security: close the hole through which guests read every board')
  world.merge('fix: receipts show the right currency')
  await world.settle({ publish: false })
  const [held] = (await editionOf(world)).layout.held
  assert.ok(held?.reason === 'needs-words' && held.item.kind === 'security')
  assert.match((await reload(world, held.item.entry)).needsWords ?? '', /neutral words/)
  const words = { title: 'Security fixes', body: 'Update to 4.2.' }
  await world.db.write(tx => editEntry(tx, world.action, held.item.entry.id, words))
  assert.deepEqual(await toldIn(world), [
    'security: Security fixes',
    'fixes: Receipts show the right currency',
  ])
})
