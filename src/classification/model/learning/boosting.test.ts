import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '#kit/steps.ts'
import { answerOf, levelled } from '../trees.ts'
import { growForest } from './boosting.ts'
import { type Example, randomOf } from './example.ts'

const NO_FACTS = { from: 0, to: 0 }

/** Changes of two repositories, measured by where they are from and by how telling they are. */
function changes(announced: (telling: number, from: number, random: () => number) => boolean): Example[] {
  const random = randomOf(7)
  return Array.from({ length: 1_200 }, (_, at) => {
    const from = at % 2
    const telling = random()
    const row = {
      ids: [],
      values: [],
      numbers: [from, telling].map(Math.fround),
      tokens: [],
    }
    const visible = announced(telling, from, random) ? 1 : 0
    return {
      variants: [row, row],
      targets: { visible, fix: null, feature: null, notable: null },
      group: from,
    }
  })
}

const ask = (examples: Example[]) => {
  const forest = atOnce(growForest(examples, NO_FACTS, 'visible', 1))
  return (from: number, telling: number) => answerOf(levelled(forest), Float32Array.of(from, telling))
}

test('trees learn what tells of a change', () => {
  const answer = ask(changes(telling => telling > 0.5))
  assert.ok(answer(0, 0.9) - answer(0, 0.1) > 3)
})

test('that one team announces nearly everything and another nearly nothing is not learnt as a sign', () => {
  const answer = ask(changes((_, from, random) => random() < (from === 1 ? 0.9 : 0.1)))
  assert.ok(Math.abs(answer(1, 0.5) - answer(0, 0.5)) < 0.5)
})

test('an answer that nobody recorded grows no trees', () => {
  const forest = atOnce(
    growForest(
      changes(() => true),
      NO_FACTS,
      'fix',
      1,
    ),
  )
  assert.equal(answerOf(levelled(forest), Float32Array.of(0, 0.5)), 0)
})
