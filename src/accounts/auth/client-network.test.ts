import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientKey } from './client-network.ts'

test('addresses of one IPv6 network are one client', () => {
  for (const address of [
    '2001:db8:0:7::1',
    '2001:DB8:0:7:ffff:1:2:3',
    '2001:0db8:0000:0007::',
    '2001:db8::7:a:b:c:d',
  ])
    assert.equal(clientKey(address), '2001:db8:0:7::/64', address)
  assert.equal(clientKey('::1'), '0:0:0:0::/64')
  assert.equal(clientKey('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.notEqual(clientKey('2001:db8:0:8::1'), clientKey('2001:db8:0:7::1'))
})

test('each IPv4 address is a client, also where it is written as IPv6', () => {
  assert.equal(clientKey('203.0.113.9'), '203.0.113.9')
  assert.equal(clientKey('::ffff:203.0.113.9'), '203.0.113.9')
  assert.equal(clientKey('::ffff:cb00:7109'), '203.0.113.9')
  assert.equal(clientKey(''), '')
})
