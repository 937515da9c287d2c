import assert from 'node:assert/strict'
import sharp from 'sharp'
import { summaryRecipients } from '#accounts/mail/summaries.ts'
import { isoOf, zonedAt } from '#platform/clock.ts'
import { aMemberWithRole, recordMerges } from '#testing/colleagues.ts'
import { decide } from '#testing/dashboard-client.ts'
import type { Json } from '#testing/http.ts'
import { personId } from '#testing/members.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}`

withRunningService('an owner renames the account and says how its copy is to sound', async it => {
  const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
  const input = { name: ' Acme Reports ', timeZone: 'europe/berlin', language: 'de' }
  const { json } = await decide(owner, pathOf(it), { action: 'account set', ...input })
  assert.deepEqual([json.name, json.timeZone, json.language], ['Acme Reports', 'Europe/Berlin', 'de'])
  const feed = await it.ask(`/changelog/${it.account.publicId}.json`)
  assert.match(JSON.parse(feed.text).title, /Acme Reports/)
  const wrong = { action: 'account set', name: 'Other', timeZone: 'Mars' }
  assert.equal((await decide(owner, pathOf(it), wrong)).status, 400)
  assert.equal((await viewer.get(`${pathOf(it)}/settings`)).json.name, 'Acme Reports')
  const voice = { product: 'Reports for shops.', wordsToAvoid: ['seamless', 'seamless', ' '] }
  await decide(owner, pathOf(it), { action: 'account voice', ...voice })
  await decide(owner, pathOf(it), { action: 'account voice', audience: 'Shop owners' })
  assert.deepEqual((await viewer.get(`${pathOf(it)}/voice`)).json, {
    product: 'Reports for shops.',
    audience: 'Shop owners',
    guide: '',
    wordsToUse: [],
    wordsToAvoid: ['seamless'],
  })
  const guide = 'x'.repeat(2_001)
  const long = await decide(owner, pathOf(it), { action: 'account voice', guide })
  assert.deepEqual([long.status, long.json.parameters[0].name], [400, 'guide'])
})

withRunningService('sets are made and renamed, each with its feed', async it => {
  const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
  const { json: set } = await owner.post(`${pathOf(it)}/actions/set.create`, { name: 'Mobile' })
  assert.equal((await owner.post(`${pathOf(it)}/actions/set.create`, { name: 'Mobile' })).status, 409)
  await owner.post(`${pathOf(it)}/actions/set.rename`, { id: set.id, name: 'Phones' })
  await recordMerges(it, it.account, 'feat: add dark mode')
  const [row] = (await viewer.get(`${pathOf(it)}/inbox`)).json.items
  await decide(owner, pathOf(it), { action: 'entry edit', set: set.id, items: [{ id: row.id, seen: 1 }] })
  const { sets, total } = (await viewer.get(`${pathOf(it)}/sets`)).json
  assert.deepEqual([sets[0].name, sets[0].entries, sets[0].published, total], ['Phones', 1, 0, 1])
  const { json: feeds } = await viewer.get(`${pathOf(it)}/feeds`)
  assert.equal(feeds.sets[0].atom, `${feeds.all.atom}/${set.id}`)
  const asked = await it.ask(new URL(feeds.sets[0].json).pathname)
  assert.equal(asked.status, 200)
})

withRunningService('the addresses of the feeds are replaced once the owner has typed the name', async it => {
  const owner = await aMemberWithRole(it, 'owner')
  const links = await decide(owner, pathOf(it), { action: 'account feeds', privatePullRequests: false })
  assert.equal(links.json.privatePullRequests, false)
  assert.equal((await owner.get(`${pathOf(it)}/feeds`)).json.hidesPrivatePulls, true)
  const { json: log } = await owner.get(`${pathOf(it)}/activity`)
  assert.match(JSON.stringify(log), /feeds changed/)
  const rotate = { action: 'account rotate', name: 'acme' }
  const refused = await decide(owner, pathOf(it), rotate)
  assert.deepEqual([refused.status, refused.json.parameters[0].name], [400, 'name'])
  const { json } = await decide(owner, pathOf(it), { ...rotate, name: 'Acme' })
  assert.equal((await it.ask(`/changelog/${it.account.publicId}`)).status, 404)
  assert.equal((await it.ask(`/changelog/${json.accountId}`)).status, 200)
})

withRunningService('the activity log is filtered by person, action and day', async it => {
  const [ada, bob] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'owner')]
  const dayOf = () => isoOf(it.clock.now()).slice(0, 10)
  const first = dayOf()
  await ada.post(`${pathOf(it)}/actions/set.create`, { name: 'Mobile' })
  it.clock.advance(86_400_000)
  await bob.post(`${pathOf(it)}/actions/set.create`, { name: 'Web' })
  await bob.post(`${pathOf(it)}/actions/schedule.pause`, { set: 'all' })
  const found = async (query: string) => {
    const { activity, total } = (await ada.get(`${pathOf(it)}/activity?${query}`)).json
    assert.equal(total, activity.length)
    return activity.map(({ action, after }: Json) => after?.name ?? action)
  }
  const bobId = await personId(bob)
  assert.deepEqual(await found(`actor=${bobId}&action=set%20created`), ['Web'])
  assert.deepEqual(await found(`action=set%20created&until=${first}`), ['Mobile'])
  assert.deepEqual((await found(`from=${dayOf()}`)).toSorted(), ['Web', 'queue paused'])
  assert.equal((await ada.get(`${pathOf(it)}/activity?from=2026-02-31`)).status, 400)
  const { json: filters } = await ada.get(`${pathOf(it)}/activity/filters`)
  assert.deepEqual(filters.actions, ['member added', 'queue paused', 'set created'])
  assert.ok(filters.actors.some(({ id }: Json) => id === bobId))
})

withRunningService('the activity log names those whom it is about', async it => {
  const writer = await aMemberWithRole(it, 'writer')
  const { activity } = (await writer.get(`${pathOf(it)}/activity?action=member%20added`)).json
  const { person } = (await writer.get('/app/api/me')).json
  assert.deepEqual(
    activity.map(({ target }: Json) => target),
    [{ type: 'person', id: person.id, title: person.name }],
  )
})

withRunningService(
  'members subscribe to the weekly summary, which comes on Monday morning in the time zone of the account',
  async it => {
    const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
    const summary = async () => (await viewer.get(`${pathOf(it)}/summary`)).json
    assert.equal((await summary()).isSubscribed, false)
    await decide(viewer, pathOf(it), { action: 'account subscribe' })
    assert.equal((await summary()).isSubscribed, true)
    const due = async () => {
      const row = await it.service.db.read
        .selectFrom('summary_subscription')
        .select('due_at')
        .executeTakeFirstOrThrow()
      return zonedAt(row.due_at, 'Asia/Tokyo')
    }
    await decide(owner, pathOf(it), { action: 'account set', timeZone: 'Asia/Tokyo' })
    assert.deepEqual([(await due()).dayOfWeek, (await due()).hour], [1, 9])
    await decide(owner, pathOf(it), { action: 'member remove', id: await personId(viewer) })
    assert.deepEqual(await summaryRecipients(it.service.db.read, it.account.id), [])
  },
)

withRunningService(
  'an owner sees what the account uses, and that a self-hosted server has no plans',
  async it => {
    const owner = await aMemberWithRole(it, 'owner')
    const { json: plan } = await owner.get(`${pathOf(it)}/plan`)
    assert.deepEqual([plan.billing, plan.plan, plan.members], ['none', 'free', { used: 1, limit: null }])
    const checkout = await decide(owner, pathOf(it), { action: 'plan checkout' })
    assert.equal(checkout.status, 409)
    assert.match(checkout.json.detail, /^Payments are not configured, so every account has all features\./)
  },
)

withRunningService('an owner uploads a logo for the changelog page', async it => {
  const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
  const path = `${pathOf(it)}/page/logo`
  const background = { width: 60, height: 20, channels: 3, background: 'red' } as const
  const picture = await sharp({ create: background }).png().toBuffer()
  assert.equal((await viewer.send('PUT', path, picture)).status, 403)
  assert.equal((await owner.send('PUT', path, Buffer.from('<svg/>'))).status, 400)
  const { json } = await owner.send('PUT', path, picture)
  const shown = await viewer.get(`${pathOf(it)}/images/${json.logo}`)
  assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/png'])
  await decide(owner, pathOf(it), { action: 'account page', isOn: true })
  assert.match((await it.ask(`/c/${it.account.publicId}`)).text, new RegExp(`images/${json.logo}\\.png`))
  await decide(owner, pathOf(it), { action: 'account page', logo: null })
  assert.equal((await viewer.get(`${pathOf(it)}/page`)).json.logo, null)
})

withRunningService(
  'an owner translates the title and the introduction of the page, which members see as they are typed',
  async it => {
    const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
    const page = (input: object) => decide(owner, pathOf(it), { action: 'account page', ...input })
    const translations = async () => (await viewer.get(`${pathOf(it)}/page`)).json.translations
    await decide(owner, pathOf(it), { action: 'account languages', into: ['ar', 'de'] })
    await page({ isOn: true, title: 'News', intro: 'Reports.' })
    const none = { title: null, intro: null }
    assert.deepEqual(await translations(), { ar: none, de: none })
    assert.equal((await page({ into: 'ar', title: ' المستجدات ' })).status, 200)
    assert.equal((await page({ into: 'ar', intro: 'التقارير.' })).status, 200)
    assert.deepEqual(await translations(), { ar: { title: 'المستجدات', intro: 'التقارير.' }, de: none })
    for (const wrong of [
      { into: 'fr', title: 'Nouvelles' },
      { into: 'ar', accent: '#000000' },
    ])
      assert.equal((await page(wrong)).status, 400)
    assert.equal((await page({ into: 'de' })).status, 409, 'no writer is connected')
    const headers = { Cookie: viewer.cookie() }
    const preview = async (query: string) =>
      (await it.ask(`${pathOf(it)}/page/preview?${query}`, { headers })).text
    assert.match(
      await preview('into=ar&title=&intro='),
      /<html lang="ar" dir="rtl">.*<h1 lang="en" dir="auto">News</s,
    )
    assert.match(await preview('into=ar&title=%D8%A3'), /<h1 lang="ar" dir="auto">أ<.*التقارير/s)
    const { json } = await owner.get(`${pathOf(it)}/activity`)
    assert.ok(json.activity.some(({ action }: Json) => action === 'page changed'))
  },
)

withRunningService(
  'an owner sees which DNS record proves the domain of the page, and has it checked',
  async it => {
    const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
    const settings = async () => (await viewer.get(`${pathOf(it)}/page`)).json
    const claim = { action: 'account page', isOn: true, host: 'News.Acme.test' }
    await decide(owner, pathOf(it), claim)
    const claimed = await settings()
    const { name, value } = claimed.hostProof
    assert.deepEqual([claimed.host, name], ['news.acme.test', '_tidings.news.acme.test'])
    assert.ok(!claimed.address.includes('news.acme.test'))
    it.parts.dashboard.txtRecords = async () => []
    const check = { action: 'account host' }
    const early = await decide(owner, pathOf(it), check)
    assert.equal(early.status, 409)
    assert.ok(early.json.detail.includes(`${name} has no TXT record with the value ${value}`))
    it.parts.dashboard.txtRecords = async asked => (asked === name ? [value] : [])
    await decide(owner, pathOf(it), check)
    const proven = await settings()
    assert.deepEqual([proven.host, proven.hostProof], ['news.acme.test', null])
    assert.equal(proven.address, 'https://news.acme.test')
    const own = await decide(owner, pathOf(it), { ...claim, host: new URL(it.service.baseUrl).hostname })
    assert.equal(own.status, 400)
  },
)

withRunningService('what several owners change at the same moment is all kept', async it => {
  const [owner, other] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'owner')]
  const set = (action: string, input: object, who = owner) => decide(who, pathOf(it), { action, ...input })
  const languages = ['de', 'fr', 'es', 'it']
  await set('policy set', { kind: ['fix', 'security'] })
  const answers = await Promise.all([
    ...languages.map(tag => set('account languages', { add: [tag] })),
    set('policy set', { addKind: ['feature'], removeKind: ['security'] }),
    set('policy set', { addKind: ['removal'] }, other),
    set('account voice', { product: 'Reports' }),
    set('account voice', { audience: 'Shops' }, other),
    set('account voice', { guide: 'Short.' }),
  ])
  const texts = languages.map(into => set('account page', { into, title: `Page ${into}` }))
  answers.push(...(await Promise.all([...texts, set('account page', { intro: 'All of it' }, other)])))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const shown = async (what: string) => (await owner.get(`${pathOf(it)}/${what}`)).json
  assert.deepEqual((await shown('languages')).others.toSorted(), languages.toSorted())
  assert.deepEqual((await shown('policy')).kinds, ['feature', 'fix', 'removal'])
  const { product, audience, guide } = await shown('voice')
  assert.deepEqual([product, audience, guide], ['Reports', 'Shops', 'Short.'])
  const { intro, translations } = await shown('page')
  assert.deepEqual(
    [intro, ...languages.map(into => translations[into].title)],
    ['All of it', ...languages.map(into => `Page ${into}`)],
  )
})
