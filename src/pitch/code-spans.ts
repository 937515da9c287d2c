/** The text with `change` made to all of it but what stands in code spans. */
export const outsideCode = (text: string, change: (prose: string) => string): string =>
  text.includes('`')
    ? text
        .split(/(`[^`]*`)/)
        .map((part, at) => (at % 2 === 1 ? part : change(part)))
        .join('')
    : change(text)

/** For looking at words: with signs in place of letters in code, so that no word of code is taken for one of the sentence. */
export const withCodeBlanked = (text: string): string =>
  text.includes('`') ? text.replace(/`[^`]*`/g, code => code.replace(/[\p{L}\p{N}]/gu, '#')) : text

/** Says nothing besides what stands in code spans. */
export const isOnlyCode = (text: string): boolean => !/\p{L}/u.test(withCodeBlanked(text))
