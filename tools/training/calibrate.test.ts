import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '#judgement/steps.ts'
import { aLabelled } from '#testing/labelled.ts'
import { aPull } from '#testing/pulls.ts'
import { randomOf } from '../random.ts'
import { calibrate, type Unseen } from './calibrate.ts'
import { examplesOf } from './examples.ts'

const REPOSITORIES = [
  { repo: 'acme/loud', share: 0.9 },
  { repo: 'acme/quiet', share: 0.1 },
]

/** Changes of a team that announces nearly all and one that announces almost none. Regression tells the teams apart, trees the changes. */
function scored(): Unseen[] {
  const random = randomOf(3)
  const rows = REPOSITORIES.flatMap(({ repo, share }) =>
    Array.from({ length: 3_000 }, (_, at) => {
      const visibility = random() < share ? ('user-facing' as const) : ('internal' as const)
      return aLabelled(aPull({ repo, number: at + 1, mergedAt: at }), { visibility })
    }),
  )
  return atOnce(examplesOf(rows)).map(example => {
    const team = example.repo === 'acme/loud' ? 2 : -2
    const visible = team + 4 * (random() - 0.5)
    const trees = 2 * (example.targets.visible ?? 0) - 1 + 6 * (random() - 0.5)
    const linear = { visible, fix: 0, feature: 0, notable: 0 }
    return { example, linear, trees: { visible: trees, fix: 0, notable: 0 } }
  })
}

test('scores are weighted by how well they separate changes within a team, not teams', () => {
  const { linear, trees, offset } = calibrate(scored()).calibration.visible
  assert.ok(Math.abs(linear) < 0.25, String(linear))
  assert.ok(trees > 0.5, String(trees))
  assert.ok(Math.abs(offset) < 0.5, String(offset))
})

test('a repository with only one answer has no weight', () => {
  const others = scored()
  const always = others.flatMap(row =>
    row.example.targets.visible === 1 ? [{ ...row, example: { ...row.example, repo: 'acme/always' } }] : [],
  )
  assert.deepEqual(calibrate([...others, ...always]).calibration, calibrate(others).calibration)
})

test('if no decision is right often enough, only near certainty has high confidence', () => {
  const random = randomOf(5)
  const guessed = scored().map(row => ({
    ...row,
    trees: { ...row.trees, visible: random() - 0.5 },
    linear: { ...row.linear, visible: random() - 0.5 },
  }))
  assert.equal(calibrate(guessed).thresholds.internal.high, 0.99)
})

test('one repository whose decisions are wrong raises what “high” needs for all of them', () => {
  const random = randomOf(7)
  const unsure = () => 4 * (random() - 0.5)
  const scoredIn = (repo: string, wrong: number) =>
    scored().map(({ example, linear, trees }) => {
      const answer = 2 * (example.targets.visible ?? 0) - 1
      const isSure = random() < 0.5
      const visible = isSure ? 6 * (random() < wrong ? -answer : answer) + unsure() : unsure()
      const placed = { ...example, repo }
      return { example: placed, linear: { ...linear, visible: 0 }, trees: { ...trees, visible } }
    })
  const right = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].flatMap(repo =>
    scoredIn(repo, 0),
  )
  const alone = calibrate(right).thresholds.internal.high
  assert.ok(alone < 0.99)
  const withOne = calibrate([...right, ...scoredIn('m', 0.3)])
  assert.ok(withOne.thresholds.internal.high > alone)
})
