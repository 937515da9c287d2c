import { fencedCode } from '#platform/markup/fences.ts'
import { headingText, withoutComments } from '#platform/markup/markup.ts'

/** A line of a description with the labels above it. Each cell of a table is a line of its own. */
export interface LabelledLine {
  text: string
  /** The label of the column, or the line directly above; empty if there is neither. */
  label: string
  /** The nearest heading above; empty if there is none. */
  heading: string
}

/** The most characters of a description that are read. */
const MOST_CHARACTERS = 200_000
const HEADING = /^ {0,3}#{1,6}(?!#)(.*)/
const HTML_HEADING = /<h[1-6]\b[^<>]*>([^<>]*)<\/h[1-6]>/gi
const TABLE_RULE = /^[\s|:-]+$/
const MOST_LABEL = 80

/** Reads a description line by line, without comments and code. HTML tables are read like Markdown tables. */
export function* labelledLines(description: string): Generator<LabelledLine> {
  const lines = withHtmlTables(withoutComments(description.slice(0, MOST_CHARACTERS))).split('\n')
  const isCode = fencedCode()
  let heading = ''
  let above = ''
  let columns: string[] | null = null
  for (const raw of lines) {
    const line = raw.replace(/^[\s>]*/, '')
    if (isCode(raw)) continue
    if (line.startsWith('|')) {
      const cells = cellsOf(line)
      yield* cells.map((text, at) => ({ text, label: columns?.[at] || above, heading }))
      columns ??= cells.map(labelFrom)
      continue
    }
    columns = null
    const title = HEADING.exec(raw)?.[1]
    if (title !== undefined) heading = labelFrom(headingText(title))
    yield { text: line, label: above, heading }
    if (line !== '') above = title === undefined ? labelFrom(line) : ''
  }
}

/** Converts the rows of HTML tables and HTML headings to Markdown, and puts each tag on one line. */
const withHtmlTables = (text: string): string =>
  text.includes('<')
    ? withFoldedCells(text.replace(/<[a-z][^<>]*>/gi, tag => tag.replace(/\s+/g, ' ')))
        .replace(/<\/(?:tr|thead)>\s*|<\/?tbody>\s*/gi, '')
        .replace(/<tr\b[^<>]*>\s*/gi, '\n| ')
        .replace(/<\/table>/gi, '\n\n')
        .replace(HTML_HEADING, '\n## $1\n')
    : text

/** Puts each cell of an HTML table on one line, with a bar at its end. */
function withFoldedCells(text: string): string {
  let isCell = false
  return text
    .split(/(<\/?t[dh]\b[^<>]*>\s*)/i)
    .map((part, at) => {
      if (at % 2 === 0) return isCell ? part.replace(/\s+/g, ' ') : part
      isCell = !part.startsWith('</')
      return isCell ? '' : ' | '
    })
    .join('')
}

function cellsOf(row: string): string[] {
  if (TABLE_RULE.test(row)) return []
  const inside = row.slice(1).trimEnd()
  return (inside.endsWith('|') ? inside.slice(0, -1) : inside).split('|').map(cell => cell.trim())
}

/** The plain words of a short line; empty for a long one, and for one with a picture or an address. */
function labelFrom(line: string): string {
  if (/!\[|<img\b|https?:/i.test(line)) return ''
  const words = line
    .replace(/<[^<>]*>/g, ' ')
    .replace(/^(?:[-*+]|\d{1,3}[.)])\s/, '')
    .replace(/[*_`~]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/:$/, '')
  return words.length <= MOST_LABEL ? words : ''
}
