import assert from 'node:assert/strict'
import { createSet } from '#accounts/sets.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { listDeliveries } from '#pipeline/webhooks/deliveries.ts'
import { setSourceState, sourceById } from '#pulls/connections/sources.ts'
import { changeRepository, findOrCreateRepository, repositoryById } from '#pulls/repositories/repositories.ts'
import { recordMerges } from './colleagues.ts'
import { aGitHubPull, type GitHubEvent, sendGitHubWebhook } from './github-webhooks.ts'
import { type TestService, withRunningService } from './service.ts'

const deliveries = async ({ service }: TestService) =>
  (await listDeliveries(service.db.read, { limit: 100 })).map(({ event, state }) => `${state} ${event}`)

withRunningService('a merge becomes one draft, however often GitHub delivers its webhook', async it => {
  const connection = await it.connect()
  const again = Array.from({ length: 5 }, () => sendGitHubWebhook(it, connection, { delivery: 'one' }))
  const others = Array.from({ length: 5 }, () => sendGitHubWebhook(it, connection))
  const answers = await Promise.all([...again, ...others])
  assert.deepEqual([...new Set(answers.map(answer => answer.status))], [202])
  assert.deepEqual(await it.ledger(), [], 'nothing but the storing is done before the answer')
  await it.settle()
  assert.deepEqual(await it.ledger(), ['drafted feat: export reports as CSV'])
  assert.deepEqual(await it.entries(), ['draft Export reports as CSV'])
  assert.equal((await deliveries(it)).length, 6)
})

withRunningService('a processed delivery stays processed, however often it is sent again', async it => {
  const connection = await it.connect()
  const settled: [string, GitHubEvent][] = [
    ['processed', { delivery: 'merge' }],
    ['refused', { delivery: 'foreign', repository: { id: 6, full_name: 'acme/other' } }],
    ['ignored', { delivery: 'label', action: 'labeled', pull: aGitHubPull({ merged: false }) }],
  ]
  const send = () => Promise.all(settled.map(([, event]) => sendGitHubWebhook(it, connection, event)))
  const rows = () =>
    it.service.db.read
      .selectFrom('delivery')
      .select(['id', 'state', 'settled_at', 'received_at'])
      .orderBy('delivery_id', 'desc')
      .execute()
  await send()
  await it.settle()
  const before = await rows()
  assert.deepEqual(before.map(row => row.state).toSorted(), settled.map(([state]) => state).toSorted())
  it.clock.advance(60_000)
  for (let time = 0; time < 3; time++) await send()
  assert.deepEqual(await rows(), before)
  await it.settle()
  assert.deepEqual(await rows(), before)
})

withRunningService(
  'an edit after the merge changes the draft; an outdated edit changes nothing',
  async it => {
    const connection = await it.connect()
    const edit = (title: string, updated_at: string) =>
      sendGitHubWebhook(it, connection, { action: 'edited', pull: aGitHubPull({ title, updated_at }) })
    await edit('feat: export reports as spreadsheets', '2026-03-02T10:00:00Z')
    await it.settle()
    await edit('feat: export reports as PDF', '2026-03-02T09:00:00Z')
    await sendGitHubWebhook(it, connection)
    await it.settle()
    assert.deepEqual(await it.entries(), ['draft Export reports as spreadsheets'])
    await edit('feat: export all reports', '2026-03-02T11:00:00Z')
    await it.settle()
    assert.deepEqual(await it.entries(), ['draft Export all reports'])
  },
)

withRunningService('a revert takes back the draft, in either order of arrival', async it => {
  const connection = await it.connect()
  const revert = aGitHubPull({
    number: 8,
    title: 'Revert "feat: export reports as CSV"',
    body: 'Reverts acme/app#7',
    html_url: 'https://github.com/acme/app/pull/8',
    merge_commit_sha: 'b'.repeat(40),
  })
  await sendGitHubWebhook(it, connection, { pull: revert })
  await it.settle()
  await sendGitHubWebhook(it, connection)
  await it.settle()
  assert.deepEqual((await it.ledger()).map(line => line.split(' ')[0]).toSorted(), ['reverted', 'reverted'])
})

withRunningService(
  'unsigned webhooks are refused, and those of another repository change nothing',
  async it => {
    const connection = await it.connect()
    assert.equal((await sendGitHubWebhook(it, connection, { secret: 'another' })).status, 401)
    const elsewhere = { ...connection, source: { id: '00000000-0000-4000-8000-000000000000' } }
    assert.equal((await sendGitHubWebhook(it, elsewhere)).status, 401)
    assert.equal((await sendGitHubWebhook(it, connection, { body: '{"action":' })).status, 400)
    assert.equal(
      (await sendGitHubWebhook(it, connection, { body: Buffer.from([0x7b, 0xff, 0x7d]) })).status,
      400,
    )
    assert.equal((await it.ask('/api/callbacks/nobody', { method: 'POST' })).status, 404)
    assert.equal(
      (await sendGitHubWebhook(it, connection, { repository: { id: 6, full_name: 'acme/other' } })).status,
      202,
    )
    await it.settle()
    assert.deepEqual(await it.ledger(), [])
    assert.deepEqual(await deliveries(it), ['refused pull_request.closed'])
  },
)

withRunningService('a failed delivery is processed again when it is sent again', async it => {
  const connection = await it.connect()
  await sendGitHubWebhook(it, connection, { delivery: 'one' })
  await it.service.db.write(tx =>
    tx.updateTable('delivery').set({ state: 'failed', detail: 'No luck.' }).execute(),
  )
  await it.service.db.write(tx => tx.deleteFrom('job').execute())
  await it.settle()
  assert.deepEqual(await it.ledger(), [])
  assert.equal((await sendGitHubWebhook(it, connection, { delivery: 'one' })).status, 202)
  await it.settle()
  assert.deepEqual(await it.ledger(), ['drafted feat: export reports as CSV'])
  assert.deepEqual(await deliveries(it), ['processed pull_request.closed'])
})

const moved = { id: 5, full_name: 'acme/platform' }
const RENAMED = {
  event: 'repository',
  body: JSON.stringify({
    action: 'renamed',
    repository: moved,
    changes: { repository: { name: { from: 'app' } } },
  }),
}

withRunningService(
  'a source that is gone, since another repository has its name, is active again after any webhook of its own',
  async it => {
    const { db } = it.service
    const connection = await it.connect({ externalId: '5' })
    const { id } = connection.source
    const stateAfter = async (event: GitHubEvent) => {
      await db.write(tx => setSourceState(tx, connection.source, 'gone', 'Another repository has its name.'))
      await sendGitHubWebhook(it, connection, event)
      await it.settle()
      const { repo, state, stateReason } = await sourceById(db.read, id)
      return { repo, state, stateReason }
    }
    const well = { repo: 'acme/platform', state: 'active', stateReason: null }
    assert.deepEqual(await stateAfter(RENAMED), well)
    assert.deepEqual(await stateAfter({ repository: moved }), well)
    assert.equal((await stateAfter({ repository: { id: 9, full_name: 'acme/platform' } })).state, 'gone')
  },
)

withRunningService(
  'a renamed repository keeps its records; another with its old name does not get them',
  async it => {
    const connection = await it.connect()
    await sendGitHubWebhook(it, connection)
    await it.settle()
    await sendGitHubWebhook(it, connection, RENAMED)
    const other = { id: 9, full_name: 'acme/app' }
    const pull = aGitHubPull({ number: 9, title: 'feat: something else' })
    await sendGitHubWebhook(it, connection, { repository: other, pull })
    await sendGitHubWebhook(it, connection, {
      repository: moved,
      pull: aGitHubPull({ number: 10, title: 'feat: add a dark theme' }),
    })
    await it.settle()
    const titles = (await it.ledger()).map(line => line.replace(/^\w+ /, ''))
    assert.deepEqual(titles.toSorted(), ['feat: add a dark theme', 'feat: export reports as CSV'])
    assert.equal((await sourceById(it.service.db.read, connection.source.id)).repo, 'acme/platform')
  },
)

withRunningService(
  'a webhook tells that a repository became private, but not that it is public',
  async it => {
    const { db } = it.service
    const connection = await it.connect({ externalId: '5' })
    const repository = { id: 5, full_name: 'acme/app' }
    const publicityAfter = async (before: number, event: GitHubEvent) => {
      await db.write(tx => tx.updateTable('repository').set({ is_public: before }).execute())
      await sendGitHubWebhook(it, connection, event)
      await it.settle()
      return (await db.read.selectFrom('repository').select('is_public').executeTakeFirst())?.is_public
    }
    const hidden = { ...repository, private: true }
    const privatized = {
      event: 'repository',
      body: JSON.stringify({ action: 'privatized', repository: hidden }),
    }
    assert.equal(await publicityAfter(1, privatized), 0)
    assert.equal(await publicityAfter(1, { repository: hidden }), 0)
    assert.equal(await publicityAfter(1, { repository }), 1)
    assert.equal(await publicityAfter(0, { repository: { ...repository, private: false } }), 0)
  },
)

withRunningService('a draft stays unshipped if its repository announces on release', async it => {
  const connection = await it.connect()
  const { db } = it.service
  const repository = await repositoryById(db.read, connection.source.repositoryId)
  await db.write(tx => changeRepository(tx, repository, { announceOn: 'release' }))
  await sendGitHubWebhook(it, connection)
  await it.settle()
  assert.deepEqual(await it.ledger(), ['unshipped feat: export reports as CSV'])
  assert.deepEqual(await it.entries(), ['draft Export reports as CSV'])
})

withRunningService('secrets appear neither in the log nor in stored callbacks', async it => {
  const connection = await it.connect()
  await sendGitHubWebhook(it, connection)
  await it.settle()
  const stored = JSON.stringify(await it.service.db.read.selectFrom('delivery').selectAll().execute())
  for (const text of [...it.logged, stored]) {
    assert.ok(!text.includes(connection.secret))
    assert.doesNotMatch(text, /sha256=/)
  }
  assert.ok(!it.logged.join('').includes(connection.source.id))
})

withRunningService(
  'drafts are filed by set rules, and pull requests outside the scope are not recorded',
  async it => {
    const { db, ids } = it.service
    const account = it.account.id
    const mobile = await db.write(tx => createSet(tx, it.clock, ids, account, { name: 'Mobile' }))
    const repository = await db.write(async tx => {
      const own = await findOrCreateRepository(tx, it.clock, ids, account, {
        host: 'github.com',
        repo: 'acme/app',
      })
      return changeRepository(tx, own, {
        includePaths: ['apps/**'],
        setRules: [{ glob: 'apps/mobile/**', setId: mobile.id }],
      })
    })
    assert.equal(repository.scope.includePaths.length, 1)
    const merges = ['web', 'mobile'].map((app, at) => ({
      number: at + 1,
      title: `feat: export reports on ${app}`,
      files: [`apps/${app}/report.ts`],
    }))
    const outside = { number: 3, title: 'feat: export reports as SVG', files: ['tools/report.ts'] }
    await recordMerges(it, it.account, ...merges, outside)
    const entries = await listEntries(db.read, { accountId: account })
    assert.deepEqual(entries.map(({ entry }) => [entry.title, entry.setId]).toSorted(), [
      ['Export reports on mobile', mobile.id],
      ['Export reports on web', null],
    ])
  },
)

withRunningService(
  'history imported under another spelling of the name belongs to the same repository',
  async it => {
    await recordMerges(it, it.account, { number: 6, title: 'feat: export reports as PDF' })
    const connection = await it.connect({ repo: 'Acme/App' })
    await sendGitHubWebhook(it, connection, { repository: { id: 5, full_name: 'Acme/App' } })
    await it.settle()
    assert.deepEqual(await deliveries(it), ['processed pull_request.closed'])
    assert.equal((await it.ledger()).length, 2)
    assert.equal((await it.service.db.read.selectFrom('repository').select('id').execute()).length, 1)
  },
)

withRunningService('a repository that takes the name of a deleted one is recorded under it', async it => {
  const deleted = await it.connect({ repo: 'acme/web', externalId: '9' })
  const connection = await it.connect({ repo: 'acme/app', externalId: '5' })
  const web = (number: number, id: number) =>
    sendGitHubWebhook(it, id === 9 ? deleted : connection, {
      pull: aGitHubPull({
        ...{ number, title: `feat: export report ${number}` },
        merge_commit_sha: String(number).repeat(40),
      }),
      repository: { id, full_name: 'acme/web' },
    })
  await web(1, 9)
  await web(2, 5)
  await it.settle()
  assert.deepEqual([...new Set(await deliveries(it))], ['processed pull_request.closed'])
  assert.equal((await it.ledger()).length, 2)
  const { db } = it.service
  assert.equal((await sourceById(db.read, connection.source.id)).repo, 'acme/web')
  assert.equal((await sourceById(db.read, deleted.source.id)).repo, 'acme/web~1')
})
