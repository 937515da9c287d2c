import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { aService } from '#testing/service.ts'

test('while another process locks the database, callbacks get 503 in time and feeds are served as usual', async () => {
  const it = await aService('sqlite')
  const { location } = it
  assert.ok(location.engine === 'sqlite')
  const connection = await it.connect()
  const other = new DatabaseSync(location.file)
  try {
    other.exec('begin immediate')
    const waiting: Promise<{ status: number; seconds: number }>[] = []
    for (let n = 0; n < 4; n++) {
      waiting.push(timed(() => sendGitHubWebhook(it, connection, { delivery: `locked-${n}` })))
      await sleep(400)
    }
    const feed = await timed(() => it.ask(`/changelog/${it.account.publicId}`))
    assert.ok(feed.status === 200 && feed.seconds < 1, `${feed.status} after ${feed.seconds} s`)
    for (const { status, seconds } of await Promise.all(waiting)) {
      assert.equal(status, 503)
      assert.ok(seconds < 9.5, `answered after ${seconds} s`)
    }
    other.exec('rollback')
    assert.equal((await sendGitHubWebhook(it, connection, { delivery: 'locked-0' })).status, 202)
  } finally {
    other.close()
    await it.close()
  }
})

async function timed(ask: () => Promise<{ status: number }>): Promise<{ status: number; seconds: number }> {
  const start = performance.now()
  const { status } = await ask()
  return { status, seconds: (performance.now() - start) / 1_000 }
}
