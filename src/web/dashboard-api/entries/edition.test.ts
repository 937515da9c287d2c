import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { aMemberWithRole, publishSoonDue, recordMerges } from '#testing/colleagues.ts'
import type { Json } from '#testing/http.ts'
import { aPng } from '#testing/picture-server.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const MERGES = ['feat: add dark mode', 'feat: add CSV export', 'fix: keep receipts', 'feat: add PDF invoices']

/** An owner whose account has a weekly edition with four entries. */
async function aWeekly(it: TestService) {
  await recordMerges(it, it.account, ...MERGES)
  const owner = await aMemberWithRole(it, 'owner')
  const path = `/app/api/accounts/${it.account.publicId}`
  const send = async (method: string, to: string, body?: object) => {
    it.clock.advance(1_000)
    const { status, json } = await owner.send(method, path + to, body)
    assert.equal(status, 200, JSON.stringify(json))
    return json
  }
  const friday = { set: null, takes: 'edition', every: 'week', day: 'friday', time: '10:00' }
  await send('POST', '/actions/schedule.add', friday)
  await send('POST', '/actions/schedule.set', { since: 0 })
  const undo = async (): Promise<Json> => {
    const { change } = await send('GET', '/undo')
    return { change, ...(await send('POST', '/actions/change.undo', { change: change.id })) }
  }
  const place = ({ id }: Json, where: object) => send('POST', '/actions/edition.place', { id, ...where })
  return { send, place, undo, shown: async () => (await send('GET', '/edition')).edition }
}

const idsOf = ({ stories, lists }: Json): string[] =>
  [...stories, ...lists.flatMap(({ items }: Json) => items)].map(({ id }: Json) => id)

withRunningService(
  'placing an entry is undone like any decision, with the order that there was',
  async it => {
    const { place, undo, shown } = await aWeekly(it)
    const before = await shown()
    assert.deepEqual([before.size, before.stories[0].html !== undefined], [4, true])
    const [first, second] = before.stories
    await place(second, { as: 'story', before: first.id })
    const [story] = (await shown()).stories
    assert.deepEqual([story.id, story.isPlaced], [second.id, true])
    await place(first, { as: 'out' })
    assert.deepEqual(
      (await shown()).leftOut.map(({ item, reason }: Json) => [item.id, reason]),
      [[first.id, 'person']],
    )
    const { change, outcomes } = await undo()
    assert.deepEqual([change.action, change.titles], ['placed in the edition', [first.title]])
    assert.deepEqual(
      outcomes.map(({ outcome }: Json) => outcome),
      ['undone'],
    )
    assert.equal((await shown()).stories[0].id, second.id, 'as the first placement left it')
    await undo()
    assert.deepEqual(idsOf(await shown()), idsOf(before))
  },
)

withRunningService('an edition says when the first picture of the account would go out with it', async it => {
  const { shown } = await aWeekly(it)
  const [story, other] = (await shown()).stories
  assert.equal((await shown()).isFirstPicture, false)
  const { db, clock, ids } = it.service
  const action = { clock, ids, actor: 'ann', effects: [] }
  const picture = await pictureFrom(await aPng('teal'), 'acme')
  const illustrate = (id: string) => db.write(tx => illustrateEntry(tx, action, id, { picture, alt: 'Teal' }))
  await illustrate(story.id)
  assert.equal((await shown()).isFirstPicture, true)
  await illustrate(other.id)
  await db.write(tx => publishEntry(tx, action, other.id))
  assert.equal((await shown()).isFirstPicture, false)
})

withRunningService('words that are edited and undone leave a placement alone', async it => {
  const { send, place, undo, shown } = await aWeekly(it)
  const [story] = (await shown()).stories
  await send('POST', '/actions/entry.edit', { id: story.id, title: 'A theme for the night' })
  await place(story, { as: 'line' })
  await undo()
  await undo()
  assert.equal((await shown()).stories.find(({ id }: Json) => id === story.id)?.title, story.title)
})

withRunningService('only what a person wrote stops following what is in the edition', async it => {
  const { send, place, shown } = await aWeekly(it)
  const { id, version } = await shown()
  const { entry, texts } = await send('GET', `/entries/${id}`)
  assert.deepEqual(texts.machine, { title: entry.title, body: entry.body })
  assert.equal(entry.body, '', 'without a writer it has no opening')
  const words = { title: entry.title, body: 'A bright week.' }
  const edited = await send('POST', '/actions/entry.edit', { id, seen: version, ...words })
  assert.deepEqual([edited.title, edited.body], [words.title, words.body])
  const [story] = (await shown()).stories
  await place(story, { as: 'out' })
  const later = (await send('GET', `/entries/${id}`)).entry
  assert.deepEqual([later.title, later.body], [entry.title, 'A bright week.'])
  const { machine } = (await send('GET', `/entries/${id}`)).texts
  assert.deepEqual(machine, { title: entry.title, body: '' }, 'the title is still that of the machine')
  assert.equal((await shown()).isStale, true)
})

withRunningService(
  'a withdrawn edition takes its entries along or lets them stay, and undo brings it back whole',
  async it => {
    const { send, undo, shown } = await aWeekly(it)
    const { id, version } = await shown()
    await send('POST', '/actions/entry.publish', { soon: true, items: [{ id, seen: version }] })
    await publishSoonDue(it)
    const { entry, items } = await send('GET', `/entries/${id}`)
    assert.equal(items.length, 4)
    const { last } = await send('GET', '/edition')
    assert.deepEqual([last.id, last.items], [id, 4])
    await send('POST', '/actions/entry.withdraw', { id, seen: entry.version, keepEntries: true })
    const stayed = (await send('GET', '/entries?state=published')).entries
    assert.deepEqual(
      stayed.map(({ partOf }: Json) => partOf),
      [null, null, null, null],
    )
    await undo()
    const again = (await send('GET', '/entries?state=published')).entries
    assert.equal(again.filter(({ partOf }: Json) => partOf?.id === id).length, 4)
    assert.equal(again.find((one: Json) => one.id === id).items, 4)
  },
)

withRunningService('an edition goes with its entries, and undo brings it back whole', async it => {
  const { send, undo, shown } = await aWeekly(it)
  const { id } = await shown()
  await send('POST', '/actions/edition.publish', {})
  const { items } = await send('GET', `/entries/${id}`)
  const published = async () => (await send('GET', '/entries?state=published')).entries
  await send('POST', '/actions/entry.withdraw', { items: items.map((item: Json) => ({ id: item.id })) })
  assert.deepEqual(await published(), [])
  const { change, outcomes } = await undo()
  assert.equal(change.action, 'withdrawn')
  assert.deepEqual(
    outcomes.map(({ outcome }: Json) => outcome),
    Array(5).fill('undone'),
  )
  const again = await published()
  assert.equal(again.filter(({ partOf }: Json) => partOf?.id === id).length, 4)
  assert.equal(again.find((one: Json) => one.id === id).items, 4)
})

withRunningService('what is queued already is given another time, an edition like an entry', async it => {
  const { send } = await aWeekly(it)
  const [early, late] = ['2026-03-04T10:00:00Z', '2026-03-05T10:00:00Z'].map(Date.parse)
  const [draft] = (await send('GET', '/entries?state=draft')).entries.filter(
    ({ origin }: Json) => origin !== 'edition',
  )
  for (const at of [early, late]) {
    const edition = await send('POST', '/actions/edition.queue', { at })
    const queued = await send('POST', '/actions/entry.queue', { id: draft.id, at })
    assert.deepEqual([edition.queuedFor, queued.queuedFor], [at, at])
  }
  const published = await send('POST', '/actions/entry.publish', { id: draft.id, at: early })
  assert.equal(published.queuedFor, early)
  const next = await send('POST', '/actions/edition.queue', {})
  assert.deepEqual([next.onSchedule, next.queuedFor], [true, Date.parse('2026-03-06T10:00:00Z')])
})

withRunningService('entries that became one story are entries again with one undo', async it => {
  const { send, place, undo, shown } = await aWeekly(it)
  const before = await shown()
  const [lead, other] = before.stories
  await place(other, { as: 'line' })
  const { story, change } = await send('POST', '/actions/edition.combine', { ids: [lead.id, other.id] })
  const edition = await shown()
  assert.deepEqual([story.title, edition.stories[0].id, edition.size], [lead.title, story.id, 3])
  const undone = await undo()
  assert.deepEqual([undone.change.id, undone.change.action], [change, 'grouped'])
  const again = await shown()
  assert.ok(again.lists.some(({ items }: Json) => items.some(({ id }: Json) => id === other.id)))
  await undo()
  assert.deepEqual(idsOf(await shown()), idsOf(before))
})

withRunningService('what is unsure is left out as one change, which one undo brings back', async it => {
  const { send, undo, shown } = await aWeekly(it)
  const { db } = it.service
  await db.write(tx => sql`update decision set confidence = 'low'`.execute(tx))
  const { unsure, withoutText, size } = await shown()
  assert.deepEqual([unsure.length, withoutText.length, size], [4, 3, 4])
  await send('POST', '/actions/edition.place', { as: 'out', items: unsure.map((id: string) => ({ id })) })
  const left = await shown()
  assert.deepEqual([left.unsure, left.size, left.leftOut.length], [[], 0, 4])
  const { outcomes } = await undo()
  assert.equal(outcomes.length, 4)
  assert.deepEqual((await shown()).unsure, unsure)
})
