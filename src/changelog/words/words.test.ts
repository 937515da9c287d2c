import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allWords } from '../../../testing/all-words.ts'
import { en } from './en.ts'
import { wordsFor } from './words.ts'

/** Every text in a language; texts that are functions are called. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return textsOf(value('Acme', 2))
  return Object.values(value ?? {}).flatMap(textsOf)
}

const withoutThemes = ({
  edition: { andMore, ...edition },
  list: { found, ...list },
  ...words
}: typeof en) => ({
  ...words,
  edition,
  list,
  said: [andMore('A', 2), andMore('A', 1), found(1, 'x'), found(2, 'x')],
})

test('no language leaves a text empty, and each names itself', () => {
  const english = textsOf(withoutThemes(en)).length
  for (const words of allWords) {
    const texts = textsOf(withoutThemes(words))
    assert.equal(texts.length, english, words.language)
    for (const text of texts) assert.notEqual(text.trim(), '', words.language)
    assert.equal(wordsFor(words.language), words)
    assert.equal(new Intl.DateTimeFormat(words.dates).resolvedOptions().locale.slice(0, 2), words.language)
  }
})

test('a regional variant has the words of its language, and an unknown language those of English', () => {
  assert.equal(wordsFor('pt-BR').language, 'pt')
  assert.equal(wordsFor('AR-eg').language, 'ar')
  for (const unknown of ['tlh', 'constructor', '', '__proto__']) assert.equal(wordsFor(unknown), en)
})
