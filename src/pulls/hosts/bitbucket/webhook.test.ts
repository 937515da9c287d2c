import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#platform/errors.ts'
import { bitbucketMerge, hmacHex, webhookRequest } from '#testing/webhook-payloads.ts'
import { bitbucket } from './webhook.ts'

const tell = (payload: unknown, key = 'pullrequest:fulfilled') => {
  const name = bitbucket.eventNameOf(webhookRequest(payload, { 'x-event-key': key }), payload)
  return name === null ? null : bitbucket.parse(name, payload)
}

test('a merge is read with everything in the payload', () => {
  assert.deepEqual(tell(bitbucketMerge()), {
    type: 'merged',
    repo: { name: 'acme/app', id: '{1d29d34f}', isPrivate: true },
    installationId: null,
    pull: {
      host: 'bitbucket.org',
      repo: 'acme/app',
      number: 6,
      title: 'Export reports as CSV',
      body: 'Closes #3',
      author: 'grace',
      authorIsBot: false,
      labels: [],
      baseBranch: 'main',
      headBranch: 'csv',
      mergeCommit: null,
      mergedAt: Date.UTC(2026, 2, 2, 9, 30, 0, 675),
      changedAt: Date.UTC(2026, 2, 2, 9, 30, 0, 675),
      url: 'https://bitbucket.org/acme/app/pull-requests/6',
      files: [],
      filesChanged: 0,
      additions: 0,
      deletions: 0,
      linkedIssues: ['#3'],
      commits: [],
      fragments: [],
    },
  })
})

test('a merge whose time cannot be read, or cannot be, is a merge', () => {
  for (const updated_on of ['yesterday', '0001-01-01T00:00:00+00:00', null]) {
    const event = tell(bitbucketMerge({ updated_on }))
    assert.equal(event?.type === 'merged' && event.pull.mergedAt, Number.POSITIVE_INFINITY)
  }
})

test('a pull request of a fork, without an author or a source branch, is read too', () => {
  const event = tell(
    bitbucketMerge({ author: null, source: { branch: null, commit: null, repository: null } }),
  )
  assert.ok(event?.type === 'merged')
  assert.deepEqual([event.pull.author, event.pull.headBranch], [null, undefined])
})

test('what is not merged is no merge, and of an open one it is told whether its author may be asked', () => {
  assert.equal(tell(bitbucketMerge({ state: 'DECLINED' }), 'pullrequest:rejected'), null)
  assert.equal(tell(bitbucketMerge({ state: 'DECLINED' })), null)
  assert.equal(tell(bitbucketMerge(), 'pullrequest:comment_created'), null)
  assert.equal(tell({ push: {} }, 'repo:push'), null)
  const opened = (key: string) => {
    const event = tell(bitbucketMerge({ state: 'OPEN', merge_commit: null }), key)
    return event?.type === 'proposed' ? [event.repo.name, event.number, event.isOpening] : null
  }
  assert.deepEqual(opened('pullrequest:created'), ['acme/app', 6, true])
  assert.deepEqual(opened('pullrequest:updated'), ['acme/app', 6, false])
  for (const key of ['pullrequest:approved', 'pullrequest:fulfilled', 'toString', ''])
    assert.equal(opened(key), null)
})

test('a request is proven by its signature alone, and sent again it keeps its id', () => {
  const payload = bitbucketMerge()
  const seal = hmacHex('s3cret', JSON.stringify(payload))
  const headers = { 'x-hub-signature': `sha256=${seal}`, 'x-request-uuid': 'one', 'x-attempt-number': '2' }
  assert.ok(bitbucket.verify(webhookRequest(payload, headers), ['old', 's3cret'], 0))
  assert.equal(bitbucket.verify(webhookRequest(payload, headers), ['other'], 0), false)
  assert.equal(bitbucket.verify(webhookRequest(payload, { 'x-hub-signature': seal }), ['s3cret'], 0), false)
  assert.equal(bitbucket.deliveryIdOf(webhookRequest(payload, headers), payload), 'one')
})

test('a payload that Bitbucket would never send is an invalid parameter', () => {
  for (const fault of [{ id: 0 }, { title: {} }, { destination: null }])
    assert.throws(
      () => tell(bitbucketMerge(fault)),
      (error: unknown) => error instanceof AppError && error.code === 'invalid_parameter',
    )
})
