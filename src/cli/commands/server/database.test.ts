import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after } from 'node:test'
import { openDatabase } from '#platform/db/open.ts'
import { aCommandLine } from '#testing/command-line.ts'
import { newPlace, onPostgres } from '#testing/databases.ts'
import { freePort } from '#testing/postgres.ts'
import { until } from '#testing/until.ts'

const cli = aCommandLine({ PORT: String(await freePort()) })
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
    assert.match((await cli.run('migrate', '--to', url)).err, /tidings\.db is in use\. Stop the server/)
    await db.close()
    const web = cli.start('web')
    await web.waitFor('listens on')
    assert.match((await cli.run('migrate', '--to', url)).err, /tidings\.db is in use\. Stop the server/)
    // The server is killed, so that it holds no lock that another process would have to wait for.
    web.process.kill('SIGKILL')
    await web.ended
    const { code, out } = await until(async () => {
      const copied = await cli.run('migrate', '--to', url, '--json')
      return !/is in use/.test(copied.err) && copied
    }, 'the end of the killed process')
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
