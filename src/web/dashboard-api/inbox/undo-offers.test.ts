import assert from 'node:assert/strict'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { aMemberWithRole, recordMerges } from '#testing/colleagues.ts'
import { type DashboardClient, decide } from '#testing/dashboard-client.ts'
import type { Json } from '#testing/http.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const TITLES = ['feat: add dark mode', 'feat: add CSV export', 'fix: receipts show the right total']

/** An owner with three drafts, and what the history and the undo key offer about a change. */
async function aDesk(it: TestService) {
  await recordMerges(it, it.account, ...TITLES)
  const owner = await aMemberWithRole(it, 'owner')
  const path = `/app/api/accounts/${it.account.publicId}`
  const { items } = (await owner.get(`${path}/inbox`)).json
  const drafts: { id: string; seen: number }[] = items.map(({ id, version }: Json) => ({ id, seen: version }))
  const bulk = async (
    input: { action: string; [field: string]: unknown },
    ...those: (object | undefined)[]
  ): Promise<string> => {
    it.clock.advance(1_000)
    const { json } = await decide(owner, path, { ...input, items: those })
    assert.equal(json.outcomes[0].outcome, 'done', JSON.stringify(json))
    return json.change
  }
  const offerTo = async (who: DashboardClient, change: string) => {
    const { changes } = (await who.get(`${path}/changes`)).json
    const { offer } = (await who.get(`${path}/undo?change=${change}`)).json.change
    assert.deepEqual(changes.find(({ id }: Json) => id === change).offer, offer, 'one rule for all')
    const { outcomes } = (await who.post(`${path}/actions/change.undo`, { change })).json ?? {}
    const isUndone = outcomes?.some(({ outcome }: Json) => outcome === 'undone') ?? false
    assert.equal(offer.does === 'undo', isUndone, 'what is offered is done, and nothing else')
    return offer
  }
  const publish = (id = '') =>
    it.service.db.write(tx =>
      publishEntry(tx, { clock: it.clock, ids: it.service.ids, actor: 'queue', effects: [] }, id),
    )
  return { owner, path, drafts, bulk, offerTo, publish }
}

withRunningService('what went out meanwhile offers to be withdrawn, and no undo', async it => {
  const { owner, path, drafts, bulk, offerTo, publish } = await aDesk(it)
  const [draft] = drafts
  const change = await bulk({ action: 'entry publish', soon: true }, draft)
  it.clock.advance(10_000)
  await publish(draft?.id)
  const offer = await offerTo(owner, change)
  assert.deepEqual([offer.does, offer.entries.map(({ id }: Json) => id)], ['withdraw', [draft?.id]])
  assert.match(offer.why.detail, /It was published at its time/)
  assert.equal((await owner.get(`${path}/undo`)).json.change.offer.does, 'withdraw', 'the key offers it too')
})

withRunningService('what somebody changed since leads to the entry, not to an undo', async it => {
  const { owner, path, drafts, bulk, offerTo } = await aDesk(it)
  const draft = drafts.at(-1)
  const change = await bulk({ action: 'pull classify', kind: 'fix' }, draft)
  const { version } = (await owner.get(`${path}/entries/${draft?.id}`)).json.entry
  const writer = await aMemberWithRole(it, 'writer')
  it.clock.advance(1_000)
  await writer.post(`${path}/actions/entry.edit`, { id: draft?.id, seen: version, title: 'Dark' })
  const offer = await offerTo(owner, change)
  assert.deepEqual([offer.does, offer.entries[0].id], ['open', draft?.id])
  assert.match(offer.why.since.action, /edited/)
})

withRunningService('an undo is offered to the roles that may', async it => {
  const { owner, drafts, bulk, offerTo } = await aDesk(it)
  const [first, second] = drafts
  const queued = await bulk({ action: 'entry queue', at: it.clock.now() + 3_600_000 }, first)
  assert.notEqual((await offerTo(await aMemberWithRole(it, 'writer'), queued)).does, 'undo')
  assert.equal((await offerTo(owner, queued)).does, 'undo')
  const dismissed = await bulk({ action: 'entry dismiss' }, second)
  assert.equal((await offerTo(await aMemberWithRole(it, 'writer'), dismissed)).does, 'undo')
})

withRunningService('of several items one that can be undone is enough', async it => {
  const { owner, drafts, bulk, offerTo, publish } = await aDesk(it)
  const change = await bulk({ action: 'entry queue', at: it.clock.now() + 3_600_000 }, drafts[0], drafts[1])
  await publish(drafts[0]?.id)
  assert.equal((await offerTo(owner, change)).does, 'undo')
})

withRunningService('an entry whose set was deleted since offers no undo', async it => {
  const { owner, path, drafts, bulk, offerTo } = await aDesk(it)
  const set = (await owner.post(`${path}/actions/set.create`, { name: 'iOS' })).json
  const [draft] = drafts
  await bulk({ action: 'entry edit', set: set.id }, draft)
  const { version } = (await owner.get(`${path}/entries/${draft?.id}`)).json.entry
  const change = await bulk({ action: 'entry edit', set: null }, { id: draft?.id, seen: version })
  assert.ok((await owner.post(`${path}/actions/set.delete`, { id: set.id })).status < 300)
  assert.notEqual((await offerTo(owner, change)).does, 'undo')
})

withRunningService('what was reverted since it was dismissed or withdrawn is not brought back', async it => {
  const { owner, drafts, bulk, offerTo, publish } = await aDesk(it)
  const [first, second] = drafts
  const dismissed = await bulk({ action: 'entry dismiss' }, first)
  const { version } = await publish(second?.id)
  const withdrawn = await bulk({ action: 'entry withdraw' }, { id: second?.id, seen: version })
  const undoes = TITLES.map((title, at) => ({ title: `Revert "${title}"`, number: 11 + at }))
  await recordMerges(it, it.account, ...undoes)
  for (const change of [dismissed, withdrawn]) {
    const offer = await offerTo(owner, change)
    assert.deepEqual([offer.does, offer.why.detail], ['open', 'A pull request of this entry was reverted.'])
  }
  assert.ok((await it.entries()).every(line => line.startsWith('dismissed') || line.startsWith('withdrawn')))
})

withRunningService('the history asks no more queries for many changes of many items', async it => {
  const { owner, path, drafts, bulk, publish } = await aDesk(it)
  let queries = 0
  const read = it.service.db.read.withPlugin({
    transformQuery({ node }) {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  Object.assign(it.service.db, { read })
  const asked = async (page: 'changes' | 'activity') => {
    queries = 0
    const { json } = await owner.get(`${path}/${page}`)
    return { queries, length: json[page].length }
  }
  const [first, second, third] = drafts
  await bulk({ action: 'entry queue', at: it.clock.now() + 3_600_000 }, first)
  await publish(first?.id)
  const few = { changes: await asked('changes'), activity: await asked('activity') }
  assert.ok(few.changes.queries > 0)
  for (const draft of [second, third]) {
    const queued = it.clock.now() + 3_600_000
    await bulk({ action: 'entry queue', at: queued }, draft)
    const { version } = (await owner.get(`${path}/entries/${draft?.id}`)).json.entry
    await bulk({ action: 'entry queue', at: queued + 60_000 }, { id: draft?.id, seen: version })
    await publish(draft?.id)
  }
  for (const page of ['changes', 'activity'] as const) {
    const many = await asked(page)
    assert.ok(many.length > few[page].length)
    assert.equal(many.queries, few[page].queries)
  }
})

withRunningService('a pause offers to be resumed while it lasts', async it => {
  const { owner, path } = await aDesk(it)
  await owner.post(`${path}/actions/schedule.pause`, { set: 'all' })
  assert.equal((await owner.get(`${path}/undo`)).json.final.resumes, 'all')
  await owner.post(`${path}/actions/schedule.resume`, { set: 'all' })
  it.clock.advance(1_000)
  assert.equal((await owner.get(`${path}/undo`)).json.final.resumes, null)
})

withRunningService(
  'a draft that a decision made goes with it, unless words of it would be lost',
  async it => {
    const { owner, path, drafts, bulk, offerTo } = await aDesk(it)
    const { db } = it.service
    const chores = ['chore: tidy the lint rules', 'test: tidy the helpers']
    await recordMerges(it, it.account, ...chores.map((title, at) => ({ title, number: 11 + at })))
    const internal = await db.read
      .selectFrom('pull_request')
      .select('id')
      .where('place', '=', 'internal')
      .execute()
    assert.equal(internal.length, 2)
    const shown: { change: string; id: string }[] = []
    for (const pull of internal) {
      const change = await bulk({ action: 'pull classify', visibility: 'user-facing' }, pull)
      const { entry_id: id } = await db.read
        .selectFrom('entry_pull_request')
        .select('entry_id')
        .where('pull_request_id', '=', pull.id)
        .executeTakeFirstOrThrow()
      shown.push({ change, id })
    }
    const [told, apart] = [shown[0] ?? assert.fail(), shown[1] ?? assert.fail()]
    await owner.post(`${path}/actions/account.languages`, { into: ['de'] })
    await owner.post(`${path}/actions/entry.translate`, { id: told.id, into: 'de', title: 'Regeln' })
    await owner.post(`${path}/actions/entry.keep-apart`, { ids: [apart.id, drafts[0]?.id], topic: ['#1'] })
    assert.equal((await offerTo(owner, told.change)).does, 'open')
    assert.equal((await offerTo(owner, apart.change)).does, 'undo')
    const kept = await db.read
      .selectFrom('entry')
      .select('id')
      .where('id', 'in', [told.id, apart.id])
      .execute()
    assert.deepEqual(
      kept.map(({ id }) => id),
      [told.id],
    )
  },
)
