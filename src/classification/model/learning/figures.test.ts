import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { figuresOf, type Judged } from './figures.ts'
import type { Labels } from './labelled.ts'
import { areaUnderCurve, balancedAccuracy, f1Of } from './scores.ts'

test('the area under the curve counts ties half', () => {
  const rows = [
    { score: 0.9, yes: true },
    { score: 0.5, yes: true },
    { score: 0.5, yes: false },
    { score: 0.1, yes: false },
  ]
  assert.equal(areaUnderCurve(rows), 0.875)
  assert.equal(areaUnderCurve(rows.slice(0, 2)), null)
})

test('either answer counts half, however rare', () => {
  const pairs = [...Array(9).fill([true, true]), [true, false], [false, true]]
  assert.equal(balancedAccuracy(pairs, 1), 0.45)
  assert.equal(balancedAccuracy(pairs, 2), null)
})

test('an answer that is none of the choices is a miss', () => {
  const scores = f1Of(
    [
      ['fix', 'fix'],
      ['fix', null],
      ['new', 'new'],
    ],
    ['fix', 'new'],
    1,
  )
  assert.deepEqual(
    [...scores],
    [
      ['fix', 2 / 3],
      ['new', 1],
    ],
  )
})

const judged = (labels: Labels, score: number, repo = 'acme/app'): Judged => ({
  labelled: { pull: aPull({ repo }), bareTitle: 'Rooms', labels },
  decision: {
    visibility: score >= 0.5 ? 'user-facing' : 'internal',
    kind: 'fix',
    magnitude: 'patch',
    confidence: Math.abs(score - 0.5) > 0.4 ? 'high' : 'low',
    score,
  },
})

test('repositories count alike in the mean, and one with too few rows does not count', () => {
  const rows = Array.from({ length: 40 }, (_, at) => [
    judged({ visibility: at < 20 ? 'user-facing' : 'internal' }, at < 20 ? 0.95 : 0.05),
    judged({ visibility: at < 20 ? 'user-facing' : 'internal' }, 0.6, 'acme/other'),
  ]).flat()
  const figures = figuresOf([...rows, judged({ visibility: 'internal' }, 0.9, 'acme/tiny')])
  assert.equal(figures.macro.balanced_accuracy, 0.75)
  assert.equal(figures.repositories['acme/tiny']?.balanced_accuracy, null)
  assert.deepEqual(figures.confidence.high, { count: 40, share: 40 / 81, right: 1 })
})
