import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { inputHash } from './decisions.ts'

test('the hash is a SHA-256 in hex', () => assert.match(inputHash(aPull()), /^[0-9a-f]{64}$/))

test('the hash does not depend on order or source', () => {
  const one = aPull({ labels: ['a', 'b'], files: ['a.ts', 'b.ts'] })
  const other = aPull({
    labels: ['b', 'a'],
    files: ['b.ts', 'a.ts'],
    number: 2,
    mergedAt: 5,
    host: 'git',
    url: null,
  })
  assert.equal(inputHash(one), inputHash(other))
})

test('everything that a decision depends on changes the hash', () => {
  const changes = [
    { title: 'Other' },
    { body: 'Other' },
    { labels: ['bug'] },
    { files: ['other.ts'] },
    { authorIsBot: true },
    { additions: 99 },
    { fragments: [{ path: 'changelog.d/1.fix', text: 'x' }] },
    { commits: ['Merge pull request #9'] },
  ]
  const hashes = [aPull(), ...changes.map(aPull)].map(inputHash)
  assert.equal(new Set(hashes).size, hashes.length)
})
