/** Highlights parts of a report on a terminal; changes nothing elsewhere. */
export interface Style {
  strong(text: string): string
  heading(text: string): string
  faint(text: string): string
  /** The width of a line in characters; infinite if nothing is wrapped. */
  width: number
}

/** The text with an ANSI SGR code, such as 1 for bold or 36 for cyan. */
export const ansi = (code: number, text: string): string => `\u001b[${code}m${text}\u001b[0m`

/** Wraps the text into lines of at most `width` characters, except for words that are longer. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.pop()
    if (line === undefined) lines.push(word)
    else if (line.length + word.length < width) lines.push(`${line} ${word}`)
    else lines.push(line, word)
  }
  return lines
}

/** The wrapped text with `first` in front of its first line and `rest` in front of the others; `rest` is no wider than `first`. */
export const hanging = (text: string, first: string, rest: string, width: number): string =>
  wrapped(text, width - first.length)
    .map((line, at) => (at === 0 ? first : rest) + line)
    .join('\n')

export const count = (value: number): string => value.toLocaleString('en')

/** The end of a sentence that counts changes: how many of them are drafts; empty where all are, or where that is unknown. */
export function draftsAmong(changes: number, drafts: number | null = changes): string {
  if (drafts === null || drafts === changes) return ''
  const are =
    drafts === 0 ? 'none is a draft' : drafts === 1 ? 'one is a draft' : `${count(drafts)} are drafts`
  return `, of which ${are}`
}

/** A number with its noun: `one merge` or `12 merges`. */
export const counted = (value: number, one: string, many: string): string =>
  value === 1 ? `one ${one}` : `${count(value)} ${many}`

const formatted = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  return (instant: number): string => format.format(instant)
}

/** A day such as `31 January 2026`. */
export const day = formatted({ dateStyle: 'long' })
/** A day without its year, such as `31 January`. */
export const dayOfMonth = formatted({ day: 'numeric', month: 'long' })
/** A month such as `January 2026`. */
export const month = formatted({ month: 'long', year: 'numeric' })
