import assert from 'node:assert/strict'
import { HOUR_MS } from '#platform/clock.ts'
import { sourceById } from '#pulls/connections/sources.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { withDatabase } from '#testing/databases.ts'
import { aHostContext } from '#testing/host-context.ts'
import { aJobRun } from '#testing/jobs.ts'
import { reconcileJobs } from './reconcile.ts'

const YEAR_MS = 365 * 24 * HOUR_MS

withDatabase('merges that were missed while the clock was ahead are read once it is set back', async db => {
  const asked: (number | undefined)[] = []
  const { clock, account, source, context } = await aHostContext(db, {
    async mergedPulls(_, { since }) {
      asked.push(since)
      return { pulls: [], next: null }
    },
  })
  const connectedAt = clock.now()
  const reconcile = async () => {
    const outcome = await reconcileJobs(context).run({ sourceId: source.id }, aJobRun(account.id))
    await db.write(outcome)
    return (await sourceById(db.read, source.id)).reconciledUntil
  }
  clock.advance(YEAR_MS)
  await reconcile()
  clock.advance(HOUR_MS - YEAR_MS)
  assert.equal(await reconcile(), clock.now())
  clock.advance(HOUR_MS)
  await reconcile()
  clock.advance(-HOUR_MS / 2)
  await reconcile()
  assert.deepEqual(
    asked.map(since => ((since ?? 0) - connectedAt) / HOUR_MS),
    [-1, -1, 0, 0.5],
    'a clock that is a little behind that of another machine does not have everything read again',
  )
})

withDatabase(
  'a repository that its host no longer shows is gone without a failed job, until it is shown again',
  async db => {
    let isShown = false
    const { account, source, context } = await aHostContext(db, {
      async repository(name) {
        if (!isShown) throw new HostFailure('gone', 'gitlab.com', { status: 404 })
        return { name, id: '5', isPrivate: true, defaultBranch: null, about: null }
      },
      mergedPulls: async () => ({ pulls: [], next: null }),
    })
    const reconcile = async () => {
      await db.write(await reconcileJobs(context).run({ sourceId: source.id }, aJobRun(account.id)))
      const { state, stateReason, reconciledUntil } = await sourceById(db.read, source.id)
      return { state, stateReason, isReconciled: reconciledUntil !== null }
    }
    const stateReason = 'gitlab.com does not have what was asked for, or no longer shows it to us.'
    for (const _ of [1, 2])
      assert.deepEqual(await reconcile(), { state: 'gone', stateReason, isReconciled: false })
    isShown = true
    assert.deepEqual(await reconcile(), { state: 'active', stateReason: null, isReconciled: true })
  },
)
