import { randomUUID } from 'node:crypto'
import type { Source } from '#pulls/connections/sources.ts'
import type { Answer } from './http.ts'
import type { TestService } from './service.ts'
import { hmacHex } from './webhook-payloads.ts'

/** A pull request in a webhook payload of GitHub, merged on the day of the test clock. */
export const aGitHubPull = (more: Record<string, unknown> = {}) => ({
  number: 7,
  title: 'feat: export reports as CSV',
  body: '',
  html_url: 'https://github.com/acme/app/pull/7',
  merged: true,
  merged_at: '2026-03-02T08:00:00Z',
  updated_at: '2026-03-02T08:00:00Z',
  merge_commit_sha: 'a'.repeat(40),
  user: { login: 'ann', type: 'User' },
  labels: [] as { name: string }[],
  base: { ref: 'main' },
  ...more,
})

/** The parts of a GitHub webhook that tests vary. */
export interface GitHubEvent {
  event?: string
  action?: string
  pull?: ReturnType<typeof aGitHubPull>
  repository?: { id: number; full_name: string; default_branch?: string; private?: boolean }
  delivery?: string
  headers?: Record<string, string>
  secret?: string
  /** Replaces the generated body. */
  body?: string | Buffer
}

/** Sends a signed webhook to the address of a source. */
export function sendGitHubWebhook(
  { ask }: Pick<TestService, 'ask'>,
  { source, secret }: { source: Pick<Source, 'id'>; secret: string },
  given: GitHubEvent = {},
): Promise<Answer> {
  const { event = 'pull_request', action = 'closed', pull = aGitHubPull() } = given
  const repository = given.repository ?? { id: 5, full_name: 'acme/app' }
  const body = Buffer.from(given.body ?? JSON.stringify({ action, repository, pull_request: pull }))
  return ask(`/api/callbacks/github/${source.id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': given.delivery ?? randomUUID(),
      'x-hub-signature-256': `sha256=${hmacHex(given.secret ?? secret, body)}`,
      ...given.headers,
    },
    body,
  })
}
