let segmenter: Intl.Segmenter | undefined

/** Made when first needed: that takes some 20 ms, and few texts need it. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** Each of these is a character by itself. */
const ASCII = /^[ -~]*$/

/** Characters as a person counts them: an emoji with its skin tone is one. */
export function countGraphemes(text: string): number {
  if (ASCII.test(text)) return text.length
  let count = 0
  for (const _ of graphemesOf(text)) count++
  return count
}

/** At most `limit` characters? Never counts a text that is short enough in UTF-16 units, as nearly all are. */
export const fits = (text: string, limit: number): boolean =>
  text.length <= limit || (text.length <= limit * 12 && countGraphemes(text) <= limit)

/** The first `limit` characters, none of them split. */
export function firstGraphemes(text: string, limit: number): string {
  if (text.length <= limit) return text
  if (ASCII.test(text)) return text.slice(0, limit)
  let kept = ''
  let count = 0
  for (const { segment } of graphemesOf(text)) {
    if (++count > limit) break
    kept += segment
  }
  return kept
}
