import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { createCascade } from './cascade.ts'
import type { Case, Classifier } from './classifier.ts'
import { explicit } from './classifiers/explicit.ts'
import { model } from './classifiers/model.ts'
import { theModel } from './model/loaded.ts'
import { viewsOf } from './model/view.ts'

const alone = (cases: readonly Case[]) => viewsOf(theModel(), cases, null)
const cascade = createCascade([explicit, model], alone)

test('what the team recorded decides before the model is asked', () => {
  const answer = cascade.classify(aPull({ title: 'Rooms', labels: ['no-changelog'] }))
  assert.equal(answer.layer, 'explicit')
})

test('where the team recorded nothing, the model decides', () => {
  assert.equal(cascade.classify(aPull({ title: 'Rooms' })).layer, 'model')
})

test('the version names every layer', () => {
  assert.equal(cascade.version, `explicit@${explicit.version} model@${model.version}`)
})

test('many are decided as each alone, in their order', () => {
  const pulls = ['Rooms', 'ci: x', 'Fix x', 'docs: x'].map((title, at) =>
    aPull({ title, labels: at % 2 ? ['no-changelog'] : [] }),
  )
  assert.deepEqual(
    cascade.classifyAll(pulls),
    pulls.map(pull => cascade.classify(pull)),
  )
  assert.deepEqual(
    cascade.classifyAll(pulls).map(({ layer }) => layer),
    ['model', 'explicit', 'model', 'explicit'],
  )
})

test('layers share what people wrote', () => {
  const seen: number[] = []
  const silent: Classifier = {
    layer: 'model',
    version: '0',
    classify: ({ signals }) => {
      seen.push(signals.length)
      return null
    },
  }
  createCascade([silent, silent, model], alone).classify(aPull({ labels: ['bug'] }))
  assert.deepEqual(seen, [1, 1])
})

test('a score and the visibility never contradict each other', () => {
  for (const title of ['ci: x', 'feat: x', 'Fix x', 'Rooms', 'docs: x']) {
    const { score, visibility } = cascade.classify(aPull({ title }))
    assert.equal(visibility, score >= 0.5 ? 'user-facing' : 'internal')
  }
})

test('hostile text is read in time that grows with its length', () => {
  const long = 60_000
  const bodies = [
    '- [x] '.repeat(long / 6),
    '\n'.repeat(long),
    `release notes${' '.repeat(long)}x`,
    '<!--'.repeat(long / 4),
    `Changelog: ${'a '.repeat(long / 2)}`,
  ]
  const titles = [
    '['.repeat(long),
    `Revert "${' ('.repeat(long / 2)}`,
    'feat('.repeat(long / 5),
    ':a'.repeat(long / 2),
    'a_'.repeat(39),
    '[wip]'.repeat(long / 5),
    `${'warn '.repeat(80)}better `.repeat(20),
  ]
  const started = performance.now()
  for (const body of bodies) cascade.classify(aPull({ body }))
  for (const title of titles) cascade.classify(aPull({ title }))
  assert.ok(performance.now() - started < 2_000)
})
