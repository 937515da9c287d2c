import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLabelled } from '#testing/labelled.ts'
import { aPull } from '#testing/pulls.ts'
import type { Labels } from '../training/labelled.ts'
import { figuresOf, type Judged } from './scores.ts'

const judged = (labels: Labels, score: number, repo = 'acme/app'): Judged => ({
  labelled: aLabelled(aPull({ repo }), labels),
  decision: {
    visibility: score >= 0.5 ? 'user-facing' : 'internal',
    kind: 'fix',
    magnitude: 'patch',
    confidence: Math.abs(score - 0.5) > 0.4 ? 'high' : 'low',
    score,
  },
})

test('the mean weighs repositories equally and leaves out those with too few rows', () => {
  const rows = Array.from({ length: 40 }, (_, at) => [
    judged({ visibility: at < 20 ? 'user-facing' : 'internal' }, at < 20 ? 0.95 : 0.05),
    judged({ visibility: at < 20 ? 'user-facing' : 'internal' }, 0.6, 'acme/other'),
  ]).flat()
  const figures = figuresOf([...rows, judged({ visibility: 'internal' }, 0.9, 'acme/tiny')])
  assert.equal(figures.macro.balanced_accuracy, 0.75)
  assert.equal(figures.repositories['acme/tiny']?.balanced_accuracy, null)
  const [high] = figures.confidence
  assert.deepEqual(high, { confidence: 'high', count: 40, share: 40 / 81, right: 1 })
})

test('patches and larger changes weigh the same, and too few of either give no score', () => {
  const sized = (minors: number) => [
    ...Array.from({ length: 60 }, () => judged({ visibility: 'user-facing', magnitude: 'patch' }, 0.9)),
    ...Array.from({ length: minors }, () => judged({ visibility: 'user-facing', magnitude: 'minor' }, 0.9)),
  ]
  assert.equal(figuresOf(sized(20)).macro.minor_or_above_balanced, 0.5)
  assert.equal(figuresOf(sized(19)).macro.minor_or_above_balanced, null)
})
