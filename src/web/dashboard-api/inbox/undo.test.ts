import assert from 'node:assert/strict'
import { editEntry } from '#changelog/entries/edit.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { dismissEntry, publishEntry } from '#changelog/entries/transitions.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import type { Tx } from '#platform/db/schema.ts'
import { aMemberWithRole, recordMerges } from '#testing/colleagues.ts'
import type { DashboardClient } from '#testing/dashboard-client.ts'
import { publishById } from '#testing/editions.ts'
import type { Json } from '#testing/http.ts'
import { publishInEditions } from '#testing/schedule.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}`

interface Item {
  id: string
  seen: number
}

const itemsOf = async (it: TestService, who: DashboardClient): Promise<Item[]> =>
  (await who.get(`${pathOf(it)}/inbox?limit=200`)).json.items.map(({ id, version }: Json) => ({
    id,
    seen: version,
  }))

/** A member whose actions are a second apart. */
function aPerson(it: TestService, who: DashboardClient) {
  const later = () => it.clock.advance(1_000)
  const post = async (path: string, body: object) => {
    later()
    const { status, json } = await who.post(`${pathOf(it)}${path}`, body)
    assert.equal(status, 200, JSON.stringify(json))
    return json
  }
  return {
    post,
    bulk: (
      { action, ...input }: { action: string; [field: string]: unknown },
      ...items: (Item | undefined)[]
    ) => post(`/actions/${action.replace(' ', '.')}`, { ...input, items }),
    async edit({ id, seen }: Item, words: object): Promise<Item> {
      later()
      const { json } = await who.post(`${pathOf(it)}/actions/entry.edit`, { id, seen, ...words })
      return { id, seen: json.version }
    },
    write: (guide: string) => {
      later()
      return post('/actions/account.voice', { guide })
    },
    next: async () => (await who.get(`${pathOf(it)}/undo`)).json,
    async undoNext(): Promise<string[]> {
      const { change } = (await who.get(`${pathOf(it)}/undo`)).json
      later()
      const { outcomes } = (await who.post(`${pathOf(it)}/actions/change.undo`, { change: change.id })).json
      return outcomes.map(({ outcome }: Json) => outcome)
    },
  }
}

/** Publishes the entry at once, as the queue does. */
const published = ({ service: { db, clock, ids } }: TestService, id: string) =>
  db.write(tx => publishEntry(tx, { clock, ids, actor: 'queue', effects: [] }, id))

const DARK_MODE = 'feat: add dark mode'
const MERGES = [DARK_MODE, 'feat: add CSV export', 'fix: keep receipts', 'feat: add PDF invoices']

/** A person who published an entry and then withdrew it. */
async function aWithdrawal(it: TestService) {
  await recordMerges(it, it.account, ...MERGES)
  const owner = await aMemberWithRole(it, 'owner')
  const person = aPerson(it, owner)
  const [first, ...rest] = await itemsOf(it, owner)
  const { id, title, version } = await published(it, first?.id ?? '')
  await person.bulk({ action: 'entry withdraw' }, { id, seen: version })
  return { person, owner, withdrawn: title, rest }
}

withRunningService(
  'after a withdrawal and a group, the group is undone first, and what readers would see again is named',
  async it => {
    const { person, withdrawn, rest } = await aWithdrawal(it)
    const before = await it.entries()
    await person.post('/actions/entry.group', { ids: rest.map(({ id }) => id) })

    const { change } = await person.next()
    assert.deepEqual([change.action, change.effect], ['grouped', null])
    assert.deepEqual(await person.undoNext(), ['undone', 'undone', 'undone'])
    assert.deepEqual(
      (await it.entries()).filter(line => !line.startsWith('dismissed')),
      before,
    )

    const next = (await person.next()).change
    assert.deepEqual(next.effect, { kind: 'publish', titles: [withdrawn] })
    assert.deepEqual([next.action, next.titles], ['withdrawn', [withdrawn]])
    assert.deepEqual(await person.undoNext(), ['undone'])
    assert.ok((await it.entries()).some(line => line.startsWith('published')))
  },
)

withRunningService('a group that was edited since stays a group', async it => {
  const { person, owner, rest } = await aWithdrawal(it)
  const group = await person.post('/actions/entry.group', { ids: rest.map(({ id }) => id) })
  const colleague = aPerson(it, await aMemberWithRole(it, 'writer'))
  await colleague.edit({ id: group.id, seen: group.version }, { title: 'Exports' })
  const { change } = await person.next()
  assert.equal(change.action, 'grouped')
  const { outcomes } = (await owner.post(`${pathOf(it)}/actions/change.undo`, { change: change.id })).json
  assert.equal(outcomes[0].outcome, 'kept')
  assert.match(outcomes[0].detail, /^It has changed since: writer.* edited/)
  assert.equal((await person.next()).change.action, 'grouped', 'no older change in its place')
})

withRunningService('what cannot be undone is said, and nothing older is undone in its place', async it => {
  const { person, rest } = await aWithdrawal(it)
  await person.write('Short sentences.')
  const { change, final } = await person.next()
  assert.deepEqual([change, final?.action], [null, 'voice changed'])

  await person.bulk({ action: 'entry dismiss' }, rest[0])
  assert.deepEqual(await person.undoNext(), ['undone'])
  assert.equal((await person.next()).final.action, 'voice changed')

  const group = await person.post('/actions/entry.group', { ids: rest.slice(1).map(({ id }) => id) })
  await person.post(`/actions/entry.ungroup`, { id: group.id, seen: group.version })
  assert.equal((await person.next()).final.action, 'ungrouped')
})

withRunningService('words, kinds and sets are undone one after the other', async it => {
  await recordMerges(it, it.account, DARK_MODE)
  const owner = await aMemberWithRole(it, 'owner')
  const person = aPerson(it, owner)
  const set = await person.post('/actions/set.create', { name: 'iOS' })
  const [first = { id: '', seen: 1 }] = await itemsOf(it, owner)
  const entry = async () => {
    const { title, kind, setId } = (await owner.get(`${pathOf(it)}/entries/${first.id}`)).json.entry
    return [title, kind, setId]
  }
  const original = await entry()
  // A draft saves itself while a person types, which is one change.
  const typed = await person.edit(await person.edit(first, { title: 'Dark' }), { title: 'Dark mode for all' })
  const { outcomes } = await person.bulk({ action: 'pull classify', kind: 'fix' }, typed)
  await person.edit({ id: first.id, seen: outcomes[0].output.version }, { set: set.id })
  assert.deepEqual(await entry(), ['Dark mode for all', 'fix', set.id])

  await person.undoNext()
  assert.deepEqual(await entry(), ['Dark mode for all', 'fix', null])
  await person.undoNext()
  assert.deepEqual(await entry(), ['Dark mode for all', original[1], null])
  await person.undoNext()
  assert.deepEqual(await entry(), original)
})

withRunningService(
  'taking back what readers read already is named, and marks the entry as updated',
  async it => {
    await recordMerges(it, it.account, DARK_MODE)
    const publisher = await aMemberWithRole(it, 'publisher')
    const person = aPerson(it, publisher)
    const [{ id } = { id: '' }] = await itemsOf(it, publisher)
    const { title, version } = await published(it, id)
    const edited = await person.edit({ id, seen: version }, { title: 'Dark mode for everybody' })
    const { updatedAt } = (await publisher.get(`${pathOf(it)}/entries/${id}`)).json.entry
    assert.deepEqual((await person.next()).change.effect, { kind: 'reword', titles: [title] })
    assert.deepEqual(await person.undoNext(), ['undone'])
    const { entry } = (await publisher.get(`${pathOf(it)}/entries/${id}`)).json
    assert.deepEqual([entry.title, entry.version], [title, edited.seen + 1])
    assert.ok(entry.updatedAt > updatedAt)
  },
)

withRunningService('a change of a colleague is not the last change of this person', async it => {
  await recordMerges(it, it.account, DARK_MODE)
  const [ada, bo] = [await aMemberWithRole(it, 'writer'), await aMemberWithRole(it, 'writer')]
  await aPerson(it, bo).bulk({ action: 'entry dismiss' }, ...(await itemsOf(it, bo)))
  assert.deepEqual(await aPerson(it, ada).next(), { change: null, final: null })
})

withRunningService('a writer files no published entry under another set, alone or in bulk', async it => {
  await recordMerges(it, it.account, DARK_MODE, 'feat: add CSV export')
  const owner = await aMemberWithRole(it, 'owner')
  const set = await aPerson(it, owner).post('/actions/set.create', { name: 'iOS' })
  const writer = await aMemberWithRole(it, 'writer')
  const [first, draft] = await itemsOf(it, writer)
  const { id, version } = await published(it, first?.id ?? '')
  const { outcomes } = await aPerson(it, writer).bulk(
    { action: 'entry edit', set: set.id },
    { id, seen: version },
    draft,
  )
  assert.deepEqual(
    outcomes.map(({ outcome, code }: Json) => [outcome, code]),
    [
      ['failed', 'insufficient_scope'],
      ['done', undefined],
    ],
  )
  assert.equal((await owner.get(`${pathOf(it)}/entries/${id}`)).json.entry.setId, null)
})

withRunningService(
  'what the queue published meanwhile is not undone, and where to withdraw it is said',
  async it => {
    const { person, owner, rest } = await aWithdrawal(it)
    const [draft] = rest
    await person.bulk({ action: 'entry publish', soon: true }, draft)
    it.clock.advance(10_000)
    await published(it, draft?.id ?? '')
    const { change } = await person.next()
    const { outcomes } = (await owner.post(`${pathOf(it)}/actions/change.undo`, { change: change.id })).json
    assert.equal(
      outcomes[0].detail,
      'It was published at its time; withdraw it in the calendar. Nothing was undone.',
    )
  },
)

const byCommand = ({ service: { ids, effects }, clock }: TestService) => ({
  ...{ clock, ids, effects },
  ...{ actor: 'command-line', change: { id: ids.next() } },
})

withRunningService('what a command did is undone by the key, and told in the log as its own', async it => {
  await recordMerges(it, it.account, ...MERGES)
  const owner = await aMemberWithRole(it, 'owner')
  const person = aPerson(it, owner)
  const before = await it.entries()
  const [{ id: edited }, { id: dismissed }, { id: out }, { id: queued }] = (await itemsOf(it, owner)) as [
    ...[Item, Item, Item, Item],
  ]
  const { db, clock } = it.service
  const commands: ((tx: Tx, context: EntryContext) => Promise<unknown>)[] = [
    (tx, context) =>
      editEntry(tx, context, edited, { title: 'Dark mode for all', body: 'Rest your eyes.', kind: 'fix' }),
    (tx, context) => dismissEntry(tx, context, dismissed),
    (tx, context) => publishEntry(tx, context, out),
    (tx, context) => queueEntry(tx, context, queued, { at: clock.now() + 3_600_000 }),
  ]
  for (const command of commands) {
    it.clock.advance(1_000)
    await db.write(tx => command(tx, byCommand(it)))
  }
  const told = []
  for (const _ of commands) {
    const { change } = await person.next()
    told.push([change.action, change.actor, change.effect?.kind])
    assert.deepEqual(await person.undoNext(), ['undone'])
  }
  assert.deepEqual(told, [
    ['queued', 'command-line', undefined],
    ['published', 'command-line', 'withdraw'],
    ['dismissed', 'command-line', undefined],
    ['edited', 'command-line', undefined],
  ])
  assert.deepEqual(await it.entries(), before)
  const { activity } = (await owner.get(`${pathOf(it)}/activity?actor=command-line`)).json
  assert.deepEqual(
    activity.map(({ action }: Json) => action),
    ['queued', 'published', 'dismissed', 'edited'],
  )
  const { after } = activity.at(-1)
  assert.deepEqual([after.title, after.kind, 'body' in after], ['Dark mode for all', 'fix', false])
})

withRunningService('an edition that a command published is withdrawn, not undone', async it => {
  await recordMerges(it, it.account, ...MERGES)
  const owner = await aMemberWithRole(it, 'owner')
  const person = aPerson(it, owner)
  await it.service.db.write(tx => publishInEditions(tx, byCommand(it), it.account.id, { since: 0 }))
  const { edition } = (await owner.get(`${pathOf(it)}/edition`)).json
  it.clock.advance(1_000)
  await it.service.db.write(tx => publishById(tx, byCommand(it), edition.id))
  const { change } = await person.next()
  assert.deepEqual([change.action, change.offer.does, change.items], ['published', 'withdraw', 1])
  assert.deepEqual(
    change.offer.entries.map(({ id }: Json) => id),
    [edition.id],
  )
})
