export interface Words {
  title: string
  body: string
}

/** What was typed and not saved, and the stored version that it is based on. */
export interface KeptWords extends Words {
  base: Words & { version: number }
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

export const wordsOf = ({ title, body }: Words): Words => ({ title, body })

export const isSame = (a: Words, b: Words): boolean => a.title === b.title && a.body === b.body

/**
 * Joins two changes of the same words: a field that only one side changed is taken from that side. Null where both changed one field
 * differently.
 */
export function joined(base: Words, yours: Words, theirs: Words): Words | null {
  const fields = (['title', 'body'] as const).map(field => {
    if (theirs[field] === base[field] || theirs[field] === yours[field]) return yours[field]
    return yours[field] === base[field] ? theirs[field] : null
  })
  const [title, body] = fields
  return title == null || body == null ? null : { title, body }
}
