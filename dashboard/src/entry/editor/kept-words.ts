import { keep, kept } from '../../api/kept.ts'
import { toasts } from '../../frame/toasts.tsx'
import type { EditorState } from './editor-state.ts'
import { type EditedWords, isSame } from './words.ts'

/** Typed words that are not saved, and the stored version that they are based on. */
type KeptWords = Pick<EditorState, 'base'> & EditedWords

/** Words of an entry that were typed and are not saved yet. */
export const keptWords = (entry: string): KeptWords | null => kept(`words-${entry}`)

export const keepWords = (entry: string, words: KeptWords | null): void => keep(`words-${entry}`, words)

/** Forgets kept words that are stored: those of a page that was closed before it was told so. */
export function forgetStored(entry: EditedWords & { id: string }): void {
  const words = keptWords(entry.id)
  if (words && isSame({ title: words.title.trim(), body: words.body.trim() }, entry))
    keepWords(entry.id, null)
}

/** Whether unsaved words were typed for this entry. */
export function hasUnsavedWords(entry: string): boolean {
  const words = keptWords(entry)
  return words !== null && !isSame(words, words.base)
}

/** Says that words of one of these entries are not saved, so that it would go on without them; null if all are. */
export function unsavedWords(entries: readonly { id: string; title?: string }[]): string | null {
  const unsaved = entries.find(({ id }) => hasUnsavedWords(id))
  if (!unsaved) return null
  return `What you typed${unsaved.title ? ` for “${unsaved.title}”` : ''} is not saved yet. Edit or discard it first.`
}

/** Whether words of one of these entries are not saved. A message says so. */
export function stopsForWords(entries: readonly { id: string; title?: string }[]): boolean {
  const unsaved = unsavedWords(entries)
  if (unsaved) toasts.show(unsaved)
  return unsaved !== null
}
