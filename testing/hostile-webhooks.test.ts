import assert from 'node:assert/strict'
import { listEntries } from '#changelog/entries/list.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import { aGitHubPull, sendGitHubWebhook } from './github-webhooks.ts'
import { type TestService, withRunningService } from './service.ts'

const MIB = 1024 * 1024
const sendBody = (it: TestService, connection: Awaited<ReturnType<TestService['connect']>>, body: string) =>
  sendGitHubWebhook(it, connection, { body })

const pullText = (more: string) =>
  `{"action":"closed","repository":{"id":5,"full_name":"acme/app"},"pull_request":${JSON.stringify(aGitHubPull()).slice(0, -1)},${more}}}`

withRunningService('a body above 25 MiB is refused, and one just below is accepted', async it => {
  const connection = await it.connect()
  const padded = (bytes: number) => pullText(`"pad":"${'x'.repeat(bytes)}"`)
  assert.equal((await sendBody(it, connection, padded(25 * MIB))).status, 413)
  assert.equal((await sendBody(it, connection, padded(24 * MIB))).status, 202)
  await it.settle()
  assert.equal((await it.ledger()).length, 1)
})

withRunningService(
  'JSON nested a million levels deep gets a clear status, and the server keeps running',
  async it => {
    const connection = await it.connect()
    const deep = pullText(`"deep":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)
    const { status } = await sendBody(it, connection, deep)
    assert.ok([202, 400].includes(status), String(status))
    await it.settle()
    assert.equal((await sendGitHubWebhook(it, connection)).status, 202)
    await it.settle()
    assert.equal((await it.ledger()).length, 1)
  },
)

withRunningService('prototype names and duplicate keys are plain data', async it => {
  const connection = await it.connect()
  const odd = pullText(
    '"__proto__":{"merged":false},"constructor":{"prototype":{"x":1}},"title":"feat: last one wins"',
  )
  assert.equal((await sendBody(it, connection, odd)).status, 202)
  await it.settle()
  assert.deepEqual(await it.ledger(), ['drafted feat: last one wins'])
  assert.equal(Object.hasOwn(Object.prototype, 'x'), false)
})

withRunningService('an undocumented payload is refused with the names of its fields', async it => {
  const connection = await it.connect()
  for (const pull of [{ number: 'seven' }, { title: null }, { base: 'main' }, { html_url: 7 }]) {
    const body = JSON.stringify({
      action: 'closed',
      repository: { id: 5, full_name: 'acme/app' },
      pull_request: { ...aGitHubPull(), ...pull },
    })
    assert.equal((await sendBody(it, connection, body)).status, 202)
  }
  await it.settle()
  assert.deepEqual(await it.ledger(), [])
  const rows = await it.service.db.read.selectFrom('delivery').select(['state', 'detail']).execute()
  assert.equal(rows.length, 4)
  for (const row of rows) {
    assert.equal(row.state, 'refused')
    assert.match(row.detail ?? '', /^Not what the provider documents: pull_request\./)
  }
})

withRunningService(
  'long labels, control characters and lone surrogates give a clean record and a valid feed',
  async it => {
    const connection = await it.connect()
    const pull = aGitHubPull({
      title: 'feat: export \u0000re\u202Eports\uD800 as\u0007 CSV\uFFFE',
      body: `Adds a button.\u0008 ${'\uDC00'}`,
      labels: [{ name: 'L'.repeat(5_000) }, { name: 'ok\u0000' }],
    })
    assert.equal((await sendGitHubWebhook(it, connection, { pull })).status, 202)
    await it.settle()
    const { db, clock, ids } = it.service
    const [record] = await listPulls(db.read, { accountId: it.account.id })
    assert.equal(record?.title, 'feat: export reports\uFFFD as CSV')
    const stored = await db.read.selectFrom('pull_request').select('labels').executeTakeFirstOrThrow()
    assert.ok(stored.labels.length < 1_000)
    const [listed] = await listEntries(db.read, { accountId: it.account.id })
    assert.ok(listed)
    await db.write(tx => publishEntry(tx, { clock, ids, actor: 'test', effects: [] }, listed.entry.id))
    const feed = await it.ask(`/changelog/${it.account.publicId}`)
    assert.equal(feed.status, 200)
    assert.doesNotMatch(feed.text, /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/)
  },
)

withRunningService('fifty large callbacks do not leak memory', async it => {
  const connection = await it.connect()
  const body = pullText(`"pad":"${'x'.repeat(2 * MIB)}"`)
  const send = async (count: number) => {
    for (let n = 0; n < count; n++)
      assert.equal((await sendGitHubWebhook(it, connection, { body, secret: 'wrong' })).status, 401)
  }
  await send(10)
  const before = process.memoryUsage().rss
  await send(50)
  const grown = (process.memoryUsage().rss - before) / MIB
  assert.ok(grown < 80, `${Math.round(grown)} MiB more`)
})
