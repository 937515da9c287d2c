import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { AppError } from '#platform/errors.ts'
import type { HostEvent } from '#pulls/hosts/host-event.ts'
import { hmacHex, webhookRequest } from '#testing/webhook-payloads.ts'
import { github } from './webhook.ts'

interface Example {
  event: string
  payload: { action?: string; pull_request?: Record<string, unknown> }
}

const require = createRequire(import.meta.url)
const EDITIONS = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35']
/** Payloads that users of GitHub recorded for every event, from the cloud and from five Enterprise Servers. */
const EXAMPLES: Example[] = EDITIONS.flatMap(edition => {
  const events: { name: string; examples: Example['payload'][] }[] = require(
    `@octokit/webhooks-examples/${edition}/index.json`,
  )
  return events.flatMap(({ name, examples }) => examples.map(payload => ({ event: name, payload })))
})

const tell = (event: string, payload: unknown): HostEvent | null => {
  const callback = webhookRequest(payload, { 'x-github-event': event })
  const name = github.eventNameOf(callback, payload)
  return name === null ? null : github.parse(name, payload)
}

const mergedOf = ({ payload }: Example) => ({
  ...payload,
  action: 'closed',
  pull_request: {
    ...payload.pull_request,
    merged: true,
    state: 'closed',
    merged_at: '2026-03-02T09:30:00Z',
    merge_commit_sha: 'ab'.repeat(20),
  },
})

const [sample] = EXAMPLES.filter(({ event }) => event === 'pull_request')
assert.ok(sample)
const MERGED = mergedOf(sample)

test('every recorded payload is read, and only events that matter are kept', () => {
  const told = EXAMPLES.map(({ event, payload }) => ({ event, answer: tell(event, payload) }))
  const kept = new Set(told.filter(({ answer }) => answer !== null).map(({ event }) => event))
  assert.ok(told.length > 700, `${told.length} payloads`)
  const open = told.flatMap(({ answer }) => (answer?.type === 'proposed' ? [answer] : []))
  assert.ok(
    open.length > 10 && open.every(({ number }) => number > 0),
    `${open.length} of open pull requests`,
  )
  assert.deepEqual([...kept].sort(), [
    'installation',
    'installation_repositories',
    'ping',
    'pull_request',
    'repository',
  ])
})

test('each recorded pull request, once merged, is read as a merge with title, author and labels', () => {
  const pulls = EXAMPLES.filter(({ event }) => event === 'pull_request')
  assert.ok(pulls.length > 40, `${pulls.length} payloads`)
  for (const example of pulls) {
    const payload = mergedOf(example)
    const event = tell('pull_request', payload)
    assert.equal(event?.type, 'merged')
    assert.equal(event.pull.title, example.payload.pull_request?.title)
    assert.equal(event.pull.mergedAt, Date.UTC(2026, 2, 2, 9, 30))
    assert.equal(event.repo.name, event.pull.repo)
    assert.match(event.repo.id, /^\d+$/)
  }
})

test('a merge without a merge time uses the time the pull request was closed', () => {
  const closedAt = { merged_at: null, closed_at: '2026-03-02T09:30:00Z' }
  const event = tell('pull_request', { ...MERGED, pull_request: { ...MERGED.pull_request, ...closedAt } })
  assert.equal(event?.type, 'merged')
  assert.equal(event.pull.mergedAt, Date.UTC(2026, 2, 2, 9, 30))
})

test('a change after the merge is an edit; one before it is ignored', () => {
  for (const action of ['edited', 'labeled', 'unlabeled']) {
    assert.equal(tell('pull_request', { ...MERGED, action })?.type, 'edited')
    const open = {
      ...MERGED,
      action,
      pull_request: { ...MERGED.pull_request, merged_at: null, merged: false },
    }
    assert.equal(tell('pull_request', open), null)
  }
  assert.equal(tell('pull_request', { ...MERGED, action: 'synchronize' }), null)
})

test('of an open pull request it is told what happened, and whether its author may be asked', () => {
  const happened = (action: string, more = {}) => {
    const pull = { ...MERGED.pull_request, state: 'open', merged: false, merged_at: null, number: 7, ...more }
    const event = tell('pull_request', { ...MERGED, action, pull_request: pull })
    return event?.type === 'proposed' ? [event.number, event.isOpening] : null
  }
  for (const action of ['opened', 'reopened', 'ready_for_review'])
    assert.deepEqual(happened(action), [7, true])
  for (const action of ['synchronize', 'edited']) assert.deepEqual(happened(action), [7, false])
  for (const action of ['labeled', 'closed', 'assigned']) assert.equal(happened(action), null)
  assert.equal(happened('edited', { state: 'closed' }), null)
})

test('a renamed or transferred repository includes its previous name', () => {
  const repository = { id: 7, full_name: 'acme/app' }
  const renamed = { action: 'renamed', repository, changes: { repository: { name: { from: 'old' } } } }
  assert.deepEqual(tell('repository', renamed), {
    type: 'repository',
    change: 'renamed',
    repo: { name: 'acme/app', id: '7' },
    installationId: null,
    before: 'acme/old',
  })
  const from = { user: { login: 'ada' } }
  const transferred = {
    action: 'transferred',
    repository,
    changes: { owner: { from } },
    installation: { id: 5 },
  }
  assert.deepEqual(tell('repository', transferred), {
    type: 'repository',
    change: 'transferred',
    repo: { name: 'acme/app', id: '7' },
    installationId: '5',
    before: 'ada/app',
  })
})

test('installations include their account and repositories', () => {
  const payload = {
    action: 'created',
    installation: { id: 5, account: { login: 'acme' } },
    repositories: [{ id: 7, full_name: 'acme/app', private: true }],
  }
  assert.deepEqual(tell('installation', payload), {
    type: 'installation',
    installationId: '5',
    change: 'created',
    account: 'acme',
    repositories: [{ name: 'acme/app', id: '7', isPrivate: true }],
  })
})

test('only a signature over the exact bytes is accepted', () => {
  const body = JSON.stringify(MERGED)
  const signed = (signature: string | undefined, bytes = body) => ({
    headers: { 'x-hub-signature-256': signature },
    body: Buffer.from(bytes),
  })
  const good = `sha256=${hmacHex('s3cret', body)}`
  assert.ok(github.verify(signed(good), ['older', 's3cret'], 0))
  const bad = [
    signed(good, `${body} `),
    signed(undefined),
    signed(''),
    signed('sha256='),
    signed(good.slice(0, -1)),
    signed(good.replace('sha256', 'sha1')),
    signed(`sha256=${'é'.repeat(64)}`),
    signed(`sha256=${hmacHex('other', body)}`),
  ]
  for (const callback of bad) assert.equal(github.verify(callback, ['s3cret'], 0), false)
  assert.equal(github.verify(signed(`sha256=${hmacHex('', body)}`), [''], 0), false)
  assert.equal(github.verify(signed(good), [], 0), false)
})

test('a delivery id is read from its header if it is valid', () => {
  const idOf = (id: string) => github.deliveryIdOf(webhookRequest({}, { 'x-github-delivery': id }), {})
  assert.equal(idOf('72d3162e-cc78-11e3-81ab-4c9367dc0958'), '72d3162e-cc78-11e3-81ab-4c9367dc0958')
  assert.equal(idOf('x'.repeat(201)), null)
  assert.equal(idOf('a b'), null)
  assert.equal(github.deliveryIdOf(webhookRequest({}, {}), {}), null)
})

test('a payload that GitHub would never send is an invalid parameter that names the fields without their values', () => {
  const wrong: Record<string, unknown>[] = [{ title: 12 }, { number: 'one' }, { base: '<script>' }]
  for (const fault of wrong) {
    const payload = { ...MERGED, pull_request: { ...MERGED.pull_request, ...fault } }
    assert.throws(
      () => tell('pull_request', payload),
      (error: unknown) =>
        error instanceof AppError &&
        error.code === 'invalid_parameter' &&
        error.message.includes(`pull_request.${Object.keys(fault)[0]}`) &&
        !error.message.includes('script'),
    )
  }
  for (const payload of [
    null,
    'text',
    [],
    7,
    { action: 'closed' },
    { action: 'closed', pull_request: 'x' },
  ]) {
    const name = github.eventNameOf(webhookRequest(payload, { 'x-github-event': 'pull_request' }), payload)
    if (name !== null) assert.throws(() => github.parse(name, payload), AppError)
  }
})

test('hostile text becomes a clean record of limited size', () => {
  const hostile = JSON.parse(
    JSON.stringify({
      title: `Totals\u202e \ud800 \u0000${'x'.repeat(5_000)}`,
      body: 'y'.repeat(1_000_000),
      labels: Array.from({ length: 5_000 }, (_, at) => ({ name: `${at}${'l'.repeat(5_000)}` })),
      html_url: 'javascript:alert(1)',
      merge_commit_sha: '../../etc',
      files: [],
    }).replace('"files":[]', '"__proto__":{"polluted":true}'),
  )
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  const payload = { ...MERGED, deep, pull_request: { ...MERGED.pull_request, ...hostile, milestone: deep } }
  const event = tell('pull_request', payload)
  assert.equal(event?.type, 'merged')
  const { pull } = event
  assert.match(pull.title, /^Totals \ufffd x+…$/)
  assert.equal(pull.title.length, 500)
  assert.equal(pull.body.length, 65_536)
  assert.equal(pull.labels.length, 100)
  assert.ok(pull.labels.every(label => label.length <= 200))
  assert.equal(pull.url, null)
  assert.equal(pull.mergeCommit, null)
  assert.equal('polluted' in {}, false)
})
