import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { migratedPlace, onPostgres } from '#testing/databases.ts'
import { openDatabase } from './open.ts'

onPostgres('a search that takes too long is no outage of the database', async () => {
  const { location, remove } = await migratedPlace('postgres')
  const db = await openDatabase(location, { migrate: false })
  try {
    await assert.rejects(
      db.search('somebody', reader => sql`select pg_sleep(20)`.execute(reader)),
      { name: 'AppError', message: 'The search takes too long. Ask for rarer words.' },
    )
  } finally {
    await db.close()
    await remove()
  }
})
