import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAddress, parseTrustedProxies } from './client-address.ts'

const proxies = parseTrustedProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])

test('without a trusted proxy the peer is the client, whatever its headers say', () => {
  assert.equal(clientAddress('203.0.113.9', '198.51.100.1', proxies), '203.0.113.9')
  assert.equal(clientAddress('127.0.0.1', '198.51.100.1', parseTrustedProxies([])), '127.0.0.1')
})

test('behind trusted proxies the client is the peer of the outermost one', () => {
  assert.equal(clientAddress('127.0.0.1', '198.51.100.1', proxies), '198.51.100.1')
  assert.equal(clientAddress('::ffff:127.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4', proxies), '198.51.100.1')
  assert.equal(clientAddress('fd00::1', ' 2001:db8::7 ', proxies), '2001:db8::7')
})

test('a proxy without a readable header counts as the client', () => {
  assert.equal(clientAddress('127.0.0.1', undefined, proxies), '127.0.0.1')
  assert.equal(clientAddress('127.0.0.1', 'unknown', proxies), '127.0.0.1')
  assert.equal(clientAddress(undefined, '198.51.100.1', proxies), null)
})

test('an invalid proxy address is refused', () => {
  for (const wrong of ['', 'proxy.lan', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/'])
    assert.throws(() => parseTrustedProxies([wrong]), /expected addresses/, wrong)
})
