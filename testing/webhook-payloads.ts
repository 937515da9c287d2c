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
