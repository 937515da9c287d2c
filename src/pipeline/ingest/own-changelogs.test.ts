import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { randomIds } from '#platform/ids.ts'
import { openSecrets } from '#platform/secrets.ts'
import { createSource } from '#pulls/connections/sources.ts'
import type { CodeHost } from '#pulls/hosts/code-host.ts'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import { ownChangelogs } from './own-changelogs.ts'

const NEVER = () => Promise.reject(new Error('Nobody asks for that here.'))
const RELEASE = { tag: 'v1.0.0', name: '', body: '- Dark mode (#1)', at: 0, url: null, isPrerelease: false }
const HOST: CodeHost = {
  ...{ host: 'git.example.org:3000', repository: NEVER, mergedPull: NEVER, mergedPulls: NEVER },
  ...{ issueTitle: NEVER, diff: NEVER, shipments: NEVER, contains: NEVER },
  releaseNotes: async () => [RELEASE],
}

withDatabase('the releases of a host are named after it, without its port', async db => {
  const clock = manualClock()
  const secrets = openSecrets([{ id: 'test', bytes: new Uint8Array(32) }])
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  const place = {
    provider: 'forgejo',
    apiUrl: 'https://git.example.org:3000/api/v1',
    host: HOST.host,
  } as const
  const source = { ...place, accountId: account.id, repo: 'acme/app', token: 'secret', installationId: null }
  await db.write(tx => createSource(tx, clock, randomIds, secrets, source))
  const git = { identity: NEVER, changelogFiles: NEVER, releaseDates: NEVER }
  const reader = { db, git, gitRoots: { locate: NEVER }, hostOf: async () => HOST }
  const found = await ownChangelogs(reader, account.id, new AbortController().signal)
  assert.deepEqual(
    found.map(({ name, texts }) => [name, texts.length]),
    [['git.example.org', 1]],
  )
})
