/** Says hardly a word that the headline does not. */
export function repeats(said: string, headline: string): boolean {
  const known = new Set(wordsOf(headline))
  const words = wordsOf(said)
  return words.filter(word => !known.has(word)).length < Math.max(3, words.length * 0.3)
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
