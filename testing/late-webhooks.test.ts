import assert from 'node:assert/strict'
import { listDeliveries } from '#pipeline/webhooks/deliveries.ts'
import { replayDelivery } from '#pipeline/webhooks/receive.ts'
import { DAY_MS, HOUR_MS } from '#platform/clock.ts'
import { sourceById } from '#pulls/connections/sources.ts'
import { aGitHubPull, type GitHubEvent, sendGitHubWebhook } from './github-webhooks.ts'
import { withRunningService } from './service.ts'

withRunningService(
  'a message that arrives late does not give a repository its former name back',
  async it => {
    const connection = await it.connect({ externalId: '5' })
    const { db, clock, ids } = it.service
    const nameAfter = async (event: GitHubEvent) => {
      await sendGitHubWebhook(it, connection, event)
      await it.settle()
      it.clock.advance(DAY_MS)
      return (await sourceById(db.read, connection.source.id)).repo
    }
    const timed = (at: number) => new Date(at).toISOString()
    const rename = (from: string, to: string, at: number): GitHubEvent => ({
      event: 'repository',
      body: JSON.stringify({
        action: 'renamed',
        repository: { id: 5, full_name: `acme/${to}`, updated_at: timed(at) },
        changes: { repository: { name: { from } } },
      }),
    })
    const merge = (name: string, number: number, at: number): GitHubEvent => ({
      repository: { id: 5, full_name: `acme/${name}` },
      pull: aGitHubPull({
        number,
        title: `feat: add chart ${number}`,
        merged_at: timed(at),
        updated_at: timed(at),
      }),
    })
    const start = it.clock.now()
    assert.equal(await nameAfter(rename('app', 'shop', start)), 'acme/shop')
    const [first] = await listDeliveries(db.read, { limit: 1 })
    assert.ok(first)
    assert.equal(await nameAfter(merge('app', 1, start - HOUR_MS)), 'acme/shop')
    assert.equal(await nameAfter(rename('shop', 'store', it.clock.now())), 'acme/store')
    assert.equal(await nameAfter(rename('app', 'shop', start)), 'acme/store')
    await db.write(tx => replayDelivery(tx, clock, ids, first.id))
    assert.equal(await nameAfter(merge('store', 2, it.clock.now())), 'acme/store')
    assert.equal(await nameAfter(merge('kiosk', 3, it.clock.now())), 'acme/kiosk')
    assert.equal((await it.ledger()).length, 3)
    assert.deepEqual(
      [
        ...new Set(
          (await listDeliveries(db.read, { limit: 9 })).map(({ event, state }) => `${state} ${event}`),
        ),
      ].toSorted(),
      ['processed pull_request.closed', 'processed repository.renamed'],
    )
  },
)
