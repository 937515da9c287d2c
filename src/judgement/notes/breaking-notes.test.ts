import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breakingNotes } from './breaking-notes.ts'

test('a note ends where the next one begins, so that many take no more room than the message', () => {
  const two = breakingNotes({ body: 'breaking: a is gone\nuse c\nbreaking: b is gone', commits: [] })
  assert.deepEqual(two.texts, ['a is gone\nuse c', 'b is gone'])
  const lines = Array.from({ length: 6_000 }, (_, at) => `breaking: y${at}`)
  const { texts } = breakingNotes({ body: lines.join('\n'), commits: [] })
  assert.ok(texts.join('').length <= lines.join('').length)
})
