import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onBothEngines } from '#testing/databases.ts'
import { readConfig } from './config/config.ts'
import { openService } from './open.ts'

const KEY = `test:${Buffer.alloc(32, 7).toString('base64')}`

onBothEngines('secrets work again after a failed read of the database', async location => {
  const config = { ...readConfig({ TIDINGS_ENCRYPTION_KEY: KEY }, '/', () => ''), database: location }
  const service = await openService(config, () => {}, { migrate: true })
  await service.db.write(tx => sql`alter table server_value rename to away`.execute(tx))
  await assert.rejects(service.secrets())
  await service.db.write(tx => sql`alter table away rename to server_value`.execute(tx))
  const secrets = await service.secrets()
  assert.equal(secrets.open(secrets.seal('a secret', 'a row'), 'a row'), 'a secret')
  await service.close()
})
