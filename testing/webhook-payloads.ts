import { createHmac } from 'node:crypto'
import type { WebhookRequest } from '#platform/webhooks/provider.ts'

/** HMAC-SHA256 in hexadecimal, as GitHub, Forgejo and Gitea sign. */
export const hmacHex = (secret: string, body: string | Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** A webhook request with this payload. */
export const webhookRequest = (payload: unknown, headers: Record<string, string>): WebhookRequest => ({
  headers,
  body: Buffer.from(JSON.stringify(payload)),
})

/** A merge request event as GitLab documents it. */
export const gitLabMerge = (
  attributes: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
) => ({
  object_kind: 'merge_request',
  event_type: 'merge_request',
  user: { id: 51, name: 'Grace', username: 'grace', email: '[REDACTED]' },
  project: {
    id: 3,
    name: 'App',
    web_url: 'https://gitlab.example.org/acme/mobile/app',
    namespace: 'mobile',
    visibility_level: 20,
    path_with_namespace: 'acme/mobile/app',
    default_branch: 'main',
  },
  repository: { name: 'App', url: 'git@gitlab.example.org:acme/mobile/app.git' },
  object_attributes: {
    id: 99,
    iid: 12,
    target_branch: 'main',
    source_branch: 'totals',
    source_project_id: 3,
    target_project_id: 3,
    author_id: 51,
    title: 'Show totals in the right currency',
    description: 'Closes #7',
    state: 'merged',
    merge_status: 'can_be_merged',
    merge_commit_sha: 'ab'.repeat(20),
    last_commit: { id: 'cd'.repeat(20), message: 'Show totals' },
    created_at: '2026-03-01 08:00:00 UTC',
    updated_at: '2026-03-02 09:30:00 UTC',
    url: 'https://gitlab.example.org/acme/mobile/app/-/merge_requests/12',
    action: 'merge',
    ...attributes,
  },
  labels: [{ id: 206, title: 'billing', color: '#ffffff', project_id: 3, type: 'ProjectLabel' }],
  changes: {},
  ...more,
})

/** A pull request event as Forgejo and Gitea document it. */
export const forgejoMerge = (pull: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  action: 'closed',
  number: 4,
  pull_request: {
    id: 31,
    number: 4,
    url: 'https://forge.example.org/acme/app/pulls/4',
    html_url: 'https://forge.example.org/acme/app/pulls/4',
    user: { id: 2, login: 'grace', full_name: 'Grace', email: 'grace@noreply.example.org' },
    title: 'Keep drafts when the connection drops',
    body: 'Fixes #3',
    labels: [{ id: 8, name: 'offline', color: '00aabb' }],
    state: 'closed',
    mergeable: true,
    merged: true,
    merged_at: '2026-03-02T09:30:00Z',
    merge_commit_sha: 'ef'.repeat(20),
    merged_by: { id: 1, login: 'ada' },
    base: { label: 'main', ref: 'main', sha: 'aa'.repeat(20), repo_id: 5 },
    head: { label: 'drafts', ref: 'drafts', sha: 'bb'.repeat(20), repo_id: 5 },
    additions: 12,
    deletions: 3,
    changed_files: 2,
    created_at: '2026-03-01T08:00:00Z',
    updated_at: '2026-03-02T09:30:00Z',
    ...pull,
  },
  repository: { id: 5, name: 'app', full_name: 'acme/app', html_url: 'https://forge.example.org/acme/app' },
  sender: { id: 1, login: 'ada' },
  ...more,
})

const BITBUCKET = 'https://bitbucket.org/acme/app'
const bitbucketPlace = (branch: string, hash: string) => ({
  branch: { name: branch },
  commit: { type: 'commit', hash, links: { html: { href: `${BITBUCKET}/commits/${hash}` } } },
  repository: { type: 'repository', full_name: 'acme/app', name: 'app', uuid: '{1d29d34f}' },
})

/** A pull request event as Bitbucket Cloud posts it: hashes are cut, and the time of the merge is that of the last change. */
export const bitbucketMerge = (pull: Record<string, unknown> = {}) => ({
  repository: {
    ...{ type: 'repository', full_name: 'acme/app', name: 'app', scm: 'git', is_private: true },
    ...{ uuid: '{1d29d34f}', links: { html: { href: BITBUCKET } } },
  },
  actor: { display_name: 'Ada', type: 'user', uuid: '{18aaf105}', account_id: '5b90', nickname: 'ada' },
  pullrequest: {
    ...{ comment_count: 0, task_count: 0, type: 'pullrequest', id: 6, state: 'MERGED', draft: false },
    ...{ title: 'Export reports as CSV', description: 'Closes #3', reason: '', close_source_branch: true },
    summary: { type: 'rendered', raw: 'Closes #3', markup: 'markdown', html: '<p>Closes #3</p>' },
    merge_commit: { type: 'commit', hash: '6ca069123978' },
    author: { display_name: 'Grace H', type: 'user', uuid: '{1}', account_id: '5b91', nickname: 'grace' },
    ...{ created_on: '2026-03-01T08:00:00.464028+00:00', updated_on: '2026-03-02T09:30:00.675990+00:00' },
    ...{ source: bitbucketPlace('csv', 'ed0e0bfd9a94'), destination: bitbucketPlace('main', '49cb0fd6590a') },
    ...{ reviewers: [], participants: [], links: { html: { href: `${BITBUCKET}/pull-requests/6` } } },
    ...pull,
  },
})

/** A service hook as Azure DevOps posts it. */
export const azureMerge = (pull: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  ...{
    subscriptionId: '4f6e6328',
    notificationId: 3,
    id: 'b1a4d0a2-event',
    eventType: 'git.pullrequest.merged',
  },
  ...{ publisherId: 'tfs', message: { text: 'Grace H has created a merge commit' } },
  resource: {
    repository: {
      ...{ id: '278d5cd2-584d-4b63-824a-2ba458937249', name: 'app', defaultBranch: 'refs/heads/main' },
      project: { id: '6ce954b1', name: 'My Shop', state: 'wellFormed', visibility: 'private' },
      remoteUrl: 'https://acme@dev.azure.com/acme/My%20Shop/_git/app',
    },
    ...{ pullRequestId: 22, status: 'completed', mergeStatus: 'succeeded', isDraft: false },
    createdBy: { id: 'd6245f20', displayName: 'Grace H', uniqueName: 'grace@example.com' },
    ...{ creationDate: '2026-03-01T08:00:00.589889Z', closedDate: '2026-03-02T09:30:00.3660573Z' },
    ...{ title: 'Sort orders by date', description: 'Fixes #4' },
    ...{ sourceRefName: 'refs/heads/sort', targetRefName: 'refs/heads/main' },
    lastMergeSourceCommit: { commitId: 'ab'.repeat(20) },
    lastMergeTargetCommit: { commitId: 'cd'.repeat(20) },
    lastMergeCommit: { commitId: '0a'.repeat(20) },
    ...{
      reviewers: [],
      labels: [
        { id: '1', name: 'orders', active: true },
        { id: '2', name: 'old', active: false },
      ],
    },
    ...pull,
  },
  ...{ resourceVersion: '1.0', createdDate: '2026-03-02T09:30:02.2813828Z' },
  resourceContainers: {
    collection: { id: 'c12d', baseUrl: 'https://dev.azure.com/acme/' },
    project: { id: '6ce954b1', baseUrl: 'https://dev.azure.com/acme/' },
  },
  ...more,
})
