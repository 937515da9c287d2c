let segmenter: Intl.Segmenter | undefined

/** Characters as a person sees them: an emoji with its skin tone is one. The segmenter takes some 20 ms to make, and few texts need it. */
function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Each of these is a character by itself. */
const ASCII = /^[ -~]*$/

/** Characters as a person counts them. */
export const countGraphemes = (text: string): number =>
  ASCII.test(text) ? text.length : graphemesOf(text).length

/** At most `limit` characters? Never counts a text that is short enough in UTF-16 units, as nearly all are. */
export const fits = (text: string, limit: number): boolean =>
  text.length <= limit || (text.length <= limit * 12 && countGraphemes(text) <= limit)

/** The first `limit` characters, none of them split. */
export const firstGraphemes = (text: string, limit: number): string =>
  ASCII.test(text)
    ? text.slice(0, limit)
    : graphemesOf(text.slice(0, limit * 12))
        .slice(0, limit)
        .join('')
