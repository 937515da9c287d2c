import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#platform/errors.ts'
import { azureMerge, webhookRequest } from '#testing/webhook-payloads.ts'
import { azure } from './webhook.ts'

const tell = (payload: unknown) => {
  const name = azure.eventNameOf(webhookRequest(payload, {}), payload)
  return name === null ? null : azure.parse(name, payload)
}

test('a merge is read with everything in the payload', () => {
  assert.deepEqual(tell(azureMerge()), {
    type: 'merged',
    repo: {
      name: 'acme/My Shop/app',
      id: '278d5cd2-584d-4b63-824a-2ba458937249',
      defaultBranch: 'main',
      isPrivate: true,
    },
    installationId: null,
    pull: {
      host: 'dev.azure.com',
      repo: 'acme/My Shop/app',
      number: 22,
      title: 'Sort orders by date',
      body: 'Fixes #4',
      author: 'Grace H',
      authorIsBot: false,
      labels: ['orders'],
      baseBranch: 'main',
      headBranch: 'sort',
      mergeCommit: '0a'.repeat(20),
      mergedAt: Date.UTC(2026, 2, 2, 9, 30, 0, 366),
      changedAt: Date.UTC(2026, 2, 2, 9, 30, 2, 281),
      url: 'https://dev.azure.com/acme/My%20Shop/_git/app/pullrequest/22',
      files: [],
      filesChanged: 0,
      additions: 0,
      deletions: 0,
      linkedIssues: ['#4'],
      commits: [],
      fragments: [],
    },
  })
})

test('the name of a repository is that of its address, in every form that Azure has', () => {
  const named = (repository: Record<string, unknown>, collection: Record<string, unknown>) => {
    const payload = azureMerge({}, { resourceContainers: { collection } })
    Object.assign(payload.resource.repository, repository)
    const event = tell(payload)
    return event?.type === 'merged' ? event.repo.name : null
  }
  const project = { name: 'app' }
  assert.equal(named({ project }, { baseUrl: 'https://dev.azure.com/acme/' }), 'acme/app')
  assert.equal(named({}, { baseUrl: 'https://acme.visualstudio.com/' }), 'acme/My Shop/app')
  assert.equal(
    named({}, { baseUrl: 'https://tfs.example/tfs/DefaultCollection/' }),
    'DefaultCollection/My Shop/app',
  )
  assert.equal(named({}, { id: '1' }), 'acme/My Shop/app')
  const server = 'https://tfs.example/tfs/DefaultCollection'
  for (const path of ['My%20Shop/_git/app', '_git/My%20Shop']) {
    const name = path.startsWith('_git') ? 'My Shop' : 'app'
    const whole = ['DefaultCollection', 'My Shop', ...(name === 'app' ? ['app'] : [])].join('/')
    assert.equal(named({ name, remoteUrl: `${server}/${path}` }, { id: '1' }), whole)
  }
})

test('an attempt to merge is no merge, a build service is a bot, and a fork has no branch here', () => {
  assert.equal(tell(azureMerge({ status: 'active' })), null)
  assert.equal(tell(azureMerge({ status: 'abandoned' }, { eventType: 'git.pullrequest.updated' })), null)
  assert.equal(tell(azureMerge({}, { eventType: 'git.pullrequest.updated' }))?.type, 'merged')
  assert.equal(tell(azureMerge({}, { eventType: 'git.push' })), null)
  const createdBy = { displayName: 'My Shop Build Service (acme)' }
  const event = tell(azureMerge({ createdBy, forkSource: { name: 'refs/heads/sort' } }))
  assert.ok(event?.type === 'merged')
  assert.deepEqual([event.pull.authorIsBot, event.pull.headBranch], [true, undefined])
})

test('of an open pull request it is told whether its author may be asked', () => {
  const opened = (eventType: string) => {
    const event = tell(azureMerge({ status: 'active', closedDate: undefined }, { eventType }))
    return event?.type === 'proposed' ? [event.repo.name, event.number, event.isOpening] : null
  }
  assert.deepEqual(opened('git.pullrequest.created'), ['acme/My Shop/app', 22, true])
  assert.deepEqual(opened('git.pullrequest.updated'), ['acme/My Shop/app', 22, false])
  for (const eventType of ['git.pullrequest.merged', 'toString', '']) assert.equal(opened(eventType), null)
})

test('the secret is the password of any user, or stands in the header; nothing else proves a request', () => {
  const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })
  const proves = (headers: Record<string, string>) =>
    azure.verify(webhookRequest(azureMerge(), headers), ['old', 's3:cret'], 0)
  for (const headers of [basic('ada:s3:cret'), basic(':s3:cret'), { 'x-tidings-secret': 's3:cret' }])
    assert.ok(proves(headers))
  const wrong = [
    basic('s3:cret'),
    basic('s3:cret:'),
    { authorization: 'Bearer s3:cret' },
    { 'x-tidings-secret': '' },
  ]
  for (const headers of [...wrong, {}, { ...basic('ada:no'), 'x-tidings-secret': 's3:cret' }])
    assert.equal(proves(headers), false)
  assert.equal(azure.deliveryIdOf(webhookRequest({}, {}), azureMerge()), 'b1a4d0a2-event')
})

test('a payload that Azure would never send is an invalid parameter', () => {
  for (const fault of [{ pullRequestId: 0 }, { title: {} }, { repository: null }])
    assert.throws(
      () => tell(azureMerge(fault)),
      (error: unknown) => error instanceof AppError && error.code === 'invalid_parameter',
    )
})
