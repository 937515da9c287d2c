/** The words of a text but the smallest, without their endings, to see what two texts share. */
export const stemsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map(word => word.slice(0, 6).replace(/s$/, '')),
  )

/** How many of its words but the smallest a text shares with another. */
export function sharedStems(text: string, other: string): number {
  const known = stemsOf(other)
  return [...stemsOf(text)].filter(stem => known.has(stem)).length
}

/** Says hardly a word that the headline does not. */
export function repeats(said: string, headline: string): boolean {
  const known = stemsOf(headline)
  const words = [...stemsOf(said)].filter(word => !SMALL.has(word))
  return words.filter(word => !known.has(word)).length < Math.max(2, words.length * 0.3)
}

/** Says every word that the sentence says. */
export function covers(headline: string, sentence: string): boolean {
  const known = stemsOf(headline)
  return [...stemsOf(sentence)].every(word => known.has(word) || SMALL.has(word))
}

const SMALL = new Set('the and for add adds added fix fixes fixed now can you with this that from'.split(' '))
