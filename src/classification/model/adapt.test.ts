import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adapt, type OwnDecision } from './adapt.ts'
import { randomOf } from './learning/example.ts'

/** Decisions of a team that announces what the model expects, save that it never tells of billing. */
function decisionsOf(count: number, seed: number): OwnDecision[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, () => {
    const billing = random() < 0.4
    const logOdds = 4 * random() - 2
    const visible = random() < 1 / (1 + Math.exp(-2 * logOdds)) && !billing
    return {
      logOdds,
      visible,
      tokens: [billing ? 'path:billing' : 'path:rooms', `title:${Math.floor(20 * random())}`],
    }
  })
}

const rightShare = (
  decisions: readonly OwnDecision[],
  adjust: (tokens: readonly string[]) => number,
): number =>
  decisions.filter(({ logOdds, visible, tokens }) => logOdds + adjust(tokens) > 0 === visible).length /
  decisions.length

const later = decisionsOf(2_000, 99)
const plain = rightShare(later, () => 0)

test('what a team never tells of is learnt from its decisions', () => {
  const adjusted = rightShare(later, adapt(decisionsOf(300, 1)))
  assert.ok(adjusted > plain + 0.05, `${plain} to ${adjusted}`)
})

test('thirty decisions do no harm', () => {
  for (let seed = 1; seed <= 10; seed++)
    assert.ok(rightShare(later, adapt(decisionsOf(30, seed))) > plain - 0.01, `seed ${seed}`)
})

test('decisions at random change less than a point', () => {
  for (let seed = 1; seed <= 5; seed++) {
    const own = decisionsOf(200, seed)
    const random = randomOf(seed)
    const shuffled = own.map(decision => ({ ...decision, visible: random() < 0.5 }))
    assert.ok(rightShare(later, adapt(shuffled)) > plain - 0.01, `seed ${seed}`)
  }
})

test('a handful of decisions of one kind changes nothing', () => {
  const adjust = adapt(decisionsOf(40, 1).map(decision => ({ ...decision, visible: true })))
  assert.equal(adjust(['path:billing']), 0)
})
