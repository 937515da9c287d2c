import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLabelled } from '#testing/labelled.ts'
import { aPull } from '#testing/pulls.ts'
import { randomOf } from './example.ts'
import { fitSettings, type Unseen } from './settings.ts'

const REPOSITORIES = [
  { repo: 'acme/loud', share: 0.9 },
  { repo: 'acme/quiet', share: 0.1 },
]

/** Changes of a team that announces nearly all and one that announces next to nothing: the network tells the teams apart, the trees the changes. */
function judged(): Unseen[] {
  const random = randomOf(3)
  return REPOSITORIES.flatMap(({ repo, share }) =>
    Array.from({ length: 600 }, (_, at): Unseen => {
      const visible = random() < share ? 1 : 0
      const pull = aPull({ repo, number: at + 1, mergedAt: at })
      return {
        repo,
        labelled: aLabelled(pull, { visibility: null }),
        typed: true,
        targets: { visible, fix: null, feature: null, notable: null },
        answers: { visible: (share > 0.5 ? 2 : -2) + 4 * (random() - 0.5), fix: 0, feature: 0, notable: 0 },
        grown: { visible: 2 * visible - 1 + 6 * (random() - 0.5), fix: 0 },
      }
    }),
  )
}

test('network and trees are weighed by how they tell changes of one team apart, not teams', () => {
  const { network, trees, offset } = fitSettings(judged()).blends.visible
  assert.ok(Math.abs(network) < 0.25, String(network))
  assert.ok(trees > 0.5, String(trees))
  assert.ok(Math.abs(offset) < 0.5, String(offset))
})

test('a repository that always answers the same weighs nothing', () => {
  const others = judged()
  const always = others.flatMap(row => (row.targets.visible === 1 ? [{ ...row, repo: 'acme/always' }] : []))
  assert.deepEqual(fitSettings([...others, ...always]).blends, fitSettings(others).blends)
})

test('an answer that nobody recorded is not weighed', () => {
  assert.deepEqual(fitSettings(judged()).blends.fix, { network: 0, trees: 0, offset: 0 })
})
