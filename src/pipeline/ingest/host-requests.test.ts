import assert from 'node:assert/strict'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { PermanentError } from '#platform/jobs/job.ts'
import { sourceById } from '#pulls/connections/sources.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { findOrCreateByExternalId } from '#pulls/repositories/repositories.ts'
import { withDatabase } from '#testing/databases.ts'
import { aHostContext } from '#testing/host-context.ts'
import { RepositoryGone, refreshRepository } from './host-requests.ts'

const publicity = async (db: Database) =>
  (await db.read.selectFrom('repository').select('is_public').executeTakeFirstOrThrow()).is_public

const makePublic = (db: Database) =>
  db.write(tx => tx.updateTable('repository').set({ is_public: 1 }).execute())

withDatabase('a repository that took over the name of another is not read, and not linked to', async db => {
  const other = { id: '6', isPrivate: false, defaultBranch: null, about: null }
  const { context, source } = await aHostContext(db, { repository: async name => ({ ...other, name }) })
  await makePublic(db)
  await assert.rejects(refreshRepository(context, source), PermanentError)
  const { state, externalId } = await sourceById(db.read, source.id)
  assert.deepEqual({ state, externalId }, { state: 'gone', externalId: '5' })
  assert.equal(await publicity(db), 0)
})

withDatabase(
  'a repository that its host no longer shows counts as private; if the host answers neither, it stays what it was',
  async db => {
    let reason: HostFailure['reason']
    const { context, source } = await aHostContext(db, {
      repository: () => Promise.reject(new HostFailure(reason, 'gitlab.com')),
    })
    await makePublic(db)
    for (reason of ['unauthorized', 'suspended', 'temporary'] as const) {
      await assert.rejects(refreshRepository(context, source))
      assert.equal(await publicity(db), 1, reason)
    }
    reason = 'gone'
    await assert.rejects(refreshRepository(context, source))
    assert.equal(await publicity(db), 0)
  },
)

withDatabase(
  'a repository whose name another one of the account has taken is gone until its host names it',
  async db => {
    const { clock, account, context, source } = await aHostContext(db, {})
    const place = { host: 'gitlab.com', repo: 'acme/app', externalId: '6' }
    await db.write(tx => findOrCreateByExternalId(tx, clock, randomIds, account.id, place))
    const renamed = await sourceById(db.read, source.id)
    assert.equal(renamed.repo, 'acme/app~1')
    await assert.rejects(refreshRepository(context, renamed), RepositoryGone)
    assert.equal((await sourceById(db.read, source.id)).state, 'gone')
  },
)
