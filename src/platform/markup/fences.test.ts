import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fencedCode, missingFence } from './fences.ts'

const codeIn = (text: string) => {
  const isCode = fencedCode()
  return text.split('\n').filter(isCode)
}

test('a block of code ends with a fence of its own kind that is long enough', () => {
  assert.deepEqual(codeIn('a\n```js\nb\n```\nc'), ['```js', 'b', '```'])
  assert.deepEqual(codeIn('````md\n```js\nb\n```\n````\nc'), ['````md', '```js', 'b', '```', '````'])
  assert.deepEqual(codeIn('~~~\n```\n~~~\nc'), ['~~~', '```', '~~~'])
  assert.deepEqual(codeIn('```\nb\n```js\n````\nc'), ['```', 'b', '```js', '````'])
})

test('what only looks like a fence begins no block', () => {
  assert.deepEqual(codeIn('```inline``` code\nb'), [])
  assert.deepEqual(codeIn('    ```\nb'), [])
})

test('a block without an end is closed as it was opened', () => {
  assert.equal(missingFence('a\n````md\n```\nb'), '````')
  assert.equal(missingFence('a\n```\nb\n```'), null)
})
