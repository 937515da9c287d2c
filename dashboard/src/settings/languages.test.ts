import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allWords } from '../../../testing/all-words.ts'
import { LANGUAGES } from './languages.ts'

test('every language that the page speaks can be chosen', () => {
  const offered = new Set(LANGUAGES.map(({ value }) => value))
  assert.deepEqual(
    allWords.map(({ language }) => language).filter(language => !offered.has(language)),
    [],
  )
})
