import assert from 'node:assert/strict'
import { createJudge } from '#app/judging.ts'
import { noModel } from '#testing/guidance.ts'
import { streamOf } from '#testing/pulls.ts'
import { withRunningService } from '#testing/service.ts'
import { importMerges } from './import.ts'

withRunningService('an import without merges makes no drafts', async it => {
  const { db, clock, ids } = it.service
  const judge = await createJudge({ db, clock, ids, modelOf: noModel })
  const importer = { db, action: { clock, ids, actor: 'import', effects: [] }, judge }
  const { drafts } = await importMerges(importer, it.account, streamOf([]), { past: 'month' })
  assert.equal(drafts, 0)
})
