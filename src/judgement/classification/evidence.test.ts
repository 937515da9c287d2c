import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'

const classifier = await createProductClassifier()
const classify = (sketch: PullSketch) => classifier.classify(aPull(sketch))

test('the evidence is short, strongest first', () => {
  const { evidence } = classify({ title: 'Fix crash when the list is empty', body: 'Closes #4 for users' })
  assert.ok(evidence.length >= 3 && evidence.length <= 6)
  const weights = evidence.map(({ weight }) => Math.abs(weight))
  assert.deepEqual(
    weights,
    weights.toSorted((a, b) => b - a),
  )
})

test('evidence is readable and quotes words of the title', () => {
  const { evidence } = classify({
    title: 'Fix crash in rooms',
    files: ['src/rooms/archive.ts'],
  })
  for (const { detail } of evidence) assert.doesNotMatch(detail, /[<>]|feature \d|undefined|NaN|\w+:\w+/)
  assert.ok(evidence.some(({ detail }) => detail.includes('(“crash”)')))
})

test('a reason names only evidence for the decision, and never the size of the change', () => {
  const titles = [
    'Fix crash in rooms',
    'chore: tidy rooms',
    'refactor: split rooms',
    'Rooms',
    'feat: pins',
    'hm-zllvmovszxmqqwlv',
  ]
  const sets = [
    ['src/rooms.ts'],
    ['tests/rooms.test.ts'],
    ['src/rooms.ts', 'docs/rooms.md'],
    ['go.mod', 'src/a.go'],
    [],
  ]
  for (const title of titles)
    for (const files of sets) {
      const { reason } = classify({ title, files })
      assert.match(reason, /^[A-Z][^.]*\.$/)
      assert.doesNotMatch(reason, /lines? changed|files named|points clearly|describ\w+ says/)
    }
})

test('the title of the reverted change is not a reason', () => {
  const { reason } = classify({ title: 'Revert "feat: support passkeys"', files: ['src/rooms/store.ts'] })
  assert.doesNotMatch(reason, /support|feat/)
})

test('an ambiguous word is not a reason', () => {
  assert.doesNotMatch(classify({ title: 'Close mail templates' }).reason, /close/i)
})

test('no evidence is shown twice', () => {
  const { evidence } = classify({ title: 'feat: support passkeys', files: ['src/rooms/store.ts'] })
  const details = evidence.map(({ detail }) => detail)
  assert.ok(details.includes('the title is marked “feat”'))
  assert.equal(new Set(details).size, details.length)
})
