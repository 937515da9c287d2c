import assert from 'node:assert/strict'
import { PermanentError } from '#platform/jobs/job.ts'
import { sourceById } from '#pulls/connections/sources.ts'
import { withDatabase } from '#testing/databases.ts'
import { aHostContext } from '#testing/host-context.ts'
import { refreshRepository } from './host-requests.ts'

withDatabase('a repository that took over the name of another is not read', async db => {
  const other = { id: '6', isPrivate: false, defaultBranch: null, about: null }
  const { context, source } = await aHostContext(db, { repository: async name => ({ ...other, name }) })
  await assert.rejects(refreshRepository(context, source), PermanentError)
  const { state, externalId } = await sourceById(db.read, source.id)
  assert.deepEqual({ state, externalId }, { state: 'gone', externalId: '5' })
})
