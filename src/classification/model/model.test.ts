import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { factsOf } from '../facts/facts.ts'
import { BACKDROP_NUMBERS, NO_BACKDROP } from './backdrop.ts'
import { theModel } from './loaded.ts'

const { read, weigh } = theModel()

/** What each word adds, by its name, for a change that stands before a backdrop. */
function words(title: string, against: Float32Array): Map<string, number> {
  const pull = aPull({ title, files: ['src/rooms/list.ts'] })
  const { encoded, shares } = weigh(read(pull, factsOf(pull)), against)
  const named = encoded.tokens.map(({ family, said, also }, q): [string, number] => [
    `${family} ${said} ${also}`,
    shares.tokens[q] ?? 0,
  ])
  return new Map(named.filter(([name]) => !name.startsWith('fact ')))
}

test('how a change stands beside others is no share of its words', () => {
  const odd = new Float32Array(BACKDROP_NUMBERS).map((_, at) => (at % 2 === 0 ? 3 : -3))
  const firsts = 'Accept Activate Add Adjust Allow Always Apply Assert Async Attach Avoid Back'.split(' ')
  for (const first of firsts) {
    const title = `${first} rooms to the list`
    assert.deepEqual(words(title, odd), words(title, NO_BACKDROP), title)
    assert.ok(words(title, odd).size > 3)
  }
})
