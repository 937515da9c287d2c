import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HostBusy, hostFailureFor } from './host-failure.ts'

const NOW = Date.UTC(2026, 2, 2, 9)

const failure = (status: number, headers: Record<string, string> = {}, message = '') =>
  hostFailureFor('code.example', { status, header: name => headers[name] ?? null, message }, NOW)

const waitOf = (status: number, headers: Record<string, string> = {}, message = '') => {
  const told = failure(status, headers, message)
  return told instanceof HostBusy ? told.until - NOW : null
}

test('each status has a reason', () => {
  const reasons = [400, 401, 403, 404, 410, 422, 451, 500, 502, 503, 504].map(
    status => failure(status).reason,
  )
  const gone = ['gone', 'gone', 'temporary', 'gone']
  const broken = ['temporary', 'temporary', 'temporary', 'temporary']
  assert.deepEqual(reasons, ['temporary', 'unauthorized', 'unauthorized', ...gone, ...broken])
})

test('a rate limit has its end, in every format of the hosts', () => {
  assert.equal(waitOf(429), 60_000)
  assert.equal(waitOf(429, { 'retry-after': '90' }), 90_000)
  assert.equal(waitOf(503, { 'retry-after': '90' }), 90_000)
  assert.equal(waitOf(403, { 'retry-after': '90' }), 90_000)
  assert.equal(waitOf(403, {}, 'You have exceeded a secondary rate limit.'), 60_000)
  const reset = String(NOW / 1000 + 1_200)
  assert.equal(waitOf(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }), 1_200_000)
  assert.equal(waitOf(429, { 'ratelimit-remaining': '0', 'ratelimit-reset': reset }), 1_200_000)
  assert.equal(waitOf(403, { 'x-ratelimit-remaining': '11', 'x-ratelimit-reset': reset }), null)
})

test("times are read relative to the host's clock", () => {
  const there = NOW + 7_200_000
  const date = new Date(there).toUTCString()
  const reset = String(there / 1000 + 30)
  assert.equal(waitOf(429, { date, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }), 30_000)
  assert.equal(waitOf(429, { date, 'retry-after': new Date(there + 30_000).toUTCString() }), 30_000)
})

test('a wait lasts at least a second and at most a day', () => {
  assert.equal(waitOf(429, { 'retry-after': '999999999' }), 86_400_000)
  assert.equal(waitOf(429, { 'retry-after': '0' }), 1_000)
  assert.equal(waitOf(429, { 'retry-after': 'soon' }), 60_000)
  assert.equal(waitOf(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }), 60_000)
})
