import assert from 'node:assert/strict'
import { systemClock } from '#platform/clock.ts'
import { randomIds } from '#platform/ids.ts'
import { withDatabase } from '#testing/databases.ts'
import { createAccount, setAllowedOrigins } from './account.ts'

withDatabase('an origin that no browser sends is refused', async db => {
  const account = await db.write(tx => createAccount(tx, systemClock, randomIds, { name: 'Acme' }))
  const allow = (origin: string) =>
    db.write(tx =>
      setAllowedOrigins(tx, { clock: systemClock, ids: randomIds, actor: 'test' }, account, [origin]),
    )
  for (const origin of [
    'https://*.acme.com',
    'https://*',
    '*',
    'null',
    'acme.com',
    '//acme.com',
    'https://acme.com/',
    'https://acme.com/changelog',
    'https://acme.com?x',
    'https://acme.com#x',
    'https://ada@acme.com',
    'https://acme.com:443',
    'http://acme.com:80',
    'https://acme.com:0',
    'https://bücher.example',
    'https://a..b',
    'https://acme,com',
    'https://127.1',
    'ftp://acme.com',
    ' https://acme.com',
    'https:/acme.com',
  ])
    await assert.rejects(allow(origin), { code: 'invalid_parameter' }, origin)
  await assert.rejects(allow('https://acme.com/changelog'), /Did you mean https:\/\/acme\.com\?/)
  await assert.rejects(allow('https://bücher.example'), /Did you mean https:\/\/xn--bcher-kva\.example\?/)
})

withDatabase('an origin is stored as browsers send it', async db => {
  const account = await db.write(tx => createAccount(tx, systemClock, randomIds, { name: 'Acme' }))
  const given = ['https://WWW.acme.com', 'http://localhost:3000', 'https://[::1]:8443', 'http://192.168.0.7']
  const { allowedOrigins } = await db.write(tx =>
    setAllowedOrigins(tx, { clock: systemClock, ids: randomIds, actor: 'test' }, account, given),
  )
  assert.deepEqual(
    allowedOrigins,
    given.map(origin => origin.toLowerCase()),
  )
})
