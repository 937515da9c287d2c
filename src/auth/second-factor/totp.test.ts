import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTotpSecret, stepOf, totpAddress } from './second-factor.ts'

/** "12345678901234567890" in Base32, and the last six digits of the codes of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const CODES = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 20000000000: '353130' }

test('the codes of RFC 6238 belong to their time step, and to no other time', () => {
  for (const [seconds, code] of Object.entries(CODES)) {
    const step = Math.floor(Number(seconds) / 30)
    const at = (steps: number) => stepOf(SECRET, code, (Number(seconds) + 30 * steps) * 1000)
    assert.deepEqual([at(-1), at(0), at(1)], [step, step, step], 'a clock that is half a minute off')
    assert.deepEqual([at(-2), at(2)], [null, null])
  }
})

test('what is not a code of six digits belongs to no time', () => {
  for (const text of ['', '28708', '2870822', '28708a', '２８７０８２'])
    assert.equal(stepOf(SECRET, text, 59_000), null, text)
})

test('an authenticator app reads a key of 160 bits and whose it is', () => {
  const secret = newTotpSecret()
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.notEqual(newTotpSecret(), secret)
  const address = new URL(totpAddress(secret, 'ada@example.com'))
  assert.deepEqual(
    [address.protocol, address.host, address.pathname],
    ['otpauth:', 'totp', '/Tidings:ada%40example.com'],
  )
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    issuer: 'Tidings',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
