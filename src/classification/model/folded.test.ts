import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { factsOf } from '../facts/facts.ts'
import { NO_BACKDROP } from './backdrop.ts'
import { theModel } from './loaded.ts'
import { createLooker, settled } from './model.ts'
import { HEADS } from './network.ts'
import { createReader } from './reading.ts'
import type { StepsRead } from './steps.ts'
import { theTypeGuesser } from './type-guesser.ts'

const SKETCHES: PullSketch[] = [
  { title: 'Fix crash when the list is empty', body: 'Closes #4', files: ['src/rooms/list.ts'] },
  { title: 'Add support for passkeys', files: [], filesChanged: 0, additions: 0, deletions: 0 },
  {
    title: 'feat(api): export rooms as CSV',
    body: `${'- Adds an endpoint\n'.repeat(30)}See #12 and #13.`,
    files: Array.from({ length: 60 }, (_, at) => `packages/api-${at % 7}/src/export${at}.ts`),
    additions: 4_000,
    deletions: 900,
  },
  {
    title: 'Bump eslint',
    files: ['package-lock.json', 'package.json', '.eslintrc.js', 'tests/lint.test.ts'],
  },
]

const { model } = theModel()

/** What the network makes of a sketch: every answer, and what words and numbers add to the first in all. */
function asked(stepsRead: StepsRead, sketch: PullSketch) {
  const guesser = theTypeGuesser()
  const { lexicon, look } = createLooker(model, guesser.tokens, stepsRead)
  const pull = aPull(sketch)
  const { shares, ...raw } = look(createReader(lexicon, guesser, stepsRead)(pull, factsOf(pull)), NO_BACKDROP)
  const added = [...shares.tokens, ...shares.numbers].reduce((sum, share) => sum + share, 0)
  return { ...settled(raw, model.settings), added }
}

for (const sketch of SKETCHES)
  test(`a network with its sums done beforehand answers as it does with every step in turn: “${sketch.title}”`, () => {
    const plain = asked('each', sketch)
    const quick = asked('last', sketch)
    for (const part of [...HEADS, 'added'] as const)
      assert.ok(Math.abs(quick[part] - plain[part]) < 1e-6, `${part}: ${quick[part]}, not ${plain[part]}`)
  })

test('that is how the product asks', () => {
  const { read, weigh } = theModel()
  for (const sketch of SKETCHES) {
    const pull = aPull(sketch)
    const { answers } = weigh(read(pull, factsOf(pull)), NO_BACKDROP)
    for (const head of HEADS) assert.equal(answers[head], asked('last', sketch)[head])
  }
})
