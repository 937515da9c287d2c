import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candidate, type Policy, REVIEW, whyNot } from './policy.ts'

const POLICY: Policy = { ...REVIEW, mode: 'automatic' }

const NEWS: Candidate = {
  kind: 'feature',
  magnitude: 'minor',
  confidence: 'high',
  isRevert: false,
  isReverted: false,
  isUnshipped: false,
  isPromoted: false,
  isTouched: false,
  isPast: false,
}

test('a policy lets out what is at or above its thresholds, and of its kinds', () => {
  assert.equal(whyNot(POLICY, NEWS), null)
  assert.equal(whyNot(POLICY, { ...NEWS, magnitude: 'major' }), null)
  assert.equal(whyNot(POLICY, { ...NEWS, magnitude: 'patch' }), 'magnitude')
  assert.equal(whyNot(POLICY, { ...NEWS, confidence: 'medium' }), 'confidence')
  assert.equal(whyNot({ ...POLICY, leastConfidence: 'low' }, { ...NEWS, confidence: 'low' }), null)
  assert.equal(whyNot(POLICY, { ...NEWS, kind: 'security' }), 'kind')
  assert.equal(whyNot({ ...POLICY, kinds: ['security'] }, { ...NEWS, kind: 'security' }), null)
})

test('whatever the thresholds, some things are left to a person', () => {
  const all: Policy = { ...POLICY, leastMagnitude: 'patch', leastConfidence: 'low' }
  assert.equal(whyNot(all, { ...NEWS, isTouched: true }), 'touched')
  assert.equal(whyNot(all, { ...NEWS, isPast: true }), 'past')
  assert.equal(whyNot(all, { ...NEWS, isPromoted: true }), 'promoted')
  assert.equal(whyNot(all, { ...NEWS, isReverted: true }), 'reverted')
  assert.equal(whyNot(all, { ...NEWS, isRevert: true }), 'revert')
  assert.equal(whyNot(all, { ...NEWS, isUnshipped: true }), 'unshipped')
})
