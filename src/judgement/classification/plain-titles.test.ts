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

test('a line alone gets the answer that anybody would give, at least 97 times of 100', () => {
  assert.equal(TITLES.length, 150)
  const wrong = TITLES.filter(
    ({ group, answer }) => (answer.visibility === 'internal') !== (group === 'internal'),
  )
  assert.ok(wrong.length <= 4, wrong.map(({ title }) => title).join('; '))
})

test('a fault is told as a fix, and what people asked for is not', () => {
  const wrong = TITLES.filter(
    ({ group, answer }) => group !== 'internal' && (group === 'fault') !== (answer.kind === 'fix'),
  )
  assert.ok(wrong.length <= 4, wrong.map(({ title }) => title).join('; '))
})

test('nobody takes a line alone for sure news', () => {
  const sure = TITLES.filter(
    ({ answer }) => answer.visibility === 'user-facing' && answer.confidence !== 'low',
  )
  assert.deepEqual(sure, [])
})
