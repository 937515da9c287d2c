import { safeText } from '#platform/text.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const SPECIAL = /[&<>"']/

/** Escapes text for elements and quoted attributes of HTML and XML. */
export const escapeMarkup = (text: string): string =>
  // Most texts need no escaping, and the test costs a tenth of the replacement.
  SPECIAL.test(text) ? text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character) : text

/** Escapes text as Markdown; code spans stay code, and what looks like a reference (`&copy;`) stays text. */
export function escapeMarkdown(text: string): string {
  return text
    .split(/(`+[^`]*`+)/)
    .map(part =>
      part.startsWith('`') ? part : part.replace(/[\\*[\]<>~|]|&(?=#?\w{1,31};)|(?<!\w)_|_(?!\w)/g, '\\$&'),
    )
    .join('')
}

const BLOCK_MARK = /^(?:(?=#{1,6}(?:\s|$)|[-+](?:\s|$))|(\d{1,9})(?=[.)](?:\s|$)))/

/** Escapes a line that begins a block, such as a list item: nothing at its start makes it a heading or a list. */
export const escapeMarkdownBlock = (text: string): string =>
  escapeMarkdown(text).replace(BLOCK_MARK, (_, digits = '') => `${digits}\\`)

const REFERENCES = /\\[\s\S]|&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi

/** Removes the references (`&#x1F;`) of Markdown to characters that are hidden or forbidden. Code shows references as they are. */
export const withoutHiddenReferences = (markdown: string): string =>
  splitAtCode(markdown)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(REFERENCES, cleanReference)))
    .join('')

function cleanReference(reference: string, hex?: string, decimal?: string): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (!(code <= 0x10ffff)) return reference
  const character = String.fromCodePoint(code)
  const clean = safeText(character)
  return clean === character || !character.isWellFormed() ? reference : clean.replace('\n', ' ')
}

/** The text of a Markdown heading without its closing marks. `rest` follows the opening marks. */
export const headingText = (rest: string): string => rest.replace(/(?<![\s#])[\s#]+$/, '').trim()

/** Removes HTML comments, which hold the instructions of a template. An unclosed comment removes the rest. */
export const withoutComments = (text: string): string =>
  withoutStretches(text, '<!--', open => {
    const close = text.indexOf('-->', open)
    return close === -1 ? -1 : close + 3
  })

/** Removes every stretch from `opening` to the index that `endOf` returns for it, or to the end if that is -1. */
export function withoutStretches(text: string, opening: string, endOf: (open: number) => number): string {
  let kept = ''
  let from = 0
  for (let open = text.indexOf(opening); open !== -1; open = text.indexOf(opening, from)) {
    kept += text.slice(from, open)
    from = endOf(open)
    if (from === -1) return kept
  }
  return kept + text.slice(from)
}

/**
 * Splits Markdown into text and code spans, alternately, beginning with text. A span ends at the next run of as many backticks
 * (CommonMark §6.1).
 */
function splitAtCode(text: string): string[] {
  const parts: string[] = []
  const closing = closingRuns(text)
  const opening = /\\[\s\S]|`+/g
  let from = 0
  for (let run = opening.exec(text); run !== null; run = opening.exec(text)) {
    const end = run[0].startsWith('`') ? closing(run[0].length, run.index) : null
    if (end === null) continue
    parts.push(text.slice(from, run.index), text.slice(run.index, end))
    from = end
    opening.lastIndex = end
  }
  return [...parts, text.slice(from)]
}

/** Finds the end of the next run of this many backticks after a position. The positions that it is asked for may only grow. */
function closingRuns(text: string): (length: number, after: number) => number | null {
  const runs = Map.groupBy(text.matchAll(/`+/g), run => run[0].length)
  const next = new Map<number, number>()
  return (length, after) => {
    const same = runs.get(length) ?? []
    let at = next.get(length) ?? 0
    while (at < same.length && (same[at]?.index ?? 0) <= after) at++
    next.set(length, at)
    const found = same[at]
    return found ? found.index + length : null
  }
}
