import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { Account } from '#accounts/account.ts'
import { aMemberWithRole, anAccount, publishSoonDue, recordMerges } from '#testing/colleagues.ts'
import { aDashboardClient, type DashboardClient } from '#testing/dashboard-client.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const pathOf = (account: Account, rest: string) => `/app/api/accounts/${account.publicId}/${rest}`

/** The ids for the paths of the table below. */
interface Ids {
  draft: string
  second: string
  pull: string
}

const both = ({ draft, second }: Ids): string[] => [draft, second]

/** Every route of entries and the ledger: its body, and the lowest role that may use it. */
const ROUTES: [method: string, path: (ids: Ids) => string, body: (ids: Ids) => unknown, least: string][] = [
  ['GET', () => 'entries', () => undefined, 'viewer'],
  ['GET', ({ draft }) => `entries/${draft}`, () => undefined, 'viewer'],
  ['GET', () => 'proposals', () => undefined, 'viewer'],
  ['GET', () => 'pulls', () => undefined, 'viewer'],
  ['GET', ({ pull }) => `pulls/${pull}`, () => undefined, 'viewer'],
  ['GET', () => 'activity', () => undefined, 'viewer'],
  ['GET', () => 'export?format=json', () => undefined, 'viewer'],
  ['POST', () => 'actions/entry.edit', ({ draft }) => ({ id: draft, seen: 1, title: 'Mine now' }), 'writer'],
  ['POST', () => 'actions/entry.edit', ({ draft }) => ({ id: draft, seen: 1, backTo: 1 }), 'writer'],
  ['POST', () => 'actions/entry.regenerate', ({ draft }) => ({ id: draft, seen: 1 }), 'writer'],
  ['POST', () => 'actions/entry.answer', ({ draft }) => ({ id: draft, seen: 1, take: false }), 'writer'],
  ['POST', () => 'actions/entry.answer', ({ draft }) => ({ id: draft, seen: 1, take: true }), 'writer'],
  ['POST', () => 'actions/entry.ungroup', ({ draft }) => ({ id: draft, seen: 1 }), 'writer'],
  ['PUT', ({ draft }) => `entries/${draft}/image?seen=1&alt=x`, () => ({}), 'writer'],
  ['POST', () => 'actions/entry.group', ids => ({ ids: both(ids) }), 'writer'],
  ['POST', () => 'actions/entry.keep-apart', ids => ({ topic: ['acme/app#1'], ids: both(ids) }), 'writer'],
  ['POST', () => 'actions/pull.promoted', ({ pull }) => ({ id: pull }), 'writer'],
]

async function idsOf(it: TestService, account: Account): Promise<Ids> {
  const { read } = it.service.db
  const entries = await read
    .selectFrom('entry')
    .select('id')
    .where('account_id', '=', account.id)
    .orderBy('title')
    .execute()
  const pull = await read
    .selectFrom('pull_request')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  return { draft: entries[0]?.id ?? '', second: entries[1]?.id ?? '', pull: pull.id }
}

withRunningService('a role that is too low or a missing session is refused', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode', 'fix: show the right currency')
  const ids = await idsOf(it, it.account)
  const below: Record<string, DashboardClient | null> = {
    viewer: null,
    writer: await aMemberWithRole(it, 'viewer'),
    publisher: await aMemberWithRole(it, 'writer'),
  }
  const before = await it.service.db.read.selectFrom('entry').selectAll().orderBy('id').execute()
  for (const [method, path, body, least] of ROUTES) {
    const where = pathOf(it.account, path(ids))
    assert.equal(
      (await aDashboardClient(it).send(method, where, body(ids))).status,
      401,
      `${method} ${where}`,
    )
    const refused = await below[least]?.send(method, where, body(ids))
    if (refused) assert.equal(refused.status, 403, `${method} ${where}`)
  }
  assert.deepEqual(await it.service.db.read.selectFrom('entry').selectAll().orderBy('id').execute(), before)
})

withRunningService('another account and its ids are not found', async it => {
  const theirs = await anAccount(it, 'Theirs')
  await recordMerges(it, theirs, 'feat: add dark mode', 'fix: show the right currency')
  const ids = await idsOf(it, theirs)
  const owner = await aMemberWithRole(it, 'owner')
  const before = await it.service.db.read.selectFrom('entry').selectAll().orderBy('id').execute()
  for (const [method, path, body] of ROUTES) {
    const outside = await owner.send(method, pathOf(theirs, path(ids)), body(ids))
    assert.equal(outside.status, 404, `${method} ${path(ids)} in their account`)
    const inside = await owner.send(method, pathOf(it.account, path(ids)), body(ids))
    const isList = path(ids) === path({ draft: '', second: '', pull: '' })
    if (method === 'GET' && isList) assert.doesNotMatch(JSON.stringify(inside.json), /[Dd]ark mode/)
    else assert.equal(inside.status, 404, `${method} ${path(ids)} in ours: ${JSON.stringify(inside.json)}`)
  }
  assert.deepEqual(await it.service.db.read.selectFrom('entry').selectAll().orderBy('id').execute(), before)
})

withRunningService("of two concurrent edits, one is a conflict that returns the other's text", async it => {
  await recordMerges(it, it.account, 'feat: add dark mode')
  const { draft } = await idsOf(it, it.account)
  const [ada, bob] = [await aMemberWithRole(it, 'writer'), await aMemberWithRole(it, 'writer')]
  const path = pathOf(it.account, `entries/${draft}`)
  const edit = pathOf(it.account, 'actions/entry.edit')
  const answers = await Promise.all([
    ada.post(edit, { id: draft, seen: 1, title: 'Dark mode for all' }),
    bob.post(edit, { id: draft, seen: 1, title: 'Dark mode at last' }),
  ])
  assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 409])
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
  assert.deepEqual([lost?.json.current.title, lost?.json.current.version], [won?.json.title, 2])
  assert.equal(lost?.json.current.accountId, undefined)
  const { json } = await ada.get(path)
  assert.equal(json.entry.title, won?.json.title)
  assert.deepEqual(
    json.history.map((change: { version: number; action: string }) => [change.version, change.action]),
    [[2, 'edited']],
  )
})

withRunningService('an entry is edited, published, withdrawn and published again', async it => {
  await recordMerges(
    it,
    it.account,
    'feat: add dark mode',
    'fix: show the right currency',
    'ci: cache packages',
  )
  const { draft } = await idsOf(it, it.account)
  const publisher = await aMemberWithRole(it, 'publisher')
  const path = pathOf(it.account, `entries/${draft}`)
  const edited = await publisher.post(pathOf(it.account, 'actions/entry.edit'), {
    id: draft,
    seen: 1,
    body: 'It **rests** the eyes.',
    magnitude: 'major',
  })
  assert.deepEqual([edited.status, edited.json.version, edited.json.body], [200, 2, 'It **rests** the eyes.'])
  const make = async (verb: string, seen: number) => {
    it.clock.advance(1_000)
    const wished = { items: [{ id: draft, seen }], ...(verb === 'publish' && { soon: true }) }
    const { json } = await publisher.post(pathOf(it.account, `actions/entry.${verb}`), wished)
    return json.outcomes[0].code ?? json.outcomes[0].output.state
  }
  assert.equal(await make('withdraw', 2), 'conflict')
  assert.equal(await make('publish', 1), 'conflict')
  assert.equal(await make('publish', 2), 'queued')
  await publishSoonDue(it)
  const states = []
  for (const [verb, version] of [
    ['withdraw', 4],
    ['publish', 5],
    ['withdraw', 6],
  ] as const)
    states.push(await make(verb, version))
  assert.deepEqual(states, ['withdrawn', 'published', 'withdrawn'])
  const story = await publisher.get(path)
  assert.match(story.json.content.html, /<strong>rests<\/strong>/)
  assert.equal(story.json.pulls[0].decision.evidence.length > 0, true)
  const log = await publisher.get(pathOf(it.account, 'activity?limit=2'))
  assert.equal(log.json.activity.length, 2)
  assert.match(log.json.activity[0].actorName, /^publisher/)
  const rest = await publisher.get(pathOf(it.account, `activity?after=${log.json.next}`))
  const lines = [...log.json.activity, ...rest.json.activity]
  assert.equal(lines.filter((line: { subject: string }) => line.subject === draft).length, 6)
})

withRunningService('lists are searched, filtered and paginated', async it => {
  const titles = Array.from({ length: 7 }, (_, n) => `feat: add report ${n} to the overview`)
  await recordMerges(it, it.account, ...titles, 'ci: cache packages')
  const viewer = await aMemberWithRole(it, 'viewer')
  for (const list of ['entries?state=draft', 'pulls?place=drafted']) {
    const seen: string[] = []
    let after = ''
    do {
      const { json } = await viewer.get(pathOf(it.account, `${list}&limit=3${after && `&after=${after}`}`))
      assert.equal(json.total, 7)
      seen.push(...(json.entries ?? json.pulls).map((one: { id: string }) => one.id))
      after = json.next ?? ''
    } while (after)
    assert.deepEqual([seen.length, new Set(seen).size], [7, 7], list)
  }
  const found = async (list: string) => {
    const { json } = await viewer.get(pathOf(it.account, list))
    return (json.entries ?? json.pulls).map((one: { title: string }) => one.title)
  }
  assert.deepEqual(await found('entries?words=REPORT%204'), ['Add report 4 to the overview'])
  assert.deepEqual(await found('entries?words=%25'), [])
  assert.deepEqual(await found('pulls?words=%238'), ['ci: cache packages'])
  assert.deepEqual(await found('pulls?visibility=internal'), ['ci: cache packages'])
  assert.deepEqual(await found('pulls?promoted=true'), [])
  const { places } = (await viewer.get(pathOf(it.account, 'places'))).json
  assert.deepEqual(places, { drafted: 7, internal: 1 })
  for (const wrong of [
    'entries?state=nowhere',
    'entries?limit=0',
    'entries?after=x',
    'pulls?place=here',
    'export?format=pdf',
  ])
    assert.deepEqual((await viewer.get(pathOf(it.account, wrong))).status, 400, wrong)
})

withRunningService('drafts are grouped and ungrouped, and a declined proposal does not return', async it => {
  const about = (title: string, linkedIssues: string[]) => ({ title, linkedIssues })
  await recordMerges(
    it,
    it.account,
    about('feat: add dark mode', ['#90']),
    about('fix: show dark icons', ['#90']),
  )
  const writer = await aMemberWithRole(it, 'writer')
  const proposed = async () => (await writer.get(pathOf(it.account, 'proposals'))).json.groups
  const [proposal] = await proposed()
  const entryIds = proposal.entries.map((one: { id: string }) => one.id)
  const group = await writer.post(pathOf(it.account, 'actions/entry.group'), { ids: entryIds })
  assert.deepEqual([group.status, group.json.origin], [200, 'group'])
  const back = await writer.post(pathOf(it.account, 'actions/entry.ungroup'), { id: group.json.id, seen: 1 })
  assert.equal(back.json.entries.length, 2)
  assert.equal((await proposed()).length, 1)
  const apart = { topic: proposal.topics, ids: entryIds }
  await writer.post(pathOf(it.account, 'actions/entry.keep-apart'), apart)
  assert.deepEqual(await proposed(), [])
  await recordMerges(it, it.account, {
    title: 'fix: keep dark mode at sign-in',
    number: 3,
    linkedIssues: ['#90'],
  })
  assert.equal((await proposed())[0].entries.length, 3)
})

withRunningService('an image is uploaded, and its type is detected from its bytes', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode')
  const { draft } = await idsOf(it, it.account)
  const writer = await aMemberWithRole(it, 'writer')
  const path = pathOf(it.account, `entries/${draft}/image`)
  const background = { r: 9, g: 9, b: 9 }
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const upload = (body: Buffer, version: number) =>
    it.ask(`${path}?seen=${version}&alt=The%20new%20mode`, {
      method: 'PUT',
      headers: {
        Origin: new URL(it.service.baseUrl).origin,
        Cookie: writer.cookie(),
        'Content-Type': 'image/png',
        'Content-Length': String(body.length),
      },
      body,
    })
  const put = JSON.parse((await upload(png, 1)).text)
  assert.equal(put.image.alt, 'The new mode')
  const served = await it.ask(pathOf(it.account, `images/${put.image.sha256}`), {
    headers: { Cookie: writer.cookie() },
  })
  assert.deepEqual([served.status, served.headers['content-type']], [200, 'image/png'])
  assert.equal((await upload(Buffer.from('<svg onload="x"/>'), 2)).status, 400)
  assert.equal((await upload(Buffer.alloc(11 * 1024 * 1024), 2)).status, 413)
  assert.equal((await upload(png, 1)).status, 409)
  const stranger = await anAccount(it, 'Theirs')
  const other = await aMemberWithRole(it, 'owner', stranger)
  assert.equal((await other.get(pathOf(stranger, `images/${put.image.sha256}`))).status, 404)
})
