import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after } from 'node:test'
import { openDatabase } from '#platform/db/open.ts'
import { aCommandLine } from '#testing/command-line.ts'
import { newPlace, onPostgres } from '#testing/databases.ts'

const cli = aCommandLine()
after(() => cli.remove())

onPostgres('an account moves to PostgreSQL, unless a server runs or something is there', async () => {
  const { location, remove } = await newPlace()
  const url = location.engine === 'postgres' ? location.url : ''
  try {
    await cli.json('account', 'create', '--name', 'Northwind')
    const accounts = await cli.json('account', 'list')
    const wrong = await cli.run('migrate', '--to', 'db.internal')
    assert.deepEqual([wrong.code, /takes an address like postgres:/.test(wrong.err)], [2, true])
    const db = await openDatabase(
      { engine: 'sqlite', file: join(cli.directory, 'data', 'tidings.db') },
      { migrate: false },
    )
    const seen = { id: 'one', started_at: Date.now(), seen_at: Date.now() }
    await db.write(tx => tx.insertInto('worker').values(seen).execute())
    assert.match((await cli.run('migrate', '--to', url)).err, /A server is running .*Stop it first/)
    await db.write(tx => tx.deleteFrom('worker').execute())
    await db.close()
    const { code, out } = await cli.run('migrate', '--to', url, '--json')
    assert.deepEqual([code, JSON.parse(out).tables.account], [0, 1])
    const again = await cli.run('migrate', '--to', url)
    assert.deepEqual([again.code, /tables already\. Nothing was copied/.test(again.err)], [2, true])
    cli.env.TIDINGS_ENCRYPTION_KEY = `moved:${Buffer.alloc(32).toString('base64')}`
    cli.env.DATABASE_URL = url
    assert.deepEqual(await cli.json('account', 'list'), accounts)
  } finally {
    delete cli.env.DATABASE_URL
    await remove()
  }
})
