import assert from 'node:assert/strict'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { aMemberWithRole, recordMerges } from '#testing/colleagues.ts'
import type { DashboardClient } from '#testing/dashboard-client.ts'
import { decide } from '#testing/dashboard-client.ts'
import type { Json } from '#testing/http.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const inboxOf = async (it: TestService, who: DashboardClient, query = '') =>
  (await who.get(`/app/api/accounts/${it.account.publicId}/inbox${query}`)).json

const titles = (page: Json): string[] => page.items.map(({ title }: Json) => title)

/** Changes the stored entry with this title in a way that no command does. */
const change = ({ service: { db } }: TestService, title: string, values: object) =>
  db.write(tx => tx.updateTable('entry').set(values).where('title', '=', title).execute())

withRunningService('the inbox has each waiting item in one tab, newest merge first', async it => {
  const { db } = it.service
  const named = ['Add dark mode', 'Add CSV export', 'Add an audit log', 'Add single sign-on', 'Add webhooks']
  await recordMerges(it, it.account, ...named.map(title => `feat: ${title}`), 'feat: Add labels')
  const writer = await aMemberWithRole(it, 'writer')
  await change(it, 'Add CSV export', { needs_words: 'The title says too little.' })
  await change(it, 'Add an audit log', { flag: 'review' })
  await db.write(async tx => {
    await tx
      .updateTable('decision')
      .set({ confidence: 'high' } as object)
      .execute()
    const decided = (title: string) =>
      tx.selectFrom('pull_request').select('decision_id').where('title', '=', `feat: ${title}`)
    await tx
      .updateTable('decision')
      .set({ confidence: 'low' } as object)
      .where('id', '=', decided('Add single sign-on'))
      .execute()
    await tx
      .updateTable('entry')
      .set({ needs_words: 'It says too little.' })
      .where('title', '=', 'Add single sign-on')
      .execute()
    await tx
      .updateTable('decision')
      .set({ not_live: 'It is behind a flag.' } as object)
      .where('id', '=', decided('Add webhooks'))
      .execute()
    await tx
      .updateTable('pull_request')
      .set({ place: 'unclassified', decision_id: null, classification_error: 'It is too long.' })
      .where('title', '=', 'feat: Add labels')
      .execute()
    await tx.deleteFrom('entry_pull_request').where('entry_id', 'in', labels(tx)).execute()
    await tx.deleteFrom('entry').where('title', '=', 'Add labels').execute()
  })
  const all = await inboxOf(it, writer)
  assert.deepEqual([all.total, all.next], [6, null])
  assert.deepEqual(
    all.items.map(({ tab, title }: Json) => [tab, title]),
    [
      ['flagged', 'Add an audit log'],
      ['review', 'Add dark mode'],
      ['needs-words', 'Add CSV export'],
      ['unsure', 'feat: Add labels'],
      ['unsure', 'Add single sign-on'],
      ['not-live', 'Add webhooks'],
    ],
  )
  assert.deepEqual(
    (await inboxOf(it, writer, '?q=single')).tabs,
    { review: 0, 'needs-words': 0, 'not-live': 0, unsure: 1, flagged: 0 },
    'a search says how many each has',
  )
  const { json: counts } = await writer.get(`/app/api/accounts/${it.account.publicId}/counts`)
  assert.deepEqual(counts, {
    inbox: { review: 1, 'needs-words': 1, 'not-live': 1, unsure: 2, flagged: 1 },
    queue: 0,
    late: 0,
    sources: { total: 0, failing: 0 },
    social: { waiting: 0, reconnect: 0 },
  })
})

const labels = (tx: Parameters<Parameters<TestService['service']['db']['write']>[0]>[0]) =>
  tx.selectFrom('entry').select('id').where('title', '=', 'Add labels')

withRunningService(
  'a row has what the list shows, and an unclassified pull request has no entry',
  async it => {
    await recordMerges(it, it.account, {
      title: 'feat: add dark mode',
      body: 'People who work at night asked for it: every page has a dark version now, in the menu.',
      labels: ['feature'],
    })
    const viewer = await aMemberWithRole(it, 'viewer')
    const { items } = await inboxOf(it, viewer)
    const [row] = items
    assert.deepEqual(
      { ...row, id: '', pullId: '', excerpt: '', reason: '' },
      {
        ...{
          id: '',
          version: 1,
          title: 'Add dark mode',
          excerpt: '',
          kind: 'feature',
          magnitude: row.magnitude,
        },
        confidence: row.confidence,
        score: row.score,
        reason: '',
        repo: 'acme/app',
        number: 1,
        mergedAt: it.clock.now() - 60_000,
        pullId: '',
        tab: 'review',
      },
    )
    assert.ok(row.excerpt.length <= 40 && row.reason.length <= 40 && row.reason.length > 10)
    assert.ok(Buffer.byteLength(JSON.stringify(row)) < 400)
    await it.service.db.write(async tx => {
      await tx.deleteFrom('entry_pull_request').execute()
      await tx.deleteFrom('entry').execute()
      const undecided = { place: 'unclassified', decision_id: null, classification_error: 'It is too long.' }
      await tx.updateTable('pull_request').set(undecided).execute()
    })
    const [waiting] = (await inboxOf(it, viewer)).items
    assert.deepEqual([waiting.id, waiting.kind, waiting.reason], [null, null, 'It is too long.'])
    assert.equal(waiting.pullId, row.pullId)
  },
)

withRunningService('the inbox is searched and paginated without missing or repeated rows', async it => {
  const mergedAt = it.clock.now()
  const same = (number: number) => ({ title: `feat: add chart ${number}`, number, mergedAt })
  await recordMerges(it, it.account, same(1), same(2), same(3), same(4), 'fix: stop losing receipts')
  const viewer = await aMemberWithRole(it, 'viewer')
  const seen: string[] = []
  for (let after = ''; ; ) {
    const page = await inboxOf(it, viewer, `?limit=2${after}`)
    assert.equal(page.total, 5)
    seen.push(...page.items.map(({ id }: Json) => id))
    if (page.next === null) break
    after = `&after=${page.next}`
  }
  assert.deepEqual([seen.length, new Set(seen).size], [5, 5])
  assert.deepEqual(titles(await inboxOf(it, viewer, '?q=CHART%203')), ['Add chart 3'])
  assert.deepEqual(titles(await inboxOf(it, viewer, '?q=%234')), ['Add chart 4'])
  const nothing = await inboxOf(it, viewer, '?q=100%25')
  assert.deepEqual([nothing.items, nothing.total, nothing.next], [[], 0, null])
})

withRunningService('only responses to our own pages are compressed', async it => {
  await recordMerges(it, it.account, ...Array.from({ length: 12 }, (_, n) => `feat: add chart ${n}`))
  const viewer = await aMemberWithRole(it, 'viewer')
  const fetchedFrom = async (site: string) => {
    const headers = { Cookie: viewer.cookie(), 'Accept-Encoding': 'gzip', 'Sec-Fetch-Site': site }
    const answer = await it.ask(`/app/api/accounts/${it.account.publicId}/inbox`, { headers })
    return answer.headers['content-encoding']
  }
  assert.equal(await fetchedFrom('same-origin'), 'gzip')
  assert.equal(await fetchedFrom('cross-site'), undefined)
})

withRunningService('what a machine takes for internal without being sure waits as a question', async it => {
  await recordMerges(it, it.account, 'refactor: Simplify the exporter')
  const writer = await aMemberWithRole(it, 'writer')
  assert.deepEqual((await inboxOf(it, writer)).items, [])
  const pull = await it.service.db.write(async tx => {
    const { id, decision_id } = await tx
      .selectFrom('pull_request')
      .select(['id', 'decision_id'])
      .where('number', '=', 1)
      .executeTakeFirstOrThrow()
    const unsure = { confidence: 'low', score: 0.3 } as object
    await tx.updateTable('decision').set(unsure).where('id', '=', decision_id).execute()
    await refreshPlaces(tx, [id])
    return id
  })
  const { items } = await inboxOf(it, writer)
  assert.deepEqual(
    items.map(({ tab, title, id }: Json) => [tab, title, id]),
    [['unsure', 'refactor: Simplify the exporter', null]],
  )
  await decide(writer, `/app/api/accounts/${it.account.publicId}`, {
    action: 'pull classify',
    visibility: 'user-facing',
    kind: 'improvement',
    items: [{ id: pull }],
  })
  const [draft] = (await inboxOf(it, writer)).items
  assert.deepEqual([draft.title, draft.id !== null], ['Simplify the exporter', true])
})

withRunningService('a question about a former draft is answered with the words that it had', async it => {
  const path = `/app/api/accounts/${it.account.publicId}`
  for (const title of ['feat: Export reports as CSV', 'chore: Export the reports'])
    await recordMerges(it, it.account, title)
  const writer = await aMemberWithRole(it, 'writer')
  const listed = async () =>
    (await inboxOf(it, writer)).items.map(({ tab, title }: Json) => `${tab} ${title}`)
  const answer = async (visibility: string, [asked]: Json[]) =>
    (
      await decide(writer, path, {
        action: 'pull classify',
        visibility,
        items: [{ id: asked.pullId }],
      })
    ).json.change
  const question = ['unsure chore: Export the reports']
  assert.deepEqual(await listed(), question)
  const { items } = await inboxOf(it, writer)
  const change = await answer('user-facing', items)
  assert.deepEqual(await listed(), ['review Export reports as CSV'])
  await writer.post(`${path}/actions/change.undo`, { change })
  assert.deepEqual(await listed(), question)
  await answer('internal', items)
  assert.deepEqual(await listed(), [])
})
