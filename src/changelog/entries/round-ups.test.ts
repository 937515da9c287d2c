import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markShipped } from '#pipeline/ingest/releases.ts'
import { markdownRenderer } from '#platform/markup/markdown.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, pullId, reload } from '#testing/drafts.ts'
import { aWorld } from '#testing/world.ts'
import { ungroupEntry } from './grouping.ts'
import { proposeRoundUps, releaseScope, roundUp, weekContaining, weekOfDay } from './round-ups.ts'

const MONDAY = Date.parse('2026-02-23T00:00:00Z')
const DAY = 86_400_000

test('a week is Monday to Sunday', () => {
  for (const at of [MONDAY, MONDAY + 3 * DAY, MONDAY + 7 * DAY - 1])
    assert.deepEqual(weekContaining(at, 'UTC'), {
      name: 'the week of 23 February 2026',
      monday: '2026-02-23',
      merged: { from: MONDAY, until: MONDAY + 7 * DAY },
    })
  assert.equal(weekContaining(MONDAY - 1, 'UTC').name, 'the week of 16 February 2026')
})

test('a week follows the clock of its time zone and is an hour shorter when daylight saving starts', () => {
  const hour = 3_600_000
  const sunday = Date.parse('2026-03-22T23:30:00Z')
  assert.equal(weekContaining(sunday, 'America/New_York').monday, '2026-03-16')
  const berlin = weekContaining(sunday, 'Europe/Berlin')
  const from = Date.parse('2026-03-22T23:00:00Z')
  assert.deepEqual(berlin.merged, { from, until: from + 7 * DAY - hour })
  assert.deepEqual(weekOfDay(Temporal.PlainDate.from('2026-03-29'), 'Europe/Berlin'), berlin)
})

for (const engine of ENGINES) {
  test(`the drafts of a week become one entry with sections, and ungrouping restores them (${engine})`, async () => {
    await using world = await aWorld(engine)
    const at = (day: number) => ({ mergedAt: MONDAY + day * DAY })
    const inTime = [
      await aDraft(world, 'Export reports as CSV', { number: 1, ...at(0) }),
      await aDraft(world, 'Show `a*b*` in reports', { number: 2, ...at(6.9) }),
    ]
    world.merge('fix: Receipts show the right currency', { number: 3, ...at(2) })
    const outside = [
      await aDraft(world, 'Add a dark theme', { number: 4, ...at(7) }),
      await aDraft(world, 'Add a light theme', { number: 5, ...at(-0.1) }),
    ]
    const span = weekContaining(MONDAY, 'UTC')
    const round = await world.db.write(tx => roundUp(tx, world.action, world.account.id, span))
    assert.match(round.title, /^(Export reports as CSV|Show `a\*b\*` in reports), and 2 more changes$/)
    assert.equal(round.origin, 'round-up')
    assert.match(round.body, /^In the week of 23 February 2026: .+\.\n\n## New\n\n- /)
    const { html, text } = (await markdownRenderer())(round.body)
    assert.ok(html.includes('<h2>Fixed</h2>'))
    assert.ok(
      html.includes('Receipts show the right currency (<a href="https://github.com/acme/app/pull/3"'),
      html,
    )
    assert.ok(text.includes('Show `a*b*` in reports (#2)'), text)
    assert.equal((await world.entries()).filter(line => line.startsWith('draft')).length, 3)
    const back = await world.db.write(tx => ungroupEntry(tx, world.action, round.id))
    assert.equal(back.length, 3)
    for (const draft of [...inTime, ...outside]) {
      const { version: _, ...now } = await reload(world, draft)
      const { version: __, ...was } = draft
      assert.deepEqual(now, was)
    }
  })
}

test('a release is rounded up by its tag, and waiting releases are proposed', async () => {
  await using world = await aWorld()
  await aDraft(world, 'Export reports as CSV', { number: 1 })
  await aDraft(world, 'Export reports as PDF', { number: 2 })
  await aDraft(world, 'Add a dark theme', { number: 3 })
  const shipped = await Promise.all(
    [1, 2].map(async number => ({ id: await pullId(world, number), at: world.clock.now(), tag: 'v2.1.0' })),
  )
  await world.db.write(tx => markShipped(tx, world.action, world.account.id, shipped))
  const proposals = await proposeRoundUps(world.db.read, world.account.id)
  assert.deepEqual(
    proposals.map(({ name, drafts }) => [name, drafts]),
    [
      ['the week of 23 February 2026', 3],
      ['v2.1.0', 2],
    ],
  )
  const span = releaseScope('v2.1.0')
  const round = await world.db.write(tx => roundUp(tx, world.action, world.account.id, span))
  assert.match(round.body, /^In v2\\?\.1\\?\.0: .+; and .+\.\n/)
  await assert.rejects(
    world.db.write(tx => roundUp(tx, world.action, world.account.id, span)),
    { code: 'not_found' },
  )
})

test('a headline that would be too long is replaced by a shorter one', async () => {
  await using world = await aWorld()
  const long = 'Export all reports of the last financial year as comma-separated values'
  await aDraft(world, long, { number: 1 })
  await aDraft(world, `${long} too`, { number: 2 })
  const span = weekContaining(world.clock.now() - DAY, 'UTC')
  const round = await world.db.write(tx => roundUp(tx, world.action, world.account.id, span))
  assert.equal(round.title, '2 changes in the week of 23 February 2026')
})
