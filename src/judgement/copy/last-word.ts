/** Without the white space and the punctuation inside a sentence that a text ends with. */
export const withoutMarks = (text: string): string => text.replace(/(?<![\s,;:(])[\s,;:(]+$/, '')

/** Without its last word, and the punctuation before it; as it was where it is one word. */
export const beforeLastWord = (text: string): string =>
  text.includes(' ') ? withoutMarks(text.slice(0, text.lastIndexOf(' '))) : text
