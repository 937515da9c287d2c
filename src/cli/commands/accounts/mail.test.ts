import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { suppressAddresses } from '#accounts/mail/suppressions.ts'
import { openDatabase } from '#platform/db/open.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import { aCommandLine } from '#testing/command-line.ts'
import { manualClock } from '#testing/world.ts'

test('a suppressed mail address is listed and can be allowed again', async context => {
  const cli = aCommandLine()
  context.after(() => cli.remove())
  await cli.json('account', 'create', '--name', 'Acme')
  assert.deepEqual(await cli.json('mail', 'suppressed'), { suppressed: [] })
  const db = await openDatabase(
    { engine: 'sqlite', file: join(cli.directory, 'data', 'tidings.db') },
    { migrate: false },
  )
  await db.write(tx =>
    suppressAddresses(tx, manualClock(), [mailAddressFrom('ada@example.com')], 'complained'),
  )
  await db.close()
  assert.deepEqual(await cli.json('mail', 'suppressed'), {
    suppressed: [{ address: 'ada@example.com', reason: 'complained', at: '2026-03-02T09:00:00.000Z' }],
  })
  assert.equal((await cli.run('mail', 'allow', 'Ada@example.com')).code, 0)
  assert.equal((await cli.run('mail', 'allow', 'ada@example.com')).code, 1)
  assert.deepEqual(await cli.json('mail', 'suppressed'), { suppressed: [] })
})
