import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { AppError } from '#platform/errors.ts'
import { gitLabMerge, webhookRequest } from '#testing/webhook-payloads.ts'
import { gitlab } from './webhook.ts'

const NOW = Date.UTC(2026, 2, 2, 9, 31)

const tell = (payload: unknown) => {
  const name = gitlab.eventNameOf(
    webhookRequest(payload, { 'x-gitlab-event': 'Merge Request Hook' }),
    payload,
  )
  return name === null ? null : gitlab.parse(name, payload)
}

test('a merge is read with everything in the payload', () => {
  assert.deepEqual(tell(gitLabMerge()), {
    type: 'merged',
    repo: { name: 'acme/mobile/app', id: '3', defaultBranch: 'main' },
    installationId: null,
    pull: {
      host: 'gitlab.example.org',
      repo: 'acme/mobile/app',
      number: 12,
      title: 'Show totals in the right currency',
      body: 'Closes #7',
      author: 'grace',
      authorIsBot: false,
      labels: ['billing'],
      baseBranch: 'main',
      headBranch: 'totals',
      mergeCommit: 'ab'.repeat(20),
      mergedAt: Date.UTC(2026, 2, 2, 9, 30),
      changedAt: Date.UTC(2026, 2, 2, 9, 30),
      url: 'https://gitlab.example.org/acme/mobile/app/-/merge_requests/12',
      files: [],
      filesChanged: 0,
      additions: 0,
      deletions: 0,
      linkedIssues: ['#7'],
      commits: [],
      fragments: [],
    },
  })
})

test('the person who merged is not the author, and a fast-forward merge is its last commit', () => {
  const event = tell(gitLabMerge({ author_id: 7, merge_commit_sha: null }))
  assert.equal(event?.type, 'merged')
  assert.equal(event.pull.author, null)
  assert.equal(event.pull.mergeCommit, 'cd'.repeat(20))
})

test('an update counts only after the merge', () => {
  assert.equal(tell(gitLabMerge({ action: 'update' }))?.type, 'edited')
  assert.equal(tell(gitLabMerge({ action: 'update', state: 'closed' })), null)
  assert.equal(tell(gitLabMerge({ action: 'approved' })), null)
  assert.equal(tell(gitLabMerge({ action: 'constructor' })), null)
  assert.equal(tell({ object_kind: 'push', ref: 'refs/heads/main' }), null)
  for (const payload of [null, 1, 'text', [], {}]) assert.equal(tell(payload), null)
})

test('of an open merge request it is told what happened, and whether its author may be asked', () => {
  const happened = (action: string, changes = {}) => {
    const event = tell(gitLabMerge({ action, state: 'opened' }, { changes }))
    return event?.type === 'proposed' ? [event.repo.name, event.number, event.isOpening] : null
  }
  const [asked, kept] = [true, false].map(isOpening => ['acme/mobile/app', 12, isOpening])
  for (const action of ['open', 'reopen']) assert.deepEqual(happened(action), asked)
  assert.deepEqual(happened('update', { draft: { previous: true, current: false } }), asked)
  assert.deepEqual(happened('update', { draft: { previous: false, current: true } }), kept)
  assert.deepEqual(happened('update', { title: { previous: 'a', current: 'b' } }), kept)
  for (const action of ['approved', 'close', 'constructor']) assert.equal(happened(action), null)
})

test('a webhook with the right token is accepted', () => {
  const withToken = (token: string) => webhookRequest({}, { 'x-gitlab-token': token })
  assert.ok(gitlab.verify(withToken('s3cret'), ['older', 's3cret'], NOW))
  assert.equal(gitlab.verify(withToken('s3cre'), ['s3cret'], NOW), false)
  assert.equal(gitlab.verify(withToken(''), [''], NOW), false)
  assert.equal(gitlab.verify(webhookRequest({}, {}), ['s3cret'], NOW), false)
})

const KEY = Buffer.from('a key of thirty-two bytes, no less')
const SECRET = `whsec_${KEY.toString('base64')}`

function signed(change: Record<string, string> = {}, key = KEY) {
  const callback = webhookRequest(gitLabMerge(), {})
  const [id, time] = ['f5e5f430', String(NOW / 1000)]
  const seal = createHmac('sha256', key).update(`${id}.${time}.`).update(callback.body).digest('base64')
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${seal}`,
    ...change,
  }
  return { ...callback, headers }
}

test('a webhook with a valid signature is accepted for five minutes', () => {
  assert.ok(gitlab.verify(signed(), [SECRET], NOW))
  assert.ok(gitlab.verify(signed(), ['other', SECRET], NOW + 299_000))
  const { 'webhook-signature': own } = signed().headers
  assert.ok(gitlab.verify(signed({ 'webhook-signature': `v1,bm8= ${own}` }), [SECRET], NOW))
  assert.equal(gitlab.verify(signed(), [SECRET], NOW + 301_000), false)
  assert.equal(gitlab.verify(signed(), [SECRET], NOW - 301_000), false)
})

test('a wrong signature is refused even with a valid token', () => {
  const wrong = [
    signed({}, Buffer.from('another')),
    signed({ 'webhook-timestamp': 'soon' }),
    signed({ 'webhook-id': 'other' }),
    signed({ 'webhook-signature': 'v1,' }),
    signed({ 'webhook-signature': '' }),
  ]
  for (const callback of wrong) {
    const both = { ...callback, headers: { ...callback.headers, 'x-gitlab-token': SECRET } }
    assert.equal(gitlab.verify(both, [SECRET], NOW), false)
  }
})

test('a delivery triggered by another one has its own id', () => {
  const idOf = (headers: Record<string, string>) => gitlab.deliveryIdOf(webhookRequest({}, headers), {})
  const merged = { 'x-gitlab-event-uuid': 'u1', 'idempotency-key': 'k1' }
  assert.notEqual(idOf(merged), idOf({ ...merged, 'idempotency-key': 'k2' }))
  assert.equal(idOf(merged), idOf({ ...merged }))
  assert.equal(idOf({ 'x-gitlab-event-uuid': 'u1' }), 'u1')
  assert.equal(idOf({}), null)
})

test('a project that is not public counts as private', () => {
  const { project } = gitLabMerge()
  const isPrivate = (visibility_level: unknown) => {
    const event = tell(gitLabMerge({}, { project: { ...project, visibility_level } }))
    return event?.type === 'merged' && event.repo.isPrivate
  }
  assert.deepEqual([0, 10, 20, undefined, 'x'].map(isPrivate), [true, true, undefined, undefined, undefined])
})

test('a payload that GitLab would never send is an invalid parameter', () => {
  const wrong: Record<string, unknown>[] = [{ iid: 'x' }, { title: null }, { target_branch: 7 }]
  for (const fault of wrong) {
    assert.throws(
      () => tell(gitLabMerge(fault)),
      (error: unknown) => error instanceof AppError && error.code === 'invalid_parameter',
    )
  }
  const many = Array.from({ length: 100_000 }, () => ({ title: 'l'.repeat(50) }))
  const event = tell(gitLabMerge({}, { labels: many }))
  assert.equal(event?.type, 'merged')
  assert.equal(event.pull.labels.length, 1)
})
