import assert from 'node:assert/strict'
import { test } from 'node:test'
import { probability } from '../score.ts'
import { randomOf } from './learning/example.ts'
import { UsualShare } from './usual-share.ts'

/** What is believed after so many merges, a share of them noticed, that the model tells apart as well as it does on most repositories. */
function believedAfter(merges: number, noticed: number): number {
  const random = randomOf(1)
  const usual = new UsualShare()
  for (let at = 0; at < merges; at++) {
    const side = random() < noticed ? 1 : -1
    // Log-odds as two bells have them whose middles are as far apart as either is wide, one and a half times.
    usual.add(probability(1.5 * (0.75 * side + bell(random))))
  }
  return usual.logOdds
}

/** Of width one around zero (Box and Muller 1958). */
const bell = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

test('nothing is usual before the first merge', () => assert.equal(new UsualShare().logOdds, 0))

test('the share is found though no score is certain, and few merges tell little', () => {
  for (const noticed of [0.2, 0.5, 0.8]) {
    const whole = 0.3 * Math.log(noticed / (1 - noticed))
    const believed = believedAfter(1_500, noticed)
    assert.ok(Math.abs(believed - whole) < 0.15, `${believed} ${whole}`)
  }
  const [few, many] = [believedAfter(10, 0.8), believedAfter(1_500, 0.8)]
  assert.ok(0 < few && few < many / 2, `${few} ${many}`)
})

test('however sure and however many, merges of one kind make nobody announce everything', () => {
  const usual = new UsualShare()
  for (let at = 0; at < 100_000; at++) usual.add(1)
  assert.ok(usual.logOdds < 1.2, `${usual.logOdds}`)
  for (let at = 0; at < 100_000; at++) usual.add(0)
  assert.ok(usual.logOdds > -1.2, `${usual.logOdds}`)
})
