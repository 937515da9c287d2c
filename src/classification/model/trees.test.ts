import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomOf } from './learning/example.ts'
import { answerOf, type Forest, grow, levelled, NODES } from './trees.ts'

const FEATURES = 5

/** Trees of any shape: some end at the root, some go down unevenly. */
function someTrees(count: number, random: () => number): Forest {
  const size = count * NODES
  const forest: Forest = {
    feature: new Int16Array(size).fill(-1),
    threshold: Float32Array.from({ length: size }, () => random()),
    value: Float32Array.from({ length: size }, () => random() - 0.5),
  }
  const plant = (tree: number, node: number) => {
    if (2 * node + 2 >= NODES || random() < 0.3) return
    forest.feature[tree + node] = Math.floor(FEATURES * random())
    plant(tree, 2 * node + 1)
    plant(tree, 2 * node + 2)
  }
  for (let tree = 0; tree < size; tree += NODES) plant(tree, 0)
  return forest
}

/** Down one tree, step by step. */
function followed({ feature, threshold, value }: Forest, tree: number, row: Float32Array, node = 0): number {
  const asked = feature[tree + node] ?? -1
  if (asked < 0) return value[tree + node] ?? 0
  const isSecond = (row[asked] ?? 0) >= (threshold[tree + node] ?? 0)
  return followed({ feature, threshold, value }, tree, row, 2 * node + (isSecond ? 2 : 1))
}

test('level trees answer as the trees that they were made from, and their shares add up to that', () => {
  const random = randomOf(3)
  const forest = someTrees(40, random)
  const level = levelled(forest)
  const shares = new Float64Array(FEATURES)
  const beginnings = forest.value.reduce((sum, value, at) => (at % NODES === 0 ? sum + value : sum), 0)
  for (let round = 0; round < 200; round++) {
    const row = Float32Array.from({ length: FEATURES }, () => random())
    let expected = 0
    for (let tree = 0; tree < forest.value.length; tree += NODES) expected += followed(forest, tree, row)
    const answer = grow(level, row, shares)
    assert.ok(Math.abs(answerOf(level, row) - expected) < 1e-9)
    assert.ok(Math.abs(answer - expected) < 1e-9)
    assert.ok(Math.abs(beginnings + shares.reduce((sum, share) => sum + share, 0) - expected) < 1e-6)
  }
})
