import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { aPull } from '#testing/pulls.ts'
import PLAIN_TITLES from './plain-titles.json' with { type: 'json' }

const classifier = await createProductClassifier()
const classify = (title: string) => classifier.classify(aPull({ title, files: [] }))

const TITLES = Object.entries(PLAIN_TITLES).flatMap(([group, titles]) =>
  titles.map(title => ({ group, title, answer: classify(title) })),
)

test('a title alone gets the obvious answer at least 97 times in 100', () => {
  assert.equal(TITLES.length, 150)
  const wrong = TITLES.filter(
    ({ group, answer }) => (answer.visibility === 'internal') !== (group === 'internal'),
  )
  assert.ok(wrong.length <= 4, wrong.map(({ title }) => title).join('; '))
})

test('a defect is a fix, and a request is not', () => {
  const wrong = TITLES.filter(
    ({ group, answer }) => group !== 'internal' && (group === 'fault') !== (answer.kind === 'fix'),
  )
  assert.ok(wrong.length <= 4, wrong.map(({ title }) => title).join('; '))
})

test('a title alone is user-facing only with low confidence', () => {
  const sure = TITLES.filter(
    ({ answer }) => answer.visibility === 'user-facing' && answer.confidence !== 'low',
  )
  assert.deepEqual(sure, [])
})
