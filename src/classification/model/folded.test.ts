import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { factsOf } from '../facts/facts.ts'
import { NO_BACKDROP } from './backdrop.ts'
import { theModel } from './loaded.ts'
import { createLooker, settled } from './model.ts'
import { HEADS } from './network.ts'
import { createReader } from './reading.ts'
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

test('a network with its sums done beforehand answers as it does with every step and number in turn', () => {
  const { model, read, weigh } = theModel()
  const guesser = theTypeGuesser()
  const { lexicon, look } = createLooker(model, guesser.tokens)
  const readEach = createReader(lexicon, guesser)
  for (const sketch of SKETCHES) {
    const pull = aPull(sketch)
    const facts = factsOf(pull)
    const plain = settled(look(readEach(pull, facts), NO_BACKDROP), model.settings)
    const { answers } = weigh(read(pull, facts), NO_BACKDROP)
    for (const head of HEADS)
      assert.ok(Math.abs(answers[head] - plain[head]) < 1e-5, `${head} of “${pull.title}”`)
  }
})
