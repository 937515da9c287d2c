export interface EditedWords {
  title: string
  body: string
}

export const wordsOf = ({ title, body }: EditedWords): EditedWords => ({ title, body })

export const isSame = (a: EditedWords, b: EditedWords): boolean => a.title === b.title && a.body === b.body

type Field = keyof EditedWords
const FIELDS: readonly Field[] = ['title', 'body']

/** The fields that differ from the base. The others may be updated when they change elsewhere. */
export const changed = (base: EditedWords, words: EditedWords): Partial<EditedWords> =>
  Object.fromEntries(FIELDS.filter(field => words[field] !== base[field]).map(field => [field, words[field]]))

/** The fields that two sides changed differently. */
export const contested = (base: EditedWords, yours: EditedWords, theirs: EditedWords): Field[] =>
  FIELDS.filter(
    field => theirs[field] !== base[field] && yours[field] !== base[field] && theirs[field] !== yours[field],
  )

/** Merges two changes of the same words. A field that only one side changed is from that side, a contested one from `preferred`. */
export function merged(
  base: EditedWords,
  yours: EditedWords,
  theirs: EditedWords,
  preferred: EditedWords,
): EditedWords {
  const both = contested(base, yours, theirs)
  const of = (field: Field) =>
    both.includes(field) ? preferred[field] : yours[field] === base[field] ? theirs[field] : yours[field]
  return { title: of('title'), body: of('body') }
}
