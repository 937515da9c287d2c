import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import {
  findOrCreateByExternalId,
  findOrCreateRepository,
  listRepositories,
  renameRepository,
} from './repositories.ts'

async function anAccount(db: Database) {
  const clock = manualClock()
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  return {
    named: (repo: string, host = 'github.com') =>
      db.write(tx => findOrCreateRepository(tx, clock, randomIds, account.id, { host, repo })),
    ofHost: (repo: string, externalId: string) =>
      db.write(tx =>
        findOrCreateByExternalId(tx, clock, randomIds, account.id, { host: 'github.com', repo, externalId }),
      ),
    rename: (id: string, name: string, externalId: string) =>
      db.write(tx => renameRepository(tx, id, { name, externalId })),
    all: async () => (await listRepositories(db.read, account.id)).map(({ host, name }) => `${host} ${name}`),
  }
}

withDatabase('a repository is the same however its name is capitalised', async db => {
  const account = await anAccount(db)
  const known = await account.named('acme/app')
  assert.equal((await account.named('Acme/App')).id, known.id)
  assert.equal((await account.ofHost('ACME/app', '5')).id, known.id)
  assert.deepEqual(await account.all(), ['github.com ACME/app'])
})

withDatabase('the id of the host wins over a name, and whoever had the name gives it up', async db => {
  const account = await anAccount(db)
  const deleted = await account.ofHost('acme/app', '5')
  const renamed = await account.ofHost('acme/old', '6')
  await account.rename(renamed.id, 'Acme/App', '6')
  assert.deepEqual(await account.all(), ['github.com Acme/App', 'github.com acme/app~1'])
  const third = await account.ofHost('acme/app', '7')
  assert.ok(![deleted.id, renamed.id].includes(third.id))
  assert.deepEqual(await account.all(), [
    'github.com Acme/App~2',
    'github.com acme/app',
    'github.com acme/app~1',
  ])
  await account.rename(deleted.id, 'acme/attic', '5')
  assert.ok((await account.all()).includes('github.com acme/attic'))
})

withDatabase(
  'a repository that was imported without a remote is the one that a host tells of later',
  async db => {
    const account = await anAccount(db)
    const imported = await account.named('acme/app', 'git')
    assert.equal((await account.named('Acme/app')).id, imported.id)
    assert.deepEqual(await account.all(), ['github.com acme/app'])
    assert.equal((await account.named('acme/app', 'git')).id, imported.id)
    const elsewhere = await account.named('acme/app', 'gitlab.com')
    assert.notEqual(elsewhere.id, imported.id)
    assert.notEqual((await account.named('acme/app', 'git')).id, imported.id, 'of two it may be either')
  },
)
