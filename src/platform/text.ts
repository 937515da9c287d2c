import { withoutHidden } from './hidden-characters.ts'

/**
 * Characters that XML 1.0 §2.2 forbids (C0 controls but tab, line feed and carriage return; U+FFFE and U+FFFF) and the C1
 * controls, which no reader shows.
 */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g

/** Most text is plain ASCII, which one look clears of all of these. */
const UNCLEAR = /[^\n\t -~]/
const UNEVEN = /[^ -~]| {2}|^ | $/

/** Text from outside, fit to be stored and shown: well-formed UTF-16, no control or hidden characters, `\n` line ends. */
export function safeText(text: string): string {
  if (!UNCLEAR.test(text)) return text
  return withoutHidden(text.toWellFormed().replace(/\r\n?/g, '\n').replace(FORBIDDEN, ''))
}

/** The same on one line: all white space folded to single spaces. */
export const safeLine = (text: string): string =>
  UNEVEN.test(text) ? safeText(text).replace(/\s+/g, ' ').trim() : text

/** All white space folded to single spaces, none at the ends. */
export const singleSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The same for a path, in which no space is lost. */
export const safePath = (path: string): string => safeText(path).replace(/\s/g, ' ')

/** Cut to at most `limit` UTF-16 units without splitting a surrogate pair, with an ellipsis where something was cut. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text
    .slice(0, limit - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}
