/** The words of an entry while they are edited, and the version that they are based on. */
export interface KeptWords {
  title: string
  body: string
  version: number
}

const keyOf = (entry: string) => `tidings-words-${entry}`

/** What was typed and not saved yet. It survives a reload, an ended session and a crash. */
export function keptWords(entry: string): KeptWords | null {
  const kept = localStorage.getItem(keyOf(entry))
  return kept === null ? null : JSON.parse(kept)
}

export const keepWords = (entry: string, words: KeptWords): void =>
  localStorage.setItem(keyOf(entry), JSON.stringify(words))

export const forgetWords = (entry: string): void => localStorage.removeItem(keyOf(entry))
