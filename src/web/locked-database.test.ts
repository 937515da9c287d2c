import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { aService } from '#testing/service.ts'

/** GitHub's limit for the answer to a callback. */
const GIVEN_UP_AFTER_SECONDS = 10

test('while another process locks the database, callbacks get 503 in time and feeds are served as usual', async () => {
  await using it = await aService('sqlite')
  const { location } = it
  assert.ok(location.engine === 'sqlite')
  const connection = await it.connect()
  const other = new DatabaseSync(location.file)
  try {
    other.exec('begin immediate')
    let answered = 0
    const waiting: Promise<{ status: number; seconds: number }>[] = []
    for (let n = 0; n < 4; n++) {
      const sent = timed(() => sendGitHubWebhook(it, connection, { delivery: `locked-${n}` }))
      waiting.push(sent.finally(() => answered++))
    }
    const feed = await it.ask(`/changelog/${it.account.publicId}`)
    assert.deepEqual([feed.status, answered], [200, 0])
    for (const { status, seconds } of await Promise.all(waiting)) {
      assert.equal(status, 503)
      assert.ok(seconds < GIVEN_UP_AFTER_SECONDS, `answered after ${seconds} s`)
    }
    other.exec('rollback')
    assert.equal((await sendGitHubWebhook(it, connection, { delivery: 'locked-0' })).status, 202)
  } finally {
    other.close()
  }
})

async function timed(ask: () => Promise<{ status: number }>): Promise<{ status: number; seconds: number }> {
  const start = performance.now()
  const { status } = await ask()
  return { status, seconds: (performance.now() - start) / 1_000 }
}
