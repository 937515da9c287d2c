const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as a person counts them: an emoji with its skin tone is one. */
export function countGraphemes(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}

/** At most `limit` characters? Never counts a text that is short enough in UTF-16 units, as nearly all are. */
export const fits = (text: string, limit: number): boolean =>
  text.length <= limit || (text.length <= limit * 12 && countGraphemes(text) <= limit)

/** The first `limit` characters, none of them split. */
export function firstGraphemes(text: string, limit: number): string {
  if (text.length <= limit) return text
  let kept = ''
  let count = 0
  for (const { segment } of segmenter.segment(text)) {
    if (++count > limit) break
    kept += segment
  }
  return kept
}
