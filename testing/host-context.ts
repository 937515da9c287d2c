import { createAccount } from '#accounts/account.ts'
import type { PipelineContext } from '#pipeline/ingest/host-requests.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { openSecrets } from '#platform/secrets.ts'
import { createSource } from '#pulls/connections/sources.ts'
import type { CodeHost } from '#pulls/hosts/code-host.ts'
import { manualClock } from './world.ts'

const NEVER = () => Promise.reject(new Error('Nobody asks for that here.'))

/** A connected repository, with the id 5 on a host that answers as the test says. */
export async function aHostContext(db: Database, answers: Partial<CodeHost>) {
  const clock = manualClock()
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  const secrets = openSecrets([{ id: 'test', bytes: new Uint8Array(32) }])
  const place = { provider: 'gitlab', apiUrl: 'https://gitlab.com/api/v4', host: 'gitlab.com' } as const
  const wanted = { ...place, repo: 'acme/app', externalId: '5', token: 'secret', installationId: null }
  const { source } = await db.write(tx =>
    createSource(tx, clock, randomIds, secrets, { accountId: account.id, ...wanted }),
  )
  const host: CodeHost = {
    ...{ host: 'gitlab.com', mergedPull: NEVER, mergedPulls: NEVER, releaseNotes: NEVER },
    ...{ issueTitle: NEVER, diff: NEVER, shipments: NEVER, contains: NEVER },
    repository: async name => ({ name, id: '5', isPrivate: false, defaultBranch: null, about: null }),
    ...answers,
  }
  const context: PipelineContext = {
    ...{ db, action: { clock, ids: randomIds, actor: 'test', effects: [] } },
    ...{ judge: async () => [], hostOf: async () => host },
  }
  return { clock, account, source, context }
}
