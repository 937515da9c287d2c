import assert from 'node:assert/strict'
import { test } from 'node:test'
import { predict } from '#judgement/classification/model/model.ts'
import { atOnce } from '#judgement/steps.ts'
import { randomOf } from '../random.ts'
import { fitTrees } from './boosting.ts'

const OPTIONS = { trees: 60, learningRate: 0.1, rowsKept: 0.7, featuresKept: 1 }

/** Fits trees to rows of two random numbers, whose target is `isTrue` of them. */
function fitted(isTrue: (one: number, other: number) => boolean) {
  const random = randomOf(7)
  const rows = Array.from({ length: 1_200 }, () => Float32Array.of(random(), random()))
  const input = {
    rows,
    weight: new Float64Array(rows.length).fill(1),
    target: Float64Array.from(rows, ([one = 0, other = 0]) => Number(isTrue(one, other))),
    start: new Float64Array(rows.length),
  }
  return atOnce(fitTrees(input, OPTIONS, randomOf(1)))
}

test('trees learn what separates rows, also from two features combined', () => {
  const plain = fitted(one => one > 0.5)
  assert.ok(predict(plain, Float32Array.of(0.9, 0.5)) - predict(plain, Float32Array.of(0.1, 0.5)) > 3)
  const together = fitted((one, other) => one > 0.5 === other > 0.5)
  assert.ok(predict(together, Float32Array.of(0.9, 0.9)) > 1)
  assert.ok(predict(together, Float32Array.of(0.9, 0.1)) < -1)
})

test('feature contributions add up to the answer minus the base value', () => {
  const trees = fitted(one => one > 0.5)
  const contributions = new Float64Array(2)
  const [high, low] = [Float32Array.of(0.9, 0.5), Float32Array.of(0.1, 0.5)]
  const answer = predict(trees, high, contributions)
  const [ofHigh = 0, other = 0] = contributions
  assert.ok(ofHigh > 10 * Math.abs(other))
  contributions.fill(0)
  const difference = answer - predict(trees, low, contributions)
  const moved = ofHigh + other - (contributions[0] ?? 0) - (contributions[1] ?? 0)
  assert.ok(Math.abs(difference - moved) < 1e-4)
})
