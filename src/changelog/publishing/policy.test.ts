import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_POLICY, type PolicyCandidate, type PublishingPolicy, reasonAgainst } from './policy.ts'

const POLICY: PublishingPolicy = { ...DEFAULT_POLICY, mode: 'automatic' }

const NEWS: PolicyCandidate = {
  kind: 'feature',
  magnitude: 'minor',
  confidence: 'high',
  isRevert: false,
  isReverted: false,
  isNotLive: false,
  isUnshipped: false,
  isPromoted: false,
  isTouched: false,
  needsWords: false,
  isPast: false,
  waitsForEdition: false,
}

test('a policy publishes what reaches its thresholds and is of its kinds', () => {
  assert.equal(reasonAgainst(POLICY, NEWS), null)
  assert.equal(reasonAgainst(POLICY, { ...NEWS, magnitude: 'major' }), null)
  assert.equal(reasonAgainst(POLICY, { ...NEWS, magnitude: 'patch' }), 'magnitude')
  assert.equal(reasonAgainst(POLICY, { ...NEWS, confidence: 'medium' }), 'confidence')
  assert.equal(reasonAgainst({ ...POLICY, leastConfidence: 'low' }, { ...NEWS, confidence: 'low' }), null)
  assert.equal(reasonAgainst(POLICY, { ...NEWS, kind: 'security' }), 'kind')
  assert.equal(reasonAgainst({ ...POLICY, kinds: ['security'] }, { ...NEWS, kind: 'security' }), null)
})

test('some drafts wait for a person whatever the thresholds', () => {
  const all: PublishingPolicy = { ...POLICY, leastMagnitude: 'patch', leastConfidence: 'low' }
  assert.equal(reasonAgainst(all, { ...NEWS, isTouched: true }), 'touched')
  assert.equal(reasonAgainst(all, { ...NEWS, isPast: true }), 'past')
  assert.equal(reasonAgainst(all, { ...NEWS, isPromoted: true }), 'promoted')
  assert.equal(reasonAgainst(all, { ...NEWS, isReverted: true }), 'reverted')
  assert.equal(reasonAgainst(all, { ...NEWS, isRevert: true }), 'revert')
  assert.equal(reasonAgainst(all, { ...NEWS, isUnshipped: true }), 'unshipped')
  assert.equal(reasonAgainst(all, { ...NEWS, needsWords: true }), 'words')
  assert.equal(reasonAgainst(all, { ...NEWS, isNotLive: true }), 'not-live')
})
