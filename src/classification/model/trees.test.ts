import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomOf } from './learning/example.ts'
import { ReadyTrees } from './ready-trees.ts'
import { answerOf, type Forest, levelled, NODES } from './trees.ts'

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

const beginningsOf = ({ value }: Forest): number =>
  value.reduce((sum, one, at) => (at % NODES === 0 ? sum + one : sum), 0)

test('level trees, and ready ones, answer as the trees that they were made from, and their shares add up to that', () => {
  const random = randomOf(3)
  const forests = [40, 0, 7].map(count => someTrees(count, random))
  const ready = new ReadyTrees(forests, FEATURES)
  for (let round = 0; round < 200; round++) {
    const row = Float32Array.from({ length: FEATURES }, () => random())
    ready.features.set(row)
    for (const [at, forest] of forests.entries()) {
      let expected = 0
      for (let tree = 0; tree < forest.value.length; tree += NODES) expected += followed(forest, tree, row)
      assert.ok(Math.abs(answerOf(levelled(forest), row) - expected) < 1e-9)
      assert.ok(Math.abs(ready.grow(at) - expected) < 1e-9)
      const told = ready.shares.reduce((sum, share) => sum + share, beginningsOf(forest))
      assert.ok(Math.abs(told - expected) < 1e-6)
    }
  }
})
