import assert from 'node:assert/strict'
import { publishDue } from '#changelog/publishing/publisher.ts'
import { aMemberWithRole, anAccount, recordMerges } from '#testing/colleagues.ts'
import { type DashboardClient, decide } from '#testing/dashboard-client.ts'
import type { Json } from '#testing/http.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const TUESDAY = { set: null, takes: 'entry', every: 'week', day: 'tuesday', time: '10:00' }

const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}`

/** The items of the inbox as input of a bulk action, the newest merge first. */
const itemsOf = async (it: TestService, who: DashboardClient): Promise<{ id: string; seen: number }[]> =>
  (await who.get(`${pathOf(it)}/inbox?limit=200`)).json.items.map(({ id, version }: Json) => ({
    id,
    seen: version,
  }))

const publishQueue = ({ service: { db, clock, ids } }: TestService) =>
  publishDue(db, { clock, ids, actor: 'queue', effects: [] })

const outcomes = ({ json }: { json: Json }): string[] => json.outcomes.map(({ outcome }: Json) => outcome)

withRunningService(
  'many drafts are dismissed at once, and all of it can be undone after a reload',
  async it => {
    await recordMerges(it, it.account, 'feat: add dark mode', 'feat: add CSV export', 'fix: keep receipts')
    const writer = await aMemberWithRole(it, 'writer')
    const before = await it.entries()
    const done = await decide(writer, pathOf(it), {
      action: 'entry dismiss',
      items: await itemsOf(it, writer),
    })
    assert.deepEqual(outcomes(done), ['done', 'done', 'done'])
    assert.deepEqual(
      await it.entries(),
      before.map(line => line.replace('draft', 'dismissed')),
    )
    const { change } = (await writer.get(`${pathOf(it)}/undo`)).json
    assert.deepEqual([change.id, change.action, change.items], [done.json.change, 'dismissed', 3])
    const undone = await writer.post(`${pathOf(it)}/actions/change.undo`, { change: change.id })
    assert.deepEqual(outcomes(undone), ['undone', 'undone', 'undone'])
    assert.deepEqual(await it.entries(), before)
    assert.deepEqual(new Set((await it.ledger()).map(line => line.split(' ')[0])), new Set(['drafted']))
    assert.equal((await writer.get(`${pathOf(it)}/undo`)).json.change, null)
    assert.deepEqual(
      outcomes(await writer.post(`${pathOf(it)}/actions/change.undo`, { change: change.id })),
      ['kept', 'kept', 'kept'],
    )
  },
)

withRunningService('an undo keeps later changes by others and says who made them', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode', 'feat: add CSV export')
  const [ada, bob] = [await aMemberWithRole(it, 'publisher'), await aMemberWithRole(it, 'publisher')]
  const items = await itemsOf(it, ada)
  const at = it.clock.now() + 3_600_000
  const { json } = await decide(ada, pathOf(it), { action: 'entry queue', at, items })
  assert.deepEqual(
    json.outcomes.map(({ output }: Json) => [output.state, output.queuedFor]),
    [
      ['queued', at],
      ['queued', at],
    ],
  )
  it.clock.advance(1_000)
  const edit = { id: items[1]?.id, seen: 2, title: 'Dark mode for all' }
  assert.equal((await bob.post(`${pathOf(it)}/actions/entry.edit`, edit)).status, 200)
  const undone = await ada.post(`${pathOf(it)}/actions/change.undo`, { change: json.change })
  const kept = undone.json.outcomes.find(({ outcome }: Json) => outcome === 'kept')
  assert.equal(kept.id, items[1]?.id)
  assert.equal(kept.since.action, 'edited')
  assert.match(kept.since.actorName, /^publisher/)
  assert.deepEqual(await it.entries(), ['draft Add CSV export', 'queued Dark mode for all'])
})

withRunningService(
  'an undo gives an entry its time back, or the next one if another entry has it',
  async it => {
    await recordMerges(it, it.account, 'feat: add dark mode', 'feat: add CSV export')
    const owner = await aMemberWithRole(it, 'owner')
    await owner.post(`${pathOf(it)}/actions/schedule.add`, TUESDAY)
    const [first, second] = await itemsOf(it, owner)
    const bulk = (input: { action: string; [field: string]: unknown }) => decide(owner, pathOf(it), input)
    const queued = await bulk({ action: 'entry queue', items: [first] })
    const time = queued.json.outcomes[0].output.queuedFor
    const takeOut = async (seen: number) =>
      (await bulk({ action: 'entry unqueue', items: [{ ...first, seen }] })).json.change
    const back = await owner.post(`${pathOf(it)}/actions/change.undo`, { change: await takeOut(2) })
    const { state, queuedFor, onSchedule, version } = back.json.outcomes[0].entry
    assert.deepEqual([state, queuedFor, onSchedule, version], ['queued', time, true, 4])
    const change = await takeOut(4)
    await bulk({ action: 'entry queue', items: [second] })
    const { entry } = (await owner.post(`${pathOf(it)}/actions/change.undo`, { change })).json.outcomes[0]
    assert.deepEqual([entry.state, entry.onSchedule, entry.queuedFor > time], ['queued', true, true])
  },
)

withRunningService('publishing can be undone for ten seconds', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode', 'feat: add CSV export')
  const publisher = await aMemberWithRole(it, 'publisher')
  await publisher.post(`${pathOf(it)}/actions/schedule.pause`, { set: 'all' })
  const [first, second] = await itemsOf(it, publisher)
  const publish = (items: object[]) =>
    decide(publisher, pathOf(it), { action: 'entry publish', soon: true, items })
  const { change } = (await publish([first ?? {}])).json
  it.clock.advance(9_000)
  assert.equal(await publishQueue(it), 0)
  await publisher.post(`${pathOf(it)}/actions/change.undo`, { change })
  const again = await publish([second ?? {}])
  assert.equal(again.json.outcomes[0].output.immediate, true)
  it.clock.advance(3 * 86_400_000)
  assert.equal(await publishQueue(it), 1)
  assert.deepEqual(await it.entries(), ['draft Add CSV export', 'published Add dark mode'])
  const late = await publisher.post(`${pathOf(it)}/actions/change.undo`, { change: again.json.change })
  assert.equal(late.json.outcomes[0].since.action, 'published')
})

withRunningService(
  'undoing overrides of several pull requests undoes their decisions and drafts',
  async it => {
    await recordMerges(it, it.account, 'feat: add dark mode', 'feat: add CSV export', 'ci: cache packages')
    const writer = await aMemberWithRole(it, 'writer')
    const ledger = await it.ledger()
    const decisions = () =>
      it.service.db.read.selectFrom('pull_request').select(['id', 'decision_id']).orderBy('id').execute()
    const before = await decisions()
    const items = await itemsOf(it, writer)
    const internal = await decide(writer, pathOf(it), {
      action: 'pull classify',
      visibility: 'internal',
      items,
    })
    const { pulls } = (await writer.get(`${pathOf(it)}/pulls?words=cache`)).json
    const shown = await decide(writer, pathOf(it), {
      action: 'pull classify',
      visibility: 'user-facing',
      kind: 'improvement',
      items: [{ id: pulls[0].id }],
    })
    assert.deepEqual([...outcomes(internal), ...outcomes(shown)], ['done', 'done', 'done'])
    assert.deepEqual(
      (await it.ledger()).map(line => line.split(' ')[0]),
      ['drafted', 'dismissed', 'dismissed'],
    )
    for (const { json } of [shown, internal])
      assert.deepEqual(
        new Set(outcomes(await writer.post(`${pathOf(it)}/actions/change.undo`, { change: json.change }))),
        new Set(['undone']),
      )
    assert.deepEqual(await it.ledger(), ledger)
    assert.deepEqual(await decisions(), before)
  },
)

withRunningService('each item has its own outcome, and roles are respected', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode', 'feat: add CSV export')
  const [writer, viewer] = [await aMemberWithRole(it, 'writer'), await aMemberWithRole(it, 'viewer')]
  const other = await anAccount(it, 'Other')
  const stranger = await aMemberWithRole(it, 'owner', other)
  const [first, second] = await itemsOf(it, writer)
  const stale = { ...second, seen: 7 }
  const mixed = await decide(writer, pathOf(it), { action: 'entry dismiss', items: [first, stale] })
  assert.deepEqual(
    mixed.json.outcomes.map(({ outcome, code }: Json) => [outcome, code]),
    [
      ['done', undefined],
      ['failed', 'conflict'],
    ],
  )
  const asked = { action: 'entry publish', soon: true, items: [second] }
  assert.equal((await decide(viewer, pathOf(it), asked)).status, 403)
  assert.equal((await decide(writer, pathOf(it), asked)).status, 403)
  const theirs = `/app/api/accounts/${other.publicId}`
  for (const input of [asked, { action: 'pull classify', kind: 'fix', items: [second] }])
    assert.equal((await decide(stranger, theirs, input)).json.outcomes[0].code, 'not_found')
  assert.equal(
    (await stranger.post(`${theirs}/actions/change.undo`, { change: mixed.json.change })).status,
    404,
  )
  assert.equal((await decide(writer, pathOf(it), { action: 'entry eat', items: [second] })).status, 404)
  assert.equal((await decide(writer, pathOf(it), { ...asked, items: [] })).status, 400)
  assert.deepEqual(await it.entries(), ['dismissed Add CSV export', 'draft Add dark mode'])
})

withRunningService('the history lists the changes of all members, with what is left to undo', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode', 'feat: add CSV export')
  const [ada, bob] = [await aMemberWithRole(it, 'writer'), await aMemberWithRole(it, 'writer')]
  const [first, second] = await itemsOf(it, ada)
  await decide(ada, pathOf(it), { action: 'entry dismiss', items: [first] })
  it.clock.advance(1_000)
  const { json } = await decide(bob, pathOf(it), {
    action: 'pull classify',
    visibility: 'internal',
    items: [second],
  })
  await ada.post(`${pathOf(it)}/actions/change.undo`, { change: json.change })
  const { changes } = (await ada.get(`${pathOf(it)}/changes`)).json
  assert.deepEqual(
    changes.map(({ action, items, open, first }: Json) => [
      action,
      items,
      open,
      first.map(({ title }: Json) => title),
    ]),
    [
      ['classified', 1, 0, ['Add dark mode']],
      ['dismissed', 1, 1, ['Add CSV export']],
    ],
  )
  assert.equal(new Set(changes.map(({ actorName }: Json) => actorName)).size, 2)
})
