import assert from 'node:assert/strict'
import { REVIEW_DELAY_MS } from '#pipeline/reviewing/review-job.ts'
import type { Engine } from '#platform/db/database.ts'
import { setReviews } from '#pulls/connections/reviews.ts'
import { type Source, sourceById } from '#pulls/connections/sources.ts'
import type { CodeHostName } from '#pulls/hosts/hosts.ts'
import { Comments, type History, type ShownPull } from './code-host-server/history.ts'
import { SAMPLE } from './code-host-server/sample.ts'
import { type CodeHostServer, PROTOCOLS, startCodeHostServer } from './code-host-server/server.ts'
import { aService, type TestService } from './service.ts'

/** The number of the pull request that is opened. */
export const OPENED = 900

/** A source with reviews, on a code host with the sample and one open pull request. */
export interface ReviewScene extends AsyncDisposable {
  it: TestService
  server: CodeHostServer
  source: Source
  /** Changes the open pull request, sends the host's webhook, and works on what follows. */
  happens(action: string, change?: Partial<ShownPull>): Promise<void>
  /** Sends the host's webhook, without working on what follows. */
  tell(action: string, more?: Record<string, unknown>): Promise<void>
  /** Lets the time pass after which a review is due, and runs the jobs that are due. */
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
    const { payload, headers } = PROTOCOLS[provider]
    const body = Buffer.from(JSON.stringify(payload({ repo: SAMPLE, number: OPENED, action }, more)))
    const { status } = await it.ask(`/api/callbacks/${provider}/${source.id}`, {
      method: 'POST',
      headers: headers(secret, body, action),
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
    said: () => history.comments.on(OPENED).map(({ body }) => body.replace(/^\[tidings-review\].*\n\n/, '')),
    current: () => sourceById(it.service.db.read, source.id),
    async [Symbol.asyncDispose]() {
      await it.close()
      await server.close()
    },
  }
}

/** An open pull request whose title says nothing that a customer would understand, so the review asks its author. */
export const openPull = (model: ShownPull): ShownPull => ({
  ...model,
  ...{ number: OPENED, title: 'fix: improve team member removal ux', body: '', isOpen: true },
  ...{ labels: [], commits: [], fragments: [], filesChanged: 1, additions: 80, deletions: 20 },
  files: [{ path: 'src/team/members.ts', additions: 80, deletions: 20, status: 'modified' }],
})
