import assert from 'node:assert/strict'
import { aMemberWithRole, recordMerges } from '#testing/colleagues.ts'
import { decide } from '#testing/dashboard-client.ts'
import { withRunningService } from '#testing/service.ts'

withRunningService(
  'the detail of an entry has both texts, the merge, the evidence and the history',
  async it => {
    const body = 'People can export every report as a CSV file now.\n\nCloses #7'
    const files = ['web/reports/export.tsx', 'web/reports/export.test.tsx']
    await recordMerges(it, it.account, {
      title: 'feat: add CSV export',
      body,
      files,
      labels: ['enhancement'],
    })
    const writer = await aMemberWithRole(it, 'writer')
    const path = `/app/api/accounts/${it.account.publicId}`
    const [row] = (await writer.get(`${path}/inbox`)).json.items
    const before = (await writer.get(`${path}/entries/${row.id}`)).json
    assert.equal(before.texts.difference, null)
    await writer.post(`${path}/actions/entry.edit`, { id: row.id, seen: 1, title: 'Export reports as CSV' })
    const { json } = await writer.get(`${path}/entries/${row.id}`)
    assert.equal(json.texts.yours.title, 'Export reports as CSV')
    assert.equal(json.texts.machine.title, before.entry.title)
    assert.ok(json.texts.difference.title.some((part: { in: string }) => part.in === 'later'))
    assert.match(json.history[0].actorName, /^writer/)
    const [pull] = json.pulls
    assert.deepEqual(
      [pull.body, pull.labels, pull.files.length, pull.filesChanged],
      [body, ['enhancement'], 2, 2],
    )
    const label = pull.decision.evidence.find(({ source }: { source: string }) => source === 'label')
    assert.deepEqual(label.refs, [{ type: 'label', label: 'enhancement' }])
  },
)

withRunningService(
  'an override is refused if the entry has changed, and otherwise returns its effects',
  async it => {
    await recordMerges(it, it.account, 'feat: add CSV export')
    const writer = await aMemberWithRole(it, 'writer')
    const path = `/app/api/accounts/${it.account.publicId}`
    const [row] = (await writer.get(`${path}/inbox`)).json.items
    const classify = async (seen: number, classification: object) => {
      const { json } = await decide(writer, path, {
        action: 'pull classify',
        ...classification,
        items: [{ id: row.id, seen }],
      })
      return json.outcomes[0]
    }
    await writer.post(`${path}/actions/entry.edit`, { id: row.id, seen: 1, kind: 'improvement' })
    assert.equal((await classify(1, { visibility: 'internal' })).code, 'conflict')
    const [line] = (await writer.get(`${path}/pulls`)).json.pulls
    const pull = async () => (await writer.get(`${path}/pulls/${line.id}`)).json
    assert.equal((await pull()).before, null)
    const { output: entry } = await classify(2, { kind: 'fix' })
    assert.deepEqual([entry.kind, entry.version], ['fix', 3])
    await classify(3, { kind: 'security' })
    const { decision, before } = await pull()
    assert.deepEqual([decision.kind, before.kind], ['security', 'feature'], 'why the machine decided is kept')
    const { pulls } = (await writer.get(`${path}/entries/${row.id}`)).json
    assert.equal(pulls[0].before.kind, 'feature', 'beside the entry too')
  },
)

withRunningService('words that are not saved yet are shown as readers will see them', async it => {
  await recordMerges(it, it.account, 'feat: add CSV export')
  const writer = await aMemberWithRole(it, 'writer')
  const path = `/app/api/accounts/${it.account.publicId}`
  const [row] = (await writer.get(`${path}/inbox`)).json.items
  const ask = (title: string, body: string) =>
    writer.post(`${path}/entries/${row.id}/preview`, { title, body })
  const show = async (title: string, body: string) => (await ask(title, body)).json
  const shown = await show('Export with `--csv`', '**All** of it.\n\n<script>alert(1)</script>')
  assert.equal(shown.feed.title, 'Export with --csv')
  assert.match(
    shown.page.head,
    /<span class="kind"><svg.+New<\/span>.*<h3>Export with <code>--csv<\/code><\/h3>/s,
  )
  assert.match(shown.feed.html, /<strong>All<\/strong>/)
  assert.doesNotMatch(shown.feed.html + shown.page.body, /<script/)
  assert.equal((await show('Export', '')).feed.html, '')
})

withRunningService('only who may save words sees them before, and only as many as may be saved', async it => {
  await recordMerges(it, it.account, 'feat: add CSV export')
  const [writer, viewer] = [await aMemberWithRole(it, 'writer'), await aMemberWithRole(it, 'viewer')]
  const path = `/app/api/accounts/${it.account.publicId}`
  const [row] = (await writer.get(`${path}/inbox`)).json.items
  const words = (body: string) => ({ title: 'Export', body })
  const address = `${path}/entries/${row.id}/preview`
  assert.equal((await viewer.post(address, words('Short.'))).status, 403)
  const { preview } = (await viewer.get(`${path}/entries/${row.id}`)).json
  assert.equal(preview.feed.html, '', 'what is saved comes with the entry')
  const long = await writer.post(address, words(`${'a.'.repeat(30_000)}@`))
  assert.deepEqual(
    [long.status, long.json.parameters],
    [400, [{ name: 'body', got: '60001', accepts: 'at most 20000 characters' }]],
  )
  const nested = await writer.post(address, words('>'.repeat(20_000)))
  assert.equal(nested.status, 200)
  for (let asked = 2; asked <= 240; asked++) await writer.post(address, words('Short.'))
  const many = await writer.post(address, words('Short.'))
  assert.deepEqual([many.status, many.json.type.split('#')[1]], [429, 'rate_limited'])
})
