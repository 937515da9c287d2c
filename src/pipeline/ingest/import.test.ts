import assert from 'node:assert/strict'
import { createJudge } from '#app/judging.ts'
import { historyCounts } from '#changelog/first-history.ts'
import type { Past } from '#pulls/past.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { noModel } from '#testing/guidance.ts'
import { aPull, streamOf } from '#testing/pulls.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import { importMerges } from './import.ts'

async function imported(it: TestService, merges: readonly MergedPull[], past: Past) {
  const { db, clock, ids } = it.service
  const judge = await createJudge({ db, clock, ids, modelOf: noModel })
  const importer = { db, action: { clock, ids, actor: 'import', effects: [] }, judge }
  return importMerges(importer, it.account, streamOf(merges), { past })
}

withRunningService('an import without merges makes no drafts', async it => {
  const { drafts } = await imported(it, [], 'month')
  assert.equal(drafts, 0)
})

withRunningService(
  'an import does not count what a later merge reverts, however much later that is',
  async it => {
    const titles = [
      'feat: add maps',
      ...Array.from({ length: 250 }, (_, at) => `ci: cache ${at}`),
      'Revert "feat: add maps (#1)"',
      'feat: add charts',
    ]
    const merges = titles.map((title, at) => aPull({ title, number: at + 1, mergedAt: at * 60_000 }))
    const result = await imported(it, merges, 'history')
    assert.deepEqual([result.recorded, result.user_facing], [titles.length, 1])
    assert.equal((await historyCounts(it.service.db.read, it.account.id)).customers, 1)
  },
)

withRunningService('a merge that git dates before 1970 is dated when it was read', async it => {
  await imported(
    it,
    [aPull({ title: 'feat: add maps', number: 1, mergedAt: Date.parse('0001-01-01') })],
    'history',
  )
  const row = await it.service.db.read
    .selectFrom('pull_request')
    .select('merged_at')
    .executeTakeFirstOrThrow()
  assert.equal(row.merged_at, it.service.clock.now())
})
