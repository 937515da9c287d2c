import assert from 'node:assert/strict'
import { parseFeed } from 'feedsmith'
import { feedTexts } from '#pipeline/past-changelog/feed.ts'
import { importPast } from '#pipeline/past-changelog/import-past.ts'
import { recordMerges } from './colleagues.ts'
import { decide } from './dashboard-client.ts'
import { aMember } from './members.ts'
import { type TestService, withRunningService } from './service.ts'

interface Item {
  id: string
  title: { value: string }
  published: string
  content: { value: string }
}

/** Stands for another vendor's app, which asks for the feed now and then, and tells a channel or a list of entries that are new to it. */
function aFollower(
  it: TestService,
  isNew: (item: Item, known: { ids: Set<string>; newest: string }) => boolean,
) {
  const known = { ids: new Set<string>(), newest: '' }
  let etag = ''
  /** Asks for the feed once. Returns the titles of the entries that the app tells of. */
  return async function look(): Promise<string[]> {
    const answer = await it.ask(`/changelog/${it.account.publicId}`, { headers: { 'If-None-Match': etag } })
    if (answer.status === 304) return []
    etag = String(answer.headers.etag)
    const items = (parseFeed(answer.text).feed as { entries?: Item[] }).entries ?? []
    const told = items.filter(item => isNew(item, known))
    for (const { id, published } of items) {
      known.ids.add(id)
      if (published > known.newest) known.newest = published
    }
    return told.map(({ title }) => title.value)
  }
}

const PAST = JSON.stringify([{ id: 1, title: 'From before', content: 'x', date: '2025-06-01T00:00:00Z' }])

withRunningService('apps that follow a feed tell each entry once, by its id or by its date', async it => {
  const { db, ids } = it.service
  const owner = await aMember(it, 'ada@example.com', 'owner')
  const api = `/app/api/accounts/${it.account.publicId}`
  const chat = aFollower(it, ({ id }, known) => !known.ids.has(id))
  const flow = aFollower(it, ({ published }, known) => published > known.newest)
  const look = async () => [await chat(), await flow()]
  const publish = async (title: string, number: number) => {
    await recordMerges(it, it.account, { title, number })
    const entry = await db.read
      .selectFrom('entry')
      .select('id')
      .where('state', '=', 'draft')
      .executeTakeFirstOrThrow()
    it.clock.advance(60_000)
    assert.equal((await decide(owner, api, { action: 'entry publish', id: entry.id, seen: 1 })).status, 200)
    return entry.id
  }
  assert.deepEqual(await look(), [[], []])
  const id = await publish('feat: export reports as CSV', 1)
  assert.deepEqual(await look(), [['Export reports as CSV'], ['Export reports as CSV']])
  assert.deepEqual(await look(), [[], []])

  it.clock.advance(3_600_000)
  const edit = { action: 'entry edit', items: [{ id, seen: 2 }], title: 'Reports as CSV' }
  assert.equal((await decide(owner, api, edit)).status, 200)
  assert.deepEqual(await look(), [[], []], 'an edit is no news')

  const action = { clock: it.clock, ids, actor: 'import', effects: [] }
  const options = { each: false, prereleases: false, repository: null }
  await importPast({ db, action }, it.account, await feedTexts(PAST), options)
  assert.deepEqual(await look(), [['From before'], []], 'what is older than the newest has no date to go by')

  await publish('fix: receipts show the right currency', 2)
  assert.deepEqual(await look(), [['Receipts show the right currency'], ['Receipts show the right currency']])
})
