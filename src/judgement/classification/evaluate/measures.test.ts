import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Confidence, Visibility } from '../classification.ts'
import {
  areaUnderCurve,
  balancedAccuracy,
  bucketsOf,
  calibrationError,
  type EvaluatedDecision,
  f1ByClass,
  precision,
  recall,
  specificity,
  tallyOf,
  trustTable,
} from './measures.ts'

const trial = (expected: Visibility, score: number, confidence: Confidence = 'low'): EvaluatedDecision => ({
  expected,
  found: { visibility: score >= 0.5 ? 'user-facing' : 'internal', score, confidence },
})
const announced = (score: number, confidence?: Confidence) => trial('user-facing', score, confidence)
const quiet = (score: number, confidence?: Confidence) => trial('internal', score, confidence)

test('a tally counts true and false positives and negatives', () => {
  const tally = tallyOf([announced(0.9), announced(0.6), announced(0.2), quiet(0.7), quiet(0.1)])
  assert.deepEqual(tally, { hits: 2, missed: 1, noise: 1, quiet: 1 })
  assert.equal(precision(tally), 2 / 3)
  assert.equal(recall(tally), 2 / 3)
  assert.equal(specificity(tally), 1 / 2)
  assert.equal(balancedAccuracy(tally), (2 / 3 + 1 / 2) / 2)
})

test('a constant answer has a balanced accuracy of one half', () => {
  const always = [announced(1), announced(1), announced(1), quiet(1)]
  assert.equal(balancedAccuracy(tallyOf(always)), 0.5)
})

test('a value that cannot be measured is null, not 0', () => {
  const nothing = tallyOf([])
  assert.deepEqual(
    [precision, recall, specificity, balancedAccuracy].map(of => of(nothing)),
    [null, null, null, null],
  )
  assert.equal(areaUnderCurve([announced(0.9)]), null)
  assert.equal(calibrationError([]), null)
})

test('the area under the curve counts correctly ordered pairs, ties as half', () => {
  assert.equal(areaUnderCurve([announced(0.9), quiet(0.1)]), 1)
  assert.equal(areaUnderCurve([announced(0.1), quiet(0.9)]), 0)
  assert.equal(areaUnderCurve([announced(0.5), quiet(0.5), quiet(0.5)]), 0.5)
  assert.equal(areaUnderCurve([announced(0.8), announced(0.4), quiet(0.4), quiet(0.2)]), 3.5 / 4)
})

test('the confidence table shows the accuracy of each confidence, highest first', () => {
  const trials = [announced(0.99, 'high'), quiet(0.01, 'high'), quiet(0.6), announced(0.6)]
  assert.deepEqual(trustTable(trials), [
    { confidence: 'high', count: 2, share: 0.5, right: 1 },
    { confidence: 'medium', count: 0, share: 0, right: null },
    { confidence: 'low', count: 2, share: 0.5, right: 0.5 },
  ])
})

test('the calibration error is the distance between predicted and observed shares', () => {
  assert.equal(calibrationError([announced(1), quiet(0)]), 0)
  assert.equal(calibrationError([announced(1), quiet(1)]), 0.5)
  const [bucket] = bucketsOf([announced(0.75), quiet(0.25), quiet(0.75), quiet(0.25)])
  assert.deepEqual(bucket, { from: 0.7, count: 4, claimed: 0.75, right: 0.75 })
  assert.equal(calibrationError([announced(0.75), quiet(0.25), quiet(0.75), quiet(0.25)]), 0)
})

test('classes are compared one by one, without rare ones', () => {
  const pairs = [
    { expected: 'fix', found: 'fix' },
    { expected: 'fix', found: 'feature' },
    { expected: 'feature', found: 'feature' },
    { expected: 'feature', found: null },
  ] as const
  assert.deepEqual(
    f1ByClass<'fix' | 'feature'>(pairs, ['fix', 'feature']),
    new Map([
      ['fix', 2 / 3],
      ['feature', 1 / 2],
    ]),
  )
  assert.deepEqual([...f1ByClass<'fix' | 'feature'>(pairs, ['fix', 'feature'], 3).keys()], [])
})
