import assert from 'node:assert/strict'
import { aMemberWithRole, recordMerges } from '#testing/colleagues.ts'
import { decide } from '#testing/dashboard-client.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const IN_A_DAY = 86_400_000

/** An approved entry that somebody publishes right away. */
async function onItsWay(it: TestService, wait: number) {
  await recordMerges(it, it.account, 'feat: add dark mode')
  const who = await aMemberWithRole(it, 'owner')
  const path = `/app/api/accounts/${it.account.publicId}`
  const { items } = (await who.get(`${path}/inbox`)).json
  const { id } = items[0]
  const entry = async () => (await who.get(`${path}/entries/${id}`)).json.entry
  const bulk = async (input: { action: string; [field: string]: unknown }) => {
    const { json } = await decide(who, path, {
      ...input,
      items: [{ id, seen: (await entry()).version }],
    })
    assert.equal(json.outcomes[0].outcome, 'done', JSON.stringify(json))
    return json.change
  }
  const at = it.clock.now() + wait
  const queued = await bulk({ action: 'entry queue', at })
  const change = await bulk({ action: 'entry publish', soon: true })
  const undo = (id = change) => who.post(`${path}/actions/change.undo`, { change: id })
  return { at, queued, bulk, entry, undo }
}

withRunningService('what is taken back while it goes out is queued again for its time', async it => {
  const { at, bulk, entry } = await onItsWay(it, IN_A_DAY)
  await bulk({ action: 'entry unqueue' })
  const { state, queuedFor, immediate } = await entry()
  assert.deepEqual([state, queuedFor, immediate], ['queued', at, false])
})

withRunningService('what is taken back while it goes out can leave the queue by an undo too', async it => {
  const { queued, bulk, entry, undo } = await onItsWay(it, IN_A_DAY)
  await bulk({ action: 'entry unqueue' })
  const { outcomes } = (await undo(queued)).json
  assert.equal(outcomes[0].outcome, 'undone', JSON.stringify(outcomes))
  assert.equal((await entry()).state, 'draft')
})

withRunningService(
  'its own time has passed meanwhile: it stays approved and waits for a person',
  async it => {
    const { at, entry, undo } = await onItsWay(it, 5_000)
    it.clock.advance(6_000)
    assert.equal((await undo()).json.outcomes[0].outcome, 'undone')
    const { state, queuedFor, late } = await entry()
    assert.deepEqual([state, queuedFor, late], ['queued', at, true])
  },
)
