import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientKey, RateLimiter } from './rate-limit.ts'

test('any sixty seconds allow the limit, and a refused request does not count', () => {
  const limit = new RateLimiter(3)
  const at = (seconds: number) => limit.take('a', seconds * 1_000)
  assert.deepEqual(at(0), { allowed: true, remaining: 2, resetSeconds: 60 })
  assert.deepEqual(at(50), { allowed: true, remaining: 1, resetSeconds: 10 })
  assert.deepEqual(at(59), { allowed: true, remaining: 0, resetSeconds: 1 })
  assert.deepEqual(at(59.5), { allowed: false, remaining: 0, resetSeconds: 1 })
  assert.deepEqual(at(60), { allowed: true, remaining: 0, resetSeconds: 50 })
  assert.equal(at(109).allowed, false)
  assert.equal(at(110).allowed, true)
})

test('each key has its own count', () => {
  const limit = new RateLimiter(1)
  assert.ok(limit.take('a', 0).allowed)
  assert.ok(limit.take('b', 0).allowed)
  assert.ok(!limit.take('a', 0).allowed)
})

test('no minute exceeds the limit, and a clock set back does not block a key', () => {
  const limit = new RateLimiter(120)
  const taken: number[] = []
  let now = 0
  for (let n = 0; n < 20_000; n++) {
    now += (n * 7919) % 400
    if (limit.take('a', now).allowed) taken.push(now)
  }
  for (const [n, at] of taken.entries()) assert.ok(at - (taken[n - 120] ?? -60_000) >= 60_000)
  assert.ok(taken.length > 2_000)
  assert.ok(limit.take('a', now - 3_600_000).allowed)
})

test('too many keys share one count until the minute ends', () => {
  const limit = new RateLimiter(1)
  for (let n = 0; n < 60_000; n++) limit.take(`key ${n}`, 1)
  assert.ok(!limit.take('a newcomer', 2).allowed)
  assert.ok(!limit.take('key 1', 2).allowed)
  assert.ok(limit.take('a newcomer', 60_001).allowed)
  assert.ok(limit.take('key 1', 60_001).allowed)
})

test('addresses of one IPv6 /64 network are one client', () => {
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

test('each IPv4 address is one client, also when it is written as IPv6', () => {
  assert.equal(clientKey('203.0.113.9'), '203.0.113.9')
  assert.equal(clientKey('::ffff:203.0.113.9'), '203.0.113.9')
  assert.equal(clientKey('::ffff:cb00:7109'), '203.0.113.9')
  assert.equal(clientKey(''), '')
})
