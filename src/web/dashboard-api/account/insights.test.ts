import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { groupEntries } from '#changelog/entries/grouping.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { keptWords, timeToPublish } from '#changelog/insights.ts'
import { aMemberWithRole, publishSoonDue, recordMerges } from '#testing/colleagues.ts'
import { decide } from '#testing/dashboard-client.ts'
import type { Json } from '#testing/http.ts'
import { testAction } from '#testing/members.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const actionIn = (it: TestService) => ({ ...testAction(it), effects: [] })

withRunningService(
  'insights tell what shipped, and whether people keep the words and decisions',
  async it => {
    const titles = ['feat: add dark mode', 'fix: keep receipts', 'feat: add CSV export', 'feat: add labels']
    await recordMerges(it, it.account, ...titles)
    const publisher = await aMemberWithRole(it, 'publisher')
    const path = `/app/api/accounts/${it.account.publicId}`
    const { items } = (await publisher.get(`${path}/inbox`)).json
    const move = (title: string, action: 'entry publish' | 'entry dismiss') => {
      const { id, version } = items.find((one: Json) => one.title.includes(title))
      return decide(publisher, path, {
        action,
        ...(action === 'entry publish' && { soon: true }),
        items: [{ id, seen: version }],
      })
    }
    await move('dark mode', 'entry publish')
    await move('receipts', 'entry publish')
    await move('labels', 'entry dismiss')
    await publishSoonDue(it)
    const { json } = await publisher.get(`${path}/insights?weeks=8`)
    assert.deepEqual(json.published.map(({ week, kind, count }: Json) => [week, kind, count]).toSorted(), [
      ['2026-03-02', 'feature', 1],
      ['2026-03-02', 'fix', 1],
    ])
    assert.deepEqual(json.decisions, { all: 2, kept: 2 }, 'a dismissal may have any reason')
    assert.deepEqual(json.words, { all: 2, kept: 2 })
    const [{ id, version }] = (await publisher.get(`${path}/entries?state=published`)).json.entries
    await publisher.post(`${path}/actions/entry.edit`, { id, seen: version, title: 'Told by a person' })
    const { words } = (await publisher.get(`${path}/insights?weeks=8`)).json
    assert.deepEqual(words, { all: 2, kept: 1 }, 'one went out in words of a person')
    const { entries, medianMs, p90Ms } = json.timeToPublish
    assert.deepEqual([entries, medianMs, p90Ms], [0, null, null], 'imported history does not count')
    assert.equal((await publisher.get(`${path}/insights?weeks=0`)).status, 400)
  },
)

withRunningService('insights tell how long it takes until a merge is published', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode', 'fix: keep receipts', 'feat: add CSV export')
  await it.service.db.write(tx => sql`update entry set ingest_mode = 'live'`.execute(tx))
  const publisher = await aMemberWithRole(it, 'publisher')
  const path = `/app/api/accounts/${it.account.publicId}`
  const { items } = (await publisher.get(`${path}/inbox`)).json
  for (const { id, version } of items) {
    await decide(publisher, path, { action: 'entry publish', soon: true, items: [{ id, seen: version }] })
    await publishSoonDue(it)
    it.clock.advance(86_400_000)
  }
  const { timeToPublish } = (await publisher.get(`${path}/insights`)).json
  assert.deepEqual([timeToPublish.entries, Math.floor(timeToPublish.medianMs / 86_400_000)], [3, 1])
})

withRunningService('half and nine of ten of the entries took no longer than the insights say', async it => {
  const titles = ['dark mode', 'CSV export', 'labels', 'search', 'filters', 'tags', 'sounds', 'maps', 'notes']
  await recordMerges(it, it.account, ...[...titles, 'charts'].map(title => `feat: add ${title}`))
  const { db } = it.service
  await db.write(async tx => {
    await sql`update entry set ingest_mode = 'live'`.execute(tx)
    for (const [hours, { id }] of (await tx.selectFrom('pull_request').select('id').execute()).entries())
      await tx
        .updateTable('pull_request')
        .set({ merged_at: it.clock.now() - (hours + 1) * 3_600_000 })
        .where('id', '=', id)
        .execute()
    for (const { id } of await tx.selectFrom('entry').select('id').execute())
      await publishEntry(tx, actionIn(it), id)
  })
  const query = { accountId: it.account.id, timeZone: 'UTC', since: 0 }
  assert.deepEqual(await timeToPublish(db.read, query), {
    ...{ entries: 10, medianMs: 5 * 3_600_000, p90Ms: 9 * 3_600_000 },
  })
})

withRunningService('a group of new merges took its time, too', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode', 'feat: add a dark map')
  const { db } = it.service
  await db.write(async tx => {
    await sql`update entry set ingest_mode = 'live'`.execute(tx)
    const drafts = await tx.selectFrom('entry').select('id').execute()
    const action = actionIn(it)
    const group = await groupEntries(tx, action, it.account.id, { entryIds: drafts.map(({ id }) => id) })
    await publishEntry(tx, action, group.id)
  })
  const query = { accountId: it.account.id, timeZone: 'UTC', since: 0 }
  assert.equal((await timeToPublish(db.read, query)).entries, 1)
})

withRunningService('what an import published was no draft whose words anybody kept', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode', 'feat: add CSV export')
  const { db } = it.service
  await db.write(async tx => {
    const [first, second] = await tx.selectFrom('entry').select('id').execute()
    await publishEntry(tx, { ...actionIn(it), actor: 'import' }, first?.id ?? '')
    await publishEntry(tx, actionIn(it), second?.id ?? '')
  })
  const query = { accountId: it.account.id, timeZone: 'UTC', since: 0 }
  assert.deepEqual(await keptWords(db.read, query), { all: 1, kept: 1 })
})
