import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#platform/errors.ts'
import { forgejoMerge, hmacHex, webhookRequest } from '#testing/webhook-payloads.ts'
import { forgejo } from './webhook.ts'

const tell = (payload: unknown, headers: Record<string, string> = { 'x-forgejo-event': 'pull_request' }) => {
  const name = forgejo.eventNameOf(webhookRequest(payload, headers), payload)
  return name === null ? null : forgejo.parse(name, payload)
}

test('a merge is read with everything in the payload', () => {
  assert.deepEqual(tell(forgejoMerge()), {
    type: 'merged',
    repo: { name: 'acme/app', id: '5' },
    installationId: null,
    pull: {
      host: 'forge.example.org',
      repo: 'acme/app',
      number: 4,
      title: 'Keep drafts when the connection drops',
      body: 'Fixes #3',
      author: 'grace',
      authorIsBot: false,
      labels: ['offline'],
      baseBranch: 'main',
      headBranch: 'drafts',
      mergeCommit: 'ef'.repeat(20),
      mergedAt: Date.UTC(2026, 2, 2, 9, 30),
      changedAt: Date.UTC(2026, 2, 2, 9, 30),
      url: 'https://forge.example.org/acme/app/pulls/4',
      files: [],
      filesChanged: 2,
      additions: 12,
      deletions: 3,
      linkedIssues: ['#3'],
      commits: [],
      fragments: [],
    },
  })
})

test('Gitea webhooks are read by their own headers', () => {
  assert.equal(tell(forgejoMerge(), { 'x-gitea-event': 'pull_request' })?.type, 'merged')
  const callback = webhookRequest({}, { 'x-gitea-delivery': 'd-1' })
  assert.equal(forgejo.deliveryIdOf(callback, {}), 'd-1')
})

test('edits and labels count only after the merge', () => {
  for (const action of ['edited', 'label_updated', 'label_cleared']) {
    assert.equal(tell(forgejoMerge({}, { action }))?.type, 'edited')
    assert.equal(tell(forgejoMerge({ merged: false, merged_at: null }, { action })), null)
  }
  const labels = { 'x-forgejo-event': 'pull_request_label' }
  assert.equal(tell(forgejoMerge({}, { action: 'label_updated' }), labels)?.type, 'edited')
  assert.equal(tell(forgejoMerge({}, { action: 'reopened' })), null)
  assert.equal(tell(forgejoMerge({}, { action: 'valueOf' })), null)
  assert.equal(tell(forgejoMerge(), { 'x-forgejo-event': 'push' }), null)
  for (const payload of [null, 1, 'text', [], {}]) assert.equal(tell(payload), null)
})

test('of an open pull request it is told what happened, and whether its author may be asked', () => {
  const happened = (action: string, headers?: Record<string, string>) => {
    const event = tell(forgejoMerge({ state: 'open', merged: false, merged_at: null }, { action }), headers)
    return event?.type === 'proposed' ? [event.repo.name, event.number, event.isOpening] : null
  }
  for (const action of ['opened', 'reopened']) assert.deepEqual(happened(action), ['acme/app', 4, true])
  for (const action of ['synchronized', 'edited']) assert.deepEqual(happened(action), ['acme/app', 4, false])
  const pushed = { 'x-forgejo-event': 'pull_request_sync' }
  assert.deepEqual(happened('synchronized', pushed), ['acme/app', 4, false])
  for (const action of ['assigned', 'label_updated', 'toString']) assert.equal(happened(action), null)
})

test('a signature in any of its headers is accepted', () => {
  const payload = forgejoMerge()
  const seal = hmacHex('s3cret', JSON.stringify(payload))
  for (const header of ['x-forgejo-signature', 'x-gitea-signature']) {
    assert.ok(forgejo.verify(webhookRequest(payload, { [header]: seal }), ['s3cret'], 0))
    assert.equal(forgejo.verify(webhookRequest(payload, { [header]: seal }), ['other'], 0), false)
    assert.equal(
      forgejo.verify(webhookRequest(payload, { [header]: `sha256=${seal}` }), ['s3cret'], 0),
      false,
    )
  }
  assert.ok(
    forgejo.verify(webhookRequest(payload, { 'x-hub-signature-256': `sha256=${seal}` }), ['s3cret'], 0),
  )
  assert.equal(forgejo.verify(webhookRequest(payload, {}), ['s3cret'], 0), false)
})

test('a payload that Forgejo would never send is an invalid parameter', () => {
  for (const fault of [{ number: 0 }, { title: {} }, { base: null }]) {
    assert.throws(
      () => tell(forgejoMerge(fault)),
      (error: unknown) => error instanceof AppError && error.code === 'invalid_parameter',
    )
  }
})
