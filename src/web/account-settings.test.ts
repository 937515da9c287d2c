import assert from 'node:assert/strict'
import { aMemberWithRole, recordMerges } from '#testing/colleagues.ts'
import type { Json } from '#testing/http.ts'
import { personId } from '#testing/members.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}`

withRunningService('an owner renames the account and says how its copy is to sound', async it => {
  const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
  const wish = { name: ' Acme Reports ', timeZone: 'europe/berlin', language: 'de' }
  const { json } = await owner.send('PATCH', `${pathOf(it)}/settings`, wish)
  assert.deepEqual([json.name, json.timeZone, json.language], ['Acme Reports', 'Europe/Berlin', 'de'])
  const feed = await it.ask(`/changelog/${it.account.publicId}.json`)
  assert.match(JSON.parse(feed.text).title, /Acme Reports/)
  const refused = await owner.send('PATCH', `${pathOf(it)}/settings`, { name: 'Other', timeZone: 'Mars' })
  assert.equal(refused.status, 400)
  assert.equal((await viewer.get(`${pathOf(it)}/settings`)).json.name, 'Acme Reports')
  const voice = { product: 'Reports for shops.', wordsToAvoid: ['seamless', 'seamless', ' '] }
  await owner.send('PATCH', `${pathOf(it)}/voice`, voice)
  await owner.send('PATCH', `${pathOf(it)}/voice`, { audience: 'Shop owners' })
  assert.deepEqual((await viewer.get(`${pathOf(it)}/voice`)).json, {
    ...{ product: 'Reports for shops.', audience: 'Shop owners', guide: '' },
    ...{ wordsToUse: [], wordsToAvoid: ['seamless'] },
  })
  const long = await owner.send('PATCH', `${pathOf(it)}/voice`, { guide: 'x'.repeat(2_001) })
  assert.deepEqual([long.status, long.json.parameters[0].name], [400, 'guide'])
})

withRunningService('sets are made and renamed, each with its feed', async it => {
  const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
  const { json: set } = await owner.post(`${pathOf(it)}/sets`, { name: 'Mobile' })
  assert.equal((await owner.post(`${pathOf(it)}/sets`, { name: 'Mobile' })).status, 409)
  await owner.send('PATCH', `${pathOf(it)}/sets/${set.id}`, { name: 'Phones' })
  await recordMerges(it, it.account, 'feat: add dark mode')
  const [row] = (await viewer.get(`${pathOf(it)}/inbox`)).json.items
  await owner.post(`${pathOf(it)}/bulk`, { set: set.id, items: [{ id: row.id, seen: 1 }] })
  const { sets, total } = (await viewer.get(`${pathOf(it)}/sets`)).json
  assert.deepEqual([sets[0].name, sets[0].entries, sets[0].published, total], ['Phones', 1, 0, 1])
  const { json: feeds } = await viewer.get(`${pathOf(it)}/feeds`)
  assert.equal(feeds.sets[0].atom, `${feeds.all.atom}/${set.id}`)
  const asked = await it.ask(new URL(feeds.sets[0].json).pathname)
  assert.equal(asked.status, 200)
})

withRunningService('the addresses of the feeds are replaced once the owner has typed the name', async it => {
  const owner = await aMemberWithRole(it, 'owner')
  const origins = await owner.send('PUT', `${pathOf(it)}/feeds/origins`, {
    origins: ['https://acme.example'],
  })
  assert.deepEqual(origins.json.origins, ['https://acme.example'])
  const wrong = await owner.send('PUT', `${pathOf(it)}/feeds/origins`, { origins: ['acme.example/news'] })
  assert.equal(wrong.status, 400)
  const refused = await owner.post(`${pathOf(it)}/feeds/rotate`, { name: 'acme' })
  assert.deepEqual([refused.status, refused.json.parameters[0].name], [400, 'name'])
  const { json } = await owner.post(`${pathOf(it)}/feeds/rotate`, { name: 'Acme' })
  assert.equal((await it.ask(`/changelog/${it.account.publicId}`)).status, 404)
  assert.equal((await it.ask(`/changelog/${json.accountId}`)).status, 200)
})

withRunningService('the activity log is filtered by person, action and date', async it => {
  const [ada, bob] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'owner')]
  await ada.post(`${pathOf(it)}/sets`, { name: 'Mobile' })
  it.clock.advance(86_400_000)
  await bob.post(`${pathOf(it)}/sets`, { name: 'Web' })
  await bob.post(`${pathOf(it)}/queue-pauses`, { line: 'all' })
  const found = async (query: string) =>
    (await ada.get(`${pathOf(it)}/activity?${query}`)).json.activity.map(
      ({ action, after }: Json) => after?.name ?? action,
    )
  assert.deepEqual(await found(`actor=${await personId(bob)}&action=set%20created`), ['Web'])
  assert.deepEqual(await found(`action=set%20created&until=${it.clock.now()}`), ['Mobile'])
  assert.deepEqual((await found(`from=${it.clock.now()}`)).toSorted(), ['Web', 'queue paused'])
})

withRunningService('a member turns the weekly summary on and off, and an owner sees the plan', async it => {
  const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
  const subscribed = async () => (await viewer.get(`${pathOf(it)}/summary`)).json.isSubscribed
  assert.equal(await subscribed(), false)
  await viewer.send('PUT', `${pathOf(it)}/summary`, { isSubscribed: true })
  assert.equal(await subscribed(), true)
  await viewer.send('PUT', `${pathOf(it)}/summary`, { isSubscribed: false })
  assert.equal(await subscribed(), false)
  assert.deepEqual((await owner.get(`${pathOf(it)}/plan`)).json, { billing: 'none', plan: 'free' })
  const checkout = await owner.post(`${pathOf(it)}/plan/checkout`)
  assert.deepEqual(
    [checkout.status, checkout.json.detail],
    [409, 'Payments are not configured, so every account has all features.'],
  )
})
