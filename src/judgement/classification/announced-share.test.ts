import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dice } from '#testing/dice.ts'
import { AnnouncedShare } from './contexts.ts'
import { probability } from './score.ts'

/** Of width one around zero (Box and Muller 1958). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** The prior after so many merges, a share of them announced, that the model tells apart about as well as on most repositories. */
function priorAfter(merges: number, announced: number): number {
  const chance = dice(1)
  const random = () => chance.roll(2 ** 32) / 2 ** 32
  const share = new AnnouncedShare()
  for (let at = 0; at < merges; at++) {
    const side = random() < announced ? 1 : -1
    share.add(probability(1.5 * (0.75 * side + normal(random))))
  }
  return share.logOdds
}

test('before the first merge both sides are equally likely', () =>
  assert.equal(new AnnouncedShare().logOdds, 0))

test('the share is estimated from uncertain scores, and few merges change it little', () => {
  for (const announced of [0.2, 0.5, 0.8]) {
    const whole = 0.3 * Math.log(announced / (1 - announced))
    assert.ok(Math.abs(priorAfter(1_500, announced) - whole) < 0.15)
  }
  const [few, many] = [priorAfter(10, 0.8), priorAfter(1_500, 0.8)]
  assert.ok(0 < few && few < many / 2, `${few} ${many}`)
})

test('the estimated share stays bounded, however many merges are alike', () => {
  const share = new AnnouncedShare()
  for (let at = 0; at < 100_000; at++) share.add(1)
  assert.ok(share.logOdds < 1.2, `${share.logOdds}`)
})
