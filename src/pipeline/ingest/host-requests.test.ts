import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { randomIds } from '#platform/ids.ts'
import { PermanentError } from '#platform/jobs/job.ts'
import { openSecrets } from '#platform/secrets.ts'
import { createSource, sourceById } from '#pulls/connections/sources.ts'
import type { CodeHost } from '#pulls/hosts/code-host.ts'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import { type PipelineContext, refreshRepository } from './host-requests.ts'

const NEVER = () => Promise.reject(new Error('Nobody asks for that here.'))

withDatabase('a repository that took over the name of another is not read', async db => {
  const clock = manualClock()
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  const secrets = openSecrets([{ id: 'test', bytes: new Uint8Array(32) }])
  const { source } = await db.write(tx =>
    createSource(tx, clock, randomIds, secrets, {
      ...{
        accountId: account.id,
        provider: 'gitlab',
        apiUrl: 'https://gitlab.com/api/v4',
        host: 'gitlab.com',
      },
      ...{ repo: 'acme/app', externalId: '5', token: 'secret', installationId: null },
    }),
  )
  const host: CodeHost = {
    ...{ host: 'gitlab.com', mergedPull: NEVER, mergedPulls: NEVER, releaseNotes: NEVER },
    ...{ issueTitle: NEVER, diff: NEVER, shipments: NEVER, contains: NEVER },
    repository: async name => ({ name, id: '6', isPrivate: false, defaultBranch: null, about: null }),
  }
  const context: PipelineContext = {
    ...{ db, action: { clock, ids: randomIds, actor: 'test', effects: [] } },
    ...{ judge: NEVER, hostOf: async () => host },
  }

  await assert.rejects(refreshRepository(context, source), PermanentError)
  const { state, externalId } = await sourceById(db.read, source.id)
  assert.deepEqual({ state, externalId }, { state: 'gone', externalId: '5' })
})
