import { readdirSync } from 'node:fs'
import { type PageWords, wordsFor } from '#changelog/words/words.ts'

/** The words of every language that has a file. */
export const allWords: readonly PageWords[] = readdirSync(
  new URL('../src/changelog/words/', import.meta.url),
).flatMap(name => {
  const [, language] = /^([a-z]{2})\.ts$/.exec(name) ?? []
  return language === undefined ? [] : [wordsFor(language)]
})
