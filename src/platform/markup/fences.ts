const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * Follows the fenced code of a Markdown text (CommonMark 0.31, section 4.5). Gives a function that takes the text's lines, one after the
 * other, and says whether a line belongs to a block of code, its fences included. A block ends with a fence of the same character that is
 * at least as long as its first; one that never ends holds the rest.
 */
export function fencedCode(): (line: string) => boolean {
  let open: string | null = null
  return line => {
    const wasOpen = open !== null
    open = fenceAfter(open, line)
    return wasOpen || open !== null
  }
}

/** The fence that is missing at the end of a text that ends in a block of code; null where it does not. */
export const missingFence = (text: string): string | null =>
  text.split('\n').reduce<string | null>(fenceAfter, null)

function fenceAfter(open: string | null, line: string): string | null {
  const [opening = '', mark = ''] = FENCE.exec(line) ?? []
  const info = line.slice(opening.length)
  if (open !== null) return mark.startsWith(open) && info.trim() === '' ? null : open
  return mark === '' || (mark.startsWith('`') && info.includes('`')) ? null : mark
}
