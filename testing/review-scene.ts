import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { REVIEW_DELAY_MS } from '#pipeline/reviewing/review-job.ts'
import type { Engine } from '#platform/db/database.ts'
import { setReviews } from '#pulls/connections/reviews.ts'
import { type Source, sourceById } from '#pulls/connections/sources.ts'
import type { CodeHostName } from '#pulls/hosts/hosts.ts'
import { Comments, type History, type ShownPull } from './code-host-server/history.ts'
import { SAMPLE } from './code-host-server/sample.ts'
import { type CodeHostServer, startCodeHostServer } from './code-host-server/server.ts'
import { aService, type TestService } from './service.ts'
import { hmacHex } from './webhook-payloads.ts'

/** The number of the pull request that is opened. */
export const OPENED = 900

/** A source with reviews on a host that tells of the sample, and one pull request that is open there. */
export interface ReviewScene extends AsyncDisposable {
  it: TestService
  server: CodeHostServer
  source: Source
  /** The open pull request changes, and the host says so. */
  happens(action: string, change?: Partial<ShownPull>): Promise<void>
  /** The host's webhook alone, nothing is worked on. */
  tell(action: string, more?: Record<string, unknown>): Promise<void>
  /** The time passes after which a review is due, and what is due is worked on. */
  settle(): Promise<void>
  /** The comments on the open pull request, without their marks. */
  said(): string[]
  /** The source as it is now. */
  current(): Promise<Source>
}

export async function aReviewScene(
  provider: CodeHostName,
  history: History,
  { engine = 'sqlite', isOn = true }: { engine?: Engine; isOn?: boolean } = {},
): Promise<ReviewScene> {
  history.comments = new Comments()
  const server = await startCodeHostServer(history, SAMPLE)
  const apiUrl = server.apiUrls[provider]
  const { host } = new URL(apiUrl)
  const it = await aService(engine, { TIDINGS_PRIVATE_HOSTS: host })
  const { source, secret } = await it.connect({
    ...{ provider, apiUrl, host },
    ...{ repo: SAMPLE, token: server.token },
  })
  if (isOn) await it.service.db.write(tx => setReviews(tx, source, 'on'))
  history.add(openPull(history.pull(6) ?? assert.fail()))
  const tell: ReviewScene['tell'] = async (action, more = {}) => {
    const body = Buffer.from(JSON.stringify(OPEN_PULL_WEBHOOKS[provider].payload(action, more)))
    const { status } = await it.ask(`/api/callbacks/${provider}/${source.id}`, {
      method: 'POST',
      headers: OPEN_PULL_WEBHOOKS[provider].headers(secret, body),
      body,
    })
    assert.equal(status, 202)
  }
  const settle = async () => {
    await it.settle()
    it.clock.advance(REVIEW_DELAY_MS)
    await it.settle()
  }
  return {
    it,
    server,
    source,
    tell,
    settle,
    async happens(action, change) {
      if (change) history.touch(OPENED, change)
      await tell(action)
      await settle()
    },
    said: () => history.comments.on(OPENED).map(({ body }) => body.replace(/^<!--.*\n/, '')),
    current: () => sourceById(it.service.db.read, source.id),
    async [Symbol.asyncDispose]() {
      await it.close()
      await server.close()
    },
  }
}

/** Its title says nothing that a customer would understand, so its author is asked. */
export const openPull = (model: ShownPull): ShownPull => ({
  ...model,
  ...{ number: OPENED, title: 'fix: improve team member removal ux', body: '', isOpen: true },
  ...{ labels: [], commits: [], fragments: [], filesChanged: 1, additions: 80, deletions: 20 },
  files: [{ path: 'src/team/members.ts', additions: 80, deletions: 20, status: 'modified' }],
})

interface Webhook {
  payload(action: string, more: Record<string, unknown>): unknown
  headers(secret: string, body: Buffer): Record<string, string>
}

const repository = { id: 7, full_name: SAMPLE }

/** What each host posts about the open pull request. */
export const OPEN_PULL_WEBHOOKS: Record<CodeHostName, Webhook> = {
  github: {
    payload: (action, more) => ({
      ...{ action, repository },
      pull_request: { number: OPENED, state: 'open', merged: false, merged_at: null, ...more },
    }),
    headers: (secret, body) => ({
      'x-github-event': 'pull_request',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${hmacHex(secret, body)}`,
    }),
  },
  gitlab: {
    payload: (action, more) => ({
      object_kind: 'merge_request',
      project: { id: 7, path_with_namespace: SAMPLE, web_url: `https://gitlab.example/${SAMPLE}` },
      object_attributes: { iid: OPENED, state: 'opened', action: GITLAB_ACTIONS[action] ?? action },
      changes: action === 'ready_for_review' ? { draft: { previous: true, current: false } } : {},
      ...more,
    }),
    headers: secret => ({ 'x-gitlab-token': secret, 'x-gitlab-event-uuid': randomUUID() }),
  },
  forgejo: {
    payload: (action, more) => ({
      ...{ action: FORGEJO_ACTIONS[action] ?? action, repository },
      pull_request: { number: OPENED, state: 'open', merged: false, ...more },
    }),
    headers: (secret, body) => ({
      'x-forgejo-event': 'pull_request',
      'x-forgejo-delivery': randomUUID(),
      'x-forgejo-signature': hmacHex(secret, body),
    }),
  },
}

/** GitHub's words for what happens in those of the others. */
const GITLAB_ACTIONS: Record<string, string> = {
  opened: 'open',
  reopened: 'reopen',
  synchronize: 'update',
  edited: 'update',
  ready_for_review: 'update',
}
const FORGEJO_ACTIONS: Record<string, string> = {
  synchronize: 'synchronized',
  ready_for_review: 'edited',
}
