import { type EditedWords, isSame } from './words.ts'

/** What was typed and not saved, and the stored version that it is based on. */
export interface KeptWords extends EditedWords {
  base: EditedWords & { version: number }
}

const keyOf = (entry: string) => `tidings-words-${entry}`

/** What was typed and not saved yet. It survives a reload, an ended session and a crash. */
export function keptWords(entry: string): KeptWords | null {
  const kept = JSON.parse(localStorage.getItem(keyOf(entry)) ?? 'null')
  return kept?.base ? kept : null
}

export const keepWords = (entry: string, words: KeptWords): void =>
  localStorage.setItem(keyOf(entry), JSON.stringify(words))

export const forgetWords = (entry: string): void => localStorage.removeItem(keyOf(entry))

/** Whether words of this entry were typed that differ from what is saved. */
export function hasUnsavedWords(entry: string): boolean {
  const kept = keptWords(entry)
  return kept !== null && !isSame(kept, kept.base)
}
