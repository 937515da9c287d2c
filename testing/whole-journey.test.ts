import assert from 'node:assert/strict'
import { parseFeed } from 'feedsmith'
import { createToken } from '#auth/tokens.ts'
import { publishDue } from '#changelog/publishing/publisher.ts'
import { aMemberWithRole } from './colleagues.ts'
import type { DashboardClient, DashboardResponse } from './dashboard-client.ts'
import { aGitHubPull, sendGitHubWebhook } from './github-webhooks.ts'
import { type TestService, withRunningService } from './service.ts'

const HOUR = 3_600_000

/** The parts of an entry that a reader's program gets. */
interface Read {
  id: string
  title: string
  html: string
  published: string
  updated: string
  pages: string[]
}

/** An account as outsiders see it: its feeds and its highlights. */
async function outside(it: TestService, token: string) {
  // The header `Last-Modified` is sent only when the second after the change is over.
  it.clock.advance(2_000)
  const path = `/changelog/${it.account.publicId}`
  const [atom, json] = [await it.ask(path), await it.ask(`${path}.json`)]
  const asked = await it.ask('/api/v1/highlights?days=365', { headers: { Authorization: `Bearer ${token}` } })
  const entries = (parseFeed(atom.text).feed as { entries?: AtomEntry[] }).entries ?? []
  const items: Item[] = JSON.parse(json.text).items
  return {
    modified: Date.parse(String(atom.headers['last-modified'])),
    atom: entries.map(({ id, title, content, published, updated }) => [
      id,
      title.value,
      content.value,
      published,
      updated,
    ]),
    items,
    read: items.map(
      (item): Read => ({
        id: item.id,
        title: item.title,
        html: item.content_html,
        published: item.date_published,
        updated: item.date_modified,
        pages: item._tidings.pull_requests,
      }),
    ),
    highlights: (
      JSON.parse(asked.text).highlights as { number: number; pitch: string; already_promoted: boolean }[]
    ).map(({ number, pitch, already_promoted }) => ({ number, pitch, already_promoted })),
  }
}

interface AtomEntry {
  id: string
  title: { value: string }
  content: { value: string }
  published: string
  updated: string
}

interface Item {
  id: string
  title: string
  content_html: string
  date_published: string
  date_modified: string
  _tidings: { pull_requests: string[] }
}

/** Fails unless the Atom and JSON feeds say the same. */
const same = ({ atom, items }: Awaited<ReturnType<typeof outside>>) =>
  assert.deepEqual(
    atom,
    items.map(item => [item.id, item.title, item.content_html, item.date_published, item.date_modified]),
  )

/** What one person can do in the dashboard. */
function dashboardOf(it: TestService, person: DashboardClient) {
  const path = (rest: string) => `/app/api/accounts/${it.account.publicId}/${rest}`
  const accepted = async (asked: Promise<DashboardResponse>) => {
    const { status, json } = await asked
    assert.equal(status, 200, JSON.stringify(json))
    return json
  }
  return {
    get: (rest: string) => accepted(person.get(path(rest))),
    post: (rest: string, body: unknown) => accepted(person.post(path(rest), body)),
  }
}

withRunningService('two merges become one entry, which is published and withdrawn', async it => {
  const { db, ids } = it.service
  const input = { name: 'crm', audience: 'api' as const, expiresAt: null }
  const keeper = { clock: it.clock, ids, actor: 'test' }
  const { text: token } = await db.write(tx => createToken(tx, keeper, it.account.id, input))
  const connection = await it.connect()
  const merge = (number: number, title: string, body = '') =>
    sendGitHubWebhook(it, connection, {
      pull: aGitHubPull({
        ...{ number, title, body, html_url: `https://github.com/acme/app/pull/${number}` },
        merge_commit_sha: String(number).repeat(40).slice(0, 40),
      }),
    })
  const writer = dashboardOf(it, await aMemberWithRole(it, 'writer'))
  const publisher = dashboardOf(it, await aMemberWithRole(it, 'publisher'))

  // Two merges become two drafts, which nobody outside sees, and highlights that were announced nowhere.
  await merge(7, 'feat: export reports as CSV')
  await merge(8, 'fix: exported reports keep their order')
  await it.settle()
  assert.equal((await writer.get('entries?state=draft')).entries.length, 2)
  const before = await outside(it, token)
  assert.deepEqual([before.atom, before.items], [[], []])
  assert.deepEqual(before.highlights.map(one => [one.number, one.already_promoted]).toSorted(), [
    [7, false],
    [8, false],
  ])

  // A writer words one of them and makes one entry of both.
  const drafts: { id: string; primaryPullRequestId: string; title: string }[] = (
    await writer.get('entries?state=draft')
  ).entries
  const lead = drafts.find(one => one.title.startsWith('Export reports'))
  const other = drafts.find(one => one !== lead)
  assert.ok(lead && other)
  await writer.post('actions/entry.edit', {
    id: lead.id,
    seen: 1,
    body: 'From the menu of **every** report.',
  })
  const group = await writer.post('actions/entry.group', { ids: [lead.id, other.id] })
  assert.deepEqual((await it.ledger()).toSorted(), [
    'drafted feat: export reports as CSV',
    'drafted fix: exported reports keep their order',
  ])

  // The entry is queued for a time, and goes out once, not before that time.
  it.clock.advance(1_000)
  const at = it.clock.now() + HOUR
  const queue = { clock: it.clock, ids, actor: 'queue', effects: [] }
  const queued = await publisher.post('actions/entry.queue', { id: group.id, seen: group.version, at })
  assert.deepEqual([queued.state, queued.queuedFor], ['queued', at])
  assert.equal(await publishDue(db, queue), 0)
  it.clock.advance(HOUR)
  assert.equal(await publishDue(db, queue), 1)
  assert.equal(await publishDue(db, queue), 0)
  const out = await outside(it, token)
  same(out)
  const [told] = out.read
  assert.ok(told)
  assert.deepEqual(
    [out.read.length, told.id, told.title],
    [1, `urn:uuid:${group.id}`, 'Export reports as CSV'],
  )
  assert.match(told.html, /<strong>every<\/strong> report/)
  assert.deepEqual(
    told.pages,
    [7, 8].map(number => `https://github.com/acme/app/pull/${number}`),
  )
  assert.ok(out.modified > before.modified)
  assert.deepEqual(out.highlights.map(one => [one.number, one.already_promoted]).toSorted(), [
    [7, true],
    [8, true],
  ])

  // An edit afterwards keeps the id and the date, and is marked as one.
  it.clock.advance(HOUR)
  const { entry } = await publisher.get(`entries/${group.id}`)
  await publisher.post('actions/entry.edit', {
    id: group.id,
    seen: entry.version,
    title: 'Export every report as CSV',
  })
  const edited = await outside(it, token)
  same(edited)
  const [now] = edited.read
  assert.deepEqual(
    [now?.id, now?.published, now?.title],
    [told.id, told.published, 'Export every report as CSV'],
  )
  assert.ok(Date.parse(now?.updated ?? '') >= Date.parse(told.updated) + HOUR)
  assert.ok(edited.modified > out.modified)
  assert.match(edited.highlights.find(one => one.number === 7)?.pitch ?? '', /^Export every report as CSV/)

  // One of the two is reverted: what was published stays, and a person is asked to look.
  it.clock.advance(1_000)
  await merge(9, 'Revert "feat: export reports as CSV"', 'Reverts acme/app#7')
  await it.settle()
  const reverted = await publisher.get(`entries/${group.id}`)
  assert.deepEqual([reverted.entry.state, reverted.entry.flag], ['published', 'reverted'])
  assert.deepEqual(
    (await outside(it, token)).read.map(one => one.id),
    [told.id],
  )
  assert.deepEqual(
    (await outside(it, token)).highlights.map(one => one.number),
    [8],
  )

  // Withdrawn, it is gone at once, the feeds have changed, and it stays announced.
  it.clock.advance(HOUR)
  const withdrawing = await outside(it, token)
  const items = [{ id: group.id, seen: reverted.entry.version }]
  await publisher.post('actions/entry.withdraw', { items })
  const gone = await outside(it, token)
  assert.deepEqual([gone.atom, gone.items], [[], []])
  assert.ok(gone.modified > withdrawing.modified)
  const { pulls } = await publisher.get('pulls?promoted=true')
  assert.deepEqual(
    pulls.map((pull: { number: number; place: string }) => [pull.number, pull.place]).toSorted(),
    [
      [7, 'reverted'],
      [8, 'dismissed'],
    ],
  )
  const { activity } = await publisher.get('activity')
  const ofGroup = activity.filter((line: { subject: string }) => line.subject === group.id)
  assert.deepEqual(ofGroup.map((line: { action: string }) => line.action).toReversed(), [
    'grouped',
    'queued',
    'published',
    'edited',
    'reverted after publication',
    'withdrawn',
  ])
})
