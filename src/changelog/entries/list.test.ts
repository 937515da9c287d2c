import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '#testing/databases.ts'
import { aDraft } from '#testing/drafts.ts'
import { aWeeklyWorld } from '#testing/editions.ts'

for (const engine of ENGINES)
  test(`an edition, which covers no pull request, is listed at the time when it began (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    await aDraft(world, 'Add exports of reports as CSV')
    assert.deepEqual(await world.entries(), ['draft Week of 2 March', 'draft Add exports of reports as CSV'])
  })
