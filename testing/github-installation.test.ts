import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { beginDeletion, cancelDeletion } from '#accounts/deletion.ts'
import { disconnect, releaseInstallation, removeApp } from '#pipeline/github-app/disconnect.ts'
import { beginBackfill } from '#pipeline/ingest/backfill.ts'
import { listFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { listAppSummaries } from '#pulls/connections/apps.ts'
import { listInstallations } from '#pulls/connections/installations.ts'
import { installation, states, throughRegistration, withGitHub } from './github-scene.ts'
import { aGitHubPull, sendGitHubWebhook } from './github-webhooks.ts'
import { testAction } from './members.ts'
import { hmacHex } from './webhook-payloads.ts'

withGitHub('suspending, resuming, shrinking or deleting an installation updates its sources', async scene => {
  const owner = await scene.owner()
  await scene.choose(owner, await scene.toChoice(owner), ['5:7'])
  const app = { id: 7, full_name: 'acme/app' }
  const changes = (action: string) =>
    scene.tell('installation', { action, installation, repositories: [app] })
  await changes('suspend')
  assert.deepEqual(await states(scene), ['acme/app suspended'])
  await changes('unsuspend')
  assert.deepEqual(await states(scene), ['acme/app active'])
  const listed = { installation, repository_selection: 'selected' }
  const list = (action: 'added' | 'removed') =>
    scene.tell('installation_repositories', {
      ...{ action, ...listed },
      repositories_added: action === 'added' ? [app] : [],
      repositories_removed: action === 'removed' ? [app] : [],
    })
  await list('removed')
  assert.deepEqual(await states(scene), ['acme/app needs reconnecting'])
  await changes('suspend')
  await changes('unsuspend')
  assert.deepEqual(await states(scene), ['acme/app needs reconnecting'], 'it is still removed')
  await list('added')
  assert.deepEqual(await states(scene), ['acme/app active'])
  await scene.tell('repository', { action: 'deleted', installation, repository: app })
  await list('removed')
  assert.deepEqual(await states(scene), ['acme/app gone'])
  await list('added')
  assert.deepEqual(await states(scene), ['acme/app active'], 'its owner restored it')
  await changes('deleted')
  assert.deepEqual(await states(scene), ['acme/app needs reconnecting'])

  // An app that is installed anew has another installation.
  Object.assign(scene.host.installations[0] ?? {}, { id: 11 })
  const choice = await scene.toChoice(owner)
  const { json } = await scene.choices(owner, choice)
  assert.equal(json.installations[0].repositories[0].standing, 'to reconnect')
  await scene.choose(owner, choice, ['11:7'])
  assert.deepEqual(await states(scene), ['acme/app active'])
})

withGitHub('an installation without a proven administrator delivers no merges', async scene => {
  const owner = await scene.owner()
  await throughRegistration(owner, await scene.register(owner))
  const repository = { id: 7, full_name: 'acme/app' }
  await scene.it.connect({
    host: new URL(scene.host.apiUrl).host,
    installationId: '5',
    apiUrl: scene.host.apiUrl,
  })
  await scene.tell('installation', { action: 'created', installation, repositories: [repository] })
  await scene.tell('pull_request', {
    action: 'closed',
    installation,
    repository,
    pull_request: aGitHubPull(),
  })
  assert.deepEqual(await scene.it.ledger(), [])
})

withGitHub('the webhooks of an app are those of the account that it serves', async scene => {
  const { it } = scene
  const { db } = it.service
  const owner = await scene.owner()
  await scene.choose(owner, await scene.toChoice(owner), ['5:7'])
  const merge = (number: number) =>
    scene.tell('pull_request', {
      action: 'closed',
      installation,
      repository: { id: 7, full_name: 'acme/app' },
      pull_request: aGitHubPull({ number, merge_commit_sha: String(number).repeat(40) }),
    })
  await merge(1)
  const listed = async () => {
    const { json } = await owner.client.get(`/app/api/accounts/${it.account.publicId}/deliveries`)
    return json.deliveries.map(({ state }: { state: string }) => state)
  }
  assert.deepEqual(await listed(), ['processed'])

  await db.write(tx => beginDeletion(tx, testAction(it), it.account.id))
  it.clock.advance(1)
  await merge(2)
  assert.deepEqual([await listed(), (await it.ledger()).length], [['received', 'processed'], 1], 'it waits')
  await db.write(tx => cancelDeletion(tx, testAction(it), it.account.id))
  await it.settle()
  assert.deepEqual([await listed(), (await it.ledger()).length], [['processed', 'processed'], 2])
})

withGitHub('a released installation serves whichever account connects it next', async scene => {
  const { it, host } = scene
  const { db, clock, ids } = it.service
  const owner = await scene.owner()
  await scene.choose(owner, await scene.toChoice(owner), ['5:7'])
  const other = await db.write(tx => createAccount(tx, clock, ids, { name: 'Other' }))
  const action = { clock, ids, actor: 'command-line' }
  const release = async (id: string) => {
    const apps = await listAppSummaries(db.read)
    return db.write(tx => releaseInstallation(tx, action, id, host.apiUrl, apps))
  }
  await assert.rejects(release('6'), { code: 'not_found' })
  assert.deepEqual(
    (await release('5')).map(({ repo }) => repo),
    ['acme/app'],
  )
  assert.deepEqual(await states(scene), ['acme/app needs reconnecting'])
  await assert.rejects(release('5'), { code: 'not_found' })
  await scene.tell('pull_request', {
    action: 'closed',
    installation,
    repository: { id: 7, full_name: 'acme/app' },
    pull_request: aGitHubPull({ number: 1 }),
  })
  assert.deepEqual(await it.ledger(), [], 'it tells nobody of its merges')

  const theirs = await scene.owner(other)
  const { json } = await scene.choose(theirs, await scene.toChoice(theirs), ['5:7'])
  assert.deepEqual(json.connected, ['acme/app'])
  assert.deepEqual((await states(scene)).toSorted(), ['acme/app active', 'acme/app needs reconnecting'])
})

withGitHub('removing an app deletes its keys, and another one can be registered', async scene => {
  const { it } = scene
  const { db, clock, ids } = it.service
  const owner = await scene.owner()
  await scene.choose(owner, await scene.toChoice(owner), ['5:7'])
  const [app = assert.fail()] = await listAppSummaries(db.read)
  await db.write(tx => removeApp(tx, { clock, ids, actor: 'command-line' }, app))
  assert.deepEqual(await states(scene), ['acme/app needs reconnecting'])
  assert.deepEqual([await listAppSummaries(db.read), await listInstallations(db.read)], [[], []])
  const body = Buffer.from('{}')
  const { status } = await it.ask('/api/callbacks/github', {
    method: 'POST',
    headers: { 'x-github-event': 'ping', 'x-hub-signature-256': `sha256=${hmacHex('whs', body)}` },
    body,
  })
  assert.equal(status, 401)
  await throughRegistration(owner, await scene.register(owner))
  assert.equal((await listAppSummaries(db.read)).length, 1)
})

withGitHub('a disconnected repository keeps its records, and its jobs end without an error', async scene => {
  const { it } = scene
  const { db, clock, ids } = it.service
  const action = { clock, ids, actor: 'command-line' }
  const { source, ...connection } = await it.connect()
  await sendGitHubWebhook(it, { source, ...connection })
  await it.settle()
  const before = await it.ledger()
  assert.equal(before.length, 1)
  await db.write(tx => beginBackfill(tx, action, source, { since: null, past: 'history' }))
  await db.write(tx => disconnect(tx, action, source))
  await it.settle()
  assert.deepEqual(await it.ledger(), before)
  assert.deepEqual(await listFailedJobs(db.read), [])
  assert.equal((await sendGitHubWebhook(it, { source, ...connection })).status, 401)
})
