import assert from 'node:assert/strict'
import { createJudge } from '#app/judging.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import { decide } from '#testing/dashboard-client.ts'
import { noModel } from '#testing/guidance.ts'
import type { Json } from '#testing/http.ts'
import { aMember } from '#testing/members.ts'
import { aPull, streamOf } from '#testing/pulls.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const TUESDAY = { set: null, takes: 'entry', every: 'week', day: 'tuesday', time: '10:00' }

/** Makes drafts with these titles and returns their ids. */
async function drafts(it: TestService, ...titles: string[]): Promise<string[]> {
  const { db, clock, ids } = it.service
  const judge = await createJudge({ db, clock, ids, modelOf: noModel })
  const merges = titles.map((title, at) =>
    aPull({ title: `feat: ${title}`, number: at + 1, mergedAt: clock.now() - at * 1_000 }),
  )
  const importer = { db, action: { clock, ids, actor: 'import', effects: [] }, judge }
  await importMerges(importer, it.account, streamOf(merges.toReversed()), { past: 'drafts' })
  const listed = await listEntries(db.read, { accountId: it.account.id })
  return titles.map(title => listed.find(({ entry }) => entry.title === title)?.entry.id ?? '')
}

withRunningService('publishers queue, move, pause and remove entries, and the queue shows it', async it => {
  const path = `/app/api/accounts/${it.account.publicId}`
  const owner = await aMember(it, 'owner@example.com', 'owner')
  const publisher = await aMember(it, 'publisher@example.com', 'publisher')
  const [a = '', b = ''] = await drafts(it, 'Add apples', 'Add bread')
  assert.equal((await owner.post(`${path}/actions/schedule.add`, TUESDAY)).status, 200)
  const change = async (wanted: { action: string; [field: string]: unknown }, id: string, seen: number) => {
    const { json } = await decide(publisher, path, { ...wanted, items: [{ id, seen }] })
    return json.outcomes[0]
  }
  const queued = (await change({ action: 'entry queue' }, a, 1)).output
  assert.deepEqual([queued.onSchedule, queued.version], [true, 2])
  assert.equal((await change({ action: 'entry queue' }, b, 7)).code, 'conflict')
  assert.equal((await change({ action: 'entry queue', at: 12 }, b, 1)).code, 'invalid_parameter')
  assert.equal((await change({ action: 'entry queue' }, b, 1)).outcome, 'done')
  const at = it.clock.now() + 3_600_000
  const timed = (await change({ action: 'entry queue', at }, a, 2)).output
  assert.deepEqual([timed.queuedFor, timed.onSchedule], [at, false])
  assert.equal(
    (await publisher.post(`${path}/actions/schedule.pause`, { set: 'none' })).json.paused[0].queue,
    'none',
  )
  const { json } = await publisher.get(`${path}/queue`)
  assert.deepEqual(
    json.entries.map((one: { title: string }) => one.title),
    ['Add apples', 'Add bread'],
  )
  assert.deepEqual([json.timeZone, json.paused.length, json.times.length], ['UTC', 1, 1])
  assert.deepEqual([json.free[0].setId, json.free[0].free.length], [null, 12])
  assert.equal(json.free[0].free[0], Date.parse('2026-03-03T10:00Z'))
  const resumed = await publisher.post(`${path}/actions/schedule.resume`, { set: 'none' })
  assert.deepEqual(resumed.json.paused, [])
  const { state, version } = (await change({ action: 'entry unqueue' }, a, 3)).output
  assert.deepEqual([state, version], ['draft', 4])
})

withRunningService('owners set the schedule, time zone and policy; all members see them', async it => {
  const path = `/app/api/accounts/${it.account.publicId}`
  const [owner, viewer] = [
    await aMember(it, 'owner@example.com', 'owner'),
    await aMember(it, 'viewer@example.com', 'viewer'),
  ]
  const [a = ''] = await drafts(it, 'Add apples')
  const added = await owner.post(`${path}/actions/schedule.add`, TUESDAY)
  await decide(owner, path, { action: 'entry queue', items: [{ id: a, seen: 1 }] })
  const zone = await decide(owner, path, { action: 'account set', timeZone: 'Asia/Kathmandu' })
  const { entries } = (await viewer.get(`${path}/queue`)).json
  assert.deepEqual(
    [zone.json.timeZone, entries[0].queuedFor],
    ['Asia/Kathmandu', Date.parse('2026-03-03T04:15Z')],
  )
  assert.equal((await owner.post(`${path}/actions/schedule.set`, { urgentAtOnce: true })).status, 200)
  assert.equal((await viewer.get(`${path}/queue`)).json.urgentAtOnce, true)
  assert.equal((await owner.post(`${path}/actions/schedule.add`, { ...TUESDAY, day: undefined })).status, 400)
  const removed = await owner.post(`${path}/actions/schedule.remove`, { id: added.json.time.id })
  assert.equal(removed.json.stayed[0].title, 'Add apples')
  const set = { action: 'policy set', automatic: true, kind: [] }
  assert.equal((await decide(owner, path, set)).status, 400, 'a policy without a kind')
})

withRunningService('entries move between times, and a move is undone with all that it pushed', async it => {
  const path = `/app/api/accounts/${it.account.publicId}`
  const owner = await aMember(it, 'owner@example.com', 'owner')
  const ids = await drafts(it, 'Add apples', 'Add bread', 'Add cheese')
  const [a = '', b = '', c = ''] = ids
  await owner.post(`${path}/actions/schedule.add`, TUESDAY)
  await decide(owner, path, { action: 'entry queue', items: ids.map(id => ({ id, seen: 1 })) })
  const queue = async () =>
    (await owner.get(`${path}/queue`)).json.entries.map(
      (one: Json) => `${new Date(one.queuedFor).toISOString().slice(5, 10)} ${one.title}`,
    )
  const before = ['03-03 Add apples', '03-10 Add bread', '03-17 Add cheese']
  assert.deepEqual(await queue(), before)

  const move = (id: string, seen: number, to: object) =>
    decide(owner, path, { action: 'free' in to ? 'entry queue' : 'queue move', ...to, items: [{ id, seen }] })
  const pushed = await move(c, 2, { before: a })
  assert.deepEqual(await queue(), ['03-03 Add cheese', '03-10 Add apples', '03-17 Add bread'])
  const undone = await owner.post(`${path}/actions/change.undo`, { change: pushed.json.change })
  assert.deepEqual(
    undone.json.outcomes.map((one: Json) => one.outcome),
    ['undone', 'undone', 'undone'],
  )
  assert.deepEqual(await queue(), before)

  const free = Date.parse('2026-03-24T10:00Z')
  const placed = await move(a, 4, { free })
  const { queuedFor, onSchedule } = placed.json.outcomes[0].output
  assert.deepEqual([queuedFor, onSchedule], [free, true])
  assert.match((await move(b, 4, { free })).json.outcomes[0].detail, /no longer free/)
  assert.match((await move(b, 4, { free: free + 1 })).json.outcomes[0].detail, /no longer free/)
  assert.equal((await move(b, 3, { before: c })).json.outcomes[0].code, 'conflict')

  const moved = await move(b, 4, { last: true })
  await owner.post(`${path}/actions/entry.edit`, { id: c, seen: 4, title: 'Add more cheese' })
  await move(c, 5, { last: true })
  const kept = await owner.post(`${path}/actions/change.undo`, { change: moved.json.change })
  assert.deepEqual(
    new Set(kept.json.outcomes.map((one: Json) => one.outcome)),
    new Set(['kept']),
    'a move that others built on stays',
  )
})

withRunningService('free times follow daylight saving in the zone of the account', async it => {
  const path = `/app/api/accounts/${it.account.publicId}`
  const owner = await aMember(it, 'owner@example.com', 'owner')
  await decide(owner, path, { action: 'account set', timeZone: 'Europe/Berlin' })
  await owner.post(`${path}/actions/schedule.add`, { ...TUESDAY, day: 'sunday', time: '08:00' })
  const { free } = (await owner.get(`${path}/queue`)).json
  const around = free[0].free.map((at: number) => new Date(at).toISOString())
  // Summer time begins on 29 March.
  assert.ok(around.includes('2026-03-22T07:00:00.000Z'), String(around))
  assert.ok(around.includes('2026-03-29T06:00:00.000Z'), String(around))
})

withRunningService(
  'a time of every two weeks begins with the next date, and editions are named after those weeks',
  async it => {
    const path = `/app/api/accounts/${it.account.publicId}`
    const owner = await aMember(it, 'owner@example.com', 'owner')
    it.clock.advance(7 * 86_400_000)
    const time = { ...TUESDAY, takes: 'edition', every: 'two-weeks' }
    assert.equal((await owner.post(`${path}/actions/schedule.add`, time)).status, 200)
    const [{ free }] = (await owner.get(`${path}/queue`)).json.free
    assert.deepEqual(
      free.slice(0, 2).map((at: number) => new Date(at).toISOString().slice(0, 10)),
      ['2026-03-10', '2026-03-24'],
    )
    const { edition } = (await owner.get(`${path}/edition`)).json
    assert.equal(edition.title.replaceAll('\u2009', ''), '2–15 March')
  },
)
