import { toasts } from '../../frame/toasts.tsx'
import { type EditedWords, isSame } from './words.ts'

/** Typed words that are not saved, and the stored version that they are based on. */
interface KeptWords extends EditedWords {
  base: EditedWords & { version: number }
}

const keyOf = (entry: string) => `tidings-words-${entry}`

/** Typed words that are not saved yet. They survive a reload, an ended session and a crash. */
export function keptWords(entry: string): KeptWords | null {
  const kept = JSON.parse(localStorage.getItem(keyOf(entry)) ?? 'null')
  return kept?.base ? kept : null
}

export const keepWords = (entry: string, words: KeptWords): void =>
  localStorage.setItem(keyOf(entry), JSON.stringify(words))

export const forgetWords = (entry: string): void => localStorage.removeItem(keyOf(entry))

/** Whether unsaved words were typed for this entry. */
export function hasUnsavedWords(entry: string): boolean {
  const kept = keptWords(entry)
  return kept !== null && !isSame(kept, kept.base)
}

/** Whether words of one of these entries are not saved, so that it would go on without them. A message says so. */
export function stopsForWords(entries: readonly { id: string; title?: string }[]): boolean {
  const unsaved = entries.find(({ id }) => hasUnsavedWords(id))
  if (!unsaved) return false
  const name = unsaved.title ? ` for “${unsaved.title}”` : ''
  toasts.show(`What you typed${name} is not saved yet. Go on with e, or discard it.`)
  return true
}
