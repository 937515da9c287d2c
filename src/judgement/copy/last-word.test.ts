import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceCode } from './code-spans.ts'
import { beforeLastWord } from './last-word.ts'
import { shorten } from './shorten.ts'

test('a headline of one long word that ends like a verb is cut once, and the work ends', () => {
  const word = `${'a'.repeat(69)}/rendering`
  assert.equal(shorten(`${word}_again_and_again`, 80), `${word}…`)
})

test('the last word goes with the punctuation before it', () => {
  assert.equal(beforeLastWord('Print receipts, again'), 'Print receipts')
  assert.equal(beforeLastWord('Receipts'), 'Receipts')
})

test('a span of code ends at a run of as many backticks; a run that none answers stays', () => {
  const shout = (text: string) => replaceCode(text, code => code.toUpperCase())
  assert.equal(shout('use `a` and ``b ` c``'), 'use A and B ` C')
  assert.equal(shout('``a` b'), '``a` b')
  assert.equal(shout('```` `a` ```'), '```` A ```')
})
