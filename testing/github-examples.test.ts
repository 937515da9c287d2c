import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { sendGitHubWebhook } from './github-webhooks.ts'
import { type TestService, withRunningService } from './service.ts'

interface Payload {
  action?: string
  repository?: { id: number; full_name: string }
  pull_request?: Record<string, unknown>
}

/** Recorded payloads of all events that GitHub sends. */
const EVENTS: { name: string; examples: Payload[] }[] = createRequire(import.meta.url)(
  '@octokit/webhooks-examples/api.github.com/index.json',
)
const EXAMPLES = EVENTS.flatMap(({ name, examples }) => examples.map(payload => ({ event: name, payload })))

const MERGED = EXAMPLES.filter(({ event }) => event === 'pull_request').map(({ event, payload }) => ({
  event,
  payload: {
    ...payload,
    action: 'closed',
    pull_request: {
      ...payload.pull_request,
      merged: true,
      state: 'closed',
      merged_at: '2026-03-02T08:00:00Z',
      merge_commit_sha: 'ab'.repeat(20),
    },
  },
}))

const repositoryOf = ({ repository }: Payload) => repository ?? { id: 1, full_name: 'acme/app' }

/** A connection for each repository that the payloads name. */
async function connectAll(it: TestService, payloads: readonly Payload[]) {
  const names = new Set(payloads.map(payload => repositoryOf(payload).full_name))
  const connections = new Map<string, Awaited<ReturnType<TestService['connect']>>>()
  for (const repo of names) connections.set(repo, await it.connect({ repo }))
  return ({ event, payload }: { event: string; payload: Payload }) => {
    const connection = connections.get(repositoryOf(payload).full_name)
    if (!connection) throw new Error('Each was connected.')
    return sendGitHubWebhook(it, connection, { event, body: JSON.stringify(payload) })
  }
}

withRunningService('every recorded event is accepted, and only merges are recorded', async it => {
  const send = await connectAll(
    it,
    EXAMPLES.map(({ payload }) => payload),
  )
  for (const example of EXAMPLES) assert.equal((await send(example)).status, 202, example.event)
  await it.settle()
  assert.deepEqual(await it.ledger(), [])
  const unsettled = await it.service.db.read
    .selectFrom('delivery')
    .select(['event', 'detail'])
    .where('state', 'in', ['received', 'failed'])
    .execute()
  assert.deepEqual(unsettled, [])
})

withRunningService(
  'every recorded pull request, merged and sent five times at once, gives one record',
  async it => {
    const send = await connectAll(
      it,
      MERGED.map(({ payload }) => payload),
    )
    const sent = Array.from({ length: 5 }, () => MERGED).flat()
    const shuffled = sent
      .map((one, at) => ({ one, key: (at * 7919) % sent.length }))
      .toSorted((a, b) => a.key - b.key)
    const answers = await Promise.all(shuffled.map(({ one }) => send(one)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
    await it.settle()
    const distinct = new Set(
      MERGED.map(
        ({ payload }) => `${repositoryOf(payload).full_name}#${Object(payload.pull_request).number}`,
      ),
    )
    assert.equal((await it.ledger()).length, distinct.size)
  },
)
