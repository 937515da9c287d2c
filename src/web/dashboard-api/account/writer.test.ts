import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { aMemberWithRole } from '#testing/colleagues.ts'
import { type DashboardClient, decide } from '#testing/dashboard-client.ts'
import { type LanguageModelServer, startLanguageModelServer } from '#testing/language-model-server.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import { ask } from '#writing/connection/ask.ts'
import { saveWriter, switchWriter, writerKey, writerOf } from '#writing/connection/writer.ts'

const KEY = 'sk-a-key-of-this-test-WXYZ'
const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}/writer`
/** Connects or changes the writer. Returns its settings afterwards, or the refusal. */
async function change(it: TestService, who: DashboardClient, input: object) {
  const path = `/app/api/accounts/${it.account.publicId}`
  const answer = await decide(who, path, { action: 'account writer', ...input })
  return answer.status === 200 ? { ...answer, json: (await who.get(pathOf(it))).json.writer } : answer
}

const openAi = { provider: 'openai', model: 'gpt-5-mini', apiKey: KEY, budget: '20 USD' }

let models: LanguageModelServer
before(async () => {
  models = await startLanguageModelServer()
})
after(() => models.close())

withRunningService(
  'an owner connects a writer and switches it on, and nobody is given its key again',
  async it => {
    const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
    const { json: connected } = await change(it, owner, openAi)
    assert.deepEqual([connected.isOn, connected.keyEnd, connected.budgetText], [false, 'WXYZ', '20 USD'])
    assert.equal(await it.service.modelOf(it.account.id), null)
    await change(it, owner, { isOn: true })
    assert.equal((await it.service.modelOf(it.account.id))?.model.name, 'openai/gpt-5-mini')
    // A key that is left out is kept, and a change applies from the next question on.
    await change(it, owner, { ...openAi, apiKey: undefined, model: 'gpt-5-nano', budget: null })
    const changed = await it.service.modelOf(it.account.id)
    assert.deepEqual([changed?.model.name, changed?.budget], ['openai/gpt-5-nano', null])
    const shown = await viewer.get(pathOf(it))
    assert.equal(shown.json.writer.model, 'gpt-5-nano')
    const { json: log } = await owner.get(`/app/api/accounts/${it.account.publicId}/activity`)
    const actions = log.activity.map(({ action }: { action: string }) => action)
    for (const action of ['writer connected', 'writer switched on', 'writer changed'])
      assert.ok(actions.includes(action))
    assert.doesNotMatch(JSON.stringify([shown.json, log, connected, it.logged]), /sk-a-key/)
    await change(it, owner, { disconnect: true })
    assert.equal(await it.service.modelOf(it.account.id), null)
    assert.equal((await viewer.get(pathOf(it))).json.writer, null)
  },
)

withRunningService('a key goes only to the provider and the address that it was entered for', async it => {
  const owner = await aMemberWithRole(it, 'owner')
  await change(it, owner, openAi)
  await change(it, owner, { isOn: true })
  const elsewhere = { ...openAi, apiKey: undefined, url: 'https://gateway.example.com/v1' }
  const refused = await change(it, owner, elsewhere)
  assert.deepEqual([refused.status, refused.json.parameters[0].name], [400, 'apiKey'])
  const { json: moved } = await change(it, owner, { ...elsewhere, apiKey: KEY })
  assert.equal(moved.isOn, false, 'what is at another address is tried first')
  // The key is not sent to another address, not even if that is changed in the database.
  const { db, secrets } = it.service
  await db.write(tx => tx.updateTable('writer').set({ base_url: 'https://evil.example/v1' }).execute())
  const writer = await writerOf(db.read, it.account.id)
  assert.ok(writer)
  await assert.rejects(writerKey(db.read, await secrets(), writer), /cannot be read/)
})

withRunningService('the diff is shown to a writer once an owner says so, and to no other place', async it => {
  const owner = await aMemberWithRole(it, 'owner')
  await change(it, owner, openAi)
  await change(it, owner, { isOn: true })
  const sendsDiff = async () => (await it.service.modelOf(it.account.id))?.sendsDiff
  assert.equal(await sendsDiff(), false)
  const { json: chosen } = await change(it, owner, { sendsDiff: true })
  assert.deepEqual([chosen.sendsDiff, chosen.isOn, await sendsDiff()], [true, true, true])
  const { json: other } = await change(it, owner, { ...openAi, model: 'gpt-5-nano' })
  assert.equal(other.sendsDiff, true)
  const gateway = { ...openAi, url: 'https://gateway.example.com/v1' }
  assert.equal((await change(it, owner, gateway)).json.sendsDiff, false)
})

withRunningService('an address of a private network is refused unless the operator lists it', async it => {
  const owner = await aMemberWithRole(it, 'owner')
  const ollama = { provider: 'ollama', model: 'llama3' }
  for (const url of [
    'http://127.0.0.1:11434',
    'http://llm.example.com',
    'https://user:password@example.com',
    'ftp://example.com',
  ]) {
    const { status, json } = await change(it, owner, { ...ollama, url })
    assert.deepEqual([status, json.parameters?.[0]?.name], [400, 'url'], url)
  }
  const inside = await owner.post(`${pathOf(it)}/models`, { ...ollama, url: 'https://127.0.0.1' })
  assert.equal(inside.status, 409)
  assert.match(inside.json.detail, /could not be reached/)
  const { json } = await owner.get(`${pathOf(it)}/local`)
  assert.deepEqual(
    json.servers.map(({ models }: { models: unknown }) => models),
    [null, null, null],
  )
  const price = await change(it, owner, { ...openAi, model: 'gpt-99' })
  assert.match(price.json.detail, /in tokens/)
})

withRunningService('why a writer fails is shown until it answers again', async it => {
  const { db, clock, ids, secrets, modelOf } = it.service
  const owner = await aMemberWithRole(it, 'owner')
  const action = { clock, ids, actor: 'test' }
  const place = { provider: 'openai-compatible', baseUrl: `${models.address}/v1` } as const
  const settings = { ...place, model: 'some', apiKey: KEY, budget: null }
  const sealing = await secrets()
  await db.write(tx => saveWriter(tx, action, sealing, it.account.id, settings))
  await db.write(tx => switchWriter(tx, action, it.account.id, true))
  const { model } = (await modelOf(it.account.id)) ?? assert.fail('There is no model.')
  const { z } = await import('zod')
  const ask = () =>
    model.ask({ instructions: 'i', prompt: 'p', schema: z.object({ a: z.string() }), maxOutputTokens: 10 })
  // The address of the test's server is not listed, so the guarded client refuses it.
  await assert.rejects(ask(), /could not be reached/)
  assert.match((await owner.get(pathOf(it))).json.writer.fault.advice, /could not be reached\. Check that/)
  assert.equal(models.asked.length, 0)
})

withRunningService(
  'a budget that does not pay for another question is told until the month ends or it is raised',
  async it => {
    const owner = await aMemberWithRole(it, 'owner')
    const { service } = it
    await change(it, owner, { ...openAi, budget: '0.01 USD' })
    await change(it, owner, { isOn: true })
    const account = (await service.modelOf(it.account.id)) ?? assert.fail('There is no model.')
    const { z } = await import('zod')
    const question = { instructions: 'i', prompt: () => 'p', schema: z.object({}), maxOutputTokens: 100_000 }
    const answered = await ask(service, it.account.id, account, question)
    assert.equal('silence' in answered && answered.silence, 'budget')
    const faultOf = async () => (await owner.get(pathOf(it))).json.writer.fault
    const faultAt = (at: number) =>
      service.db.write(tx => tx.updateTable('writer').set({ fault_at: at }).execute())
    await faultAt(service.clock.now() - 32 * 86_400_000)
    assert.equal(await faultOf(), null, 'that was last month')
    await faultAt(service.clock.now())
    assert.equal((await faultOf()).reason, 'budget')
    await change(it, owner, { ...openAi, budget: '20 USD' })
    assert.equal(await faultOf(), null, 'it was raised')
  },
)
