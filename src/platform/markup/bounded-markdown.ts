/**
 * Limits per paragraph, list item or table, above what people write by hand: emphasis and exclamation marks, opening brackets, lines.
 * Beyond them the parser takes quadratic time or worse.
 */
const MOST_MARKS = 200
const MOST_BRACKETS = 500
const MOST_LINES = 1_000

const MARKS = /[*_~]+|!/g
const BRACKETS = /\[/g
/** Lines that start a new block, whatever precedes them. */
const STARTS = /^ {0,3}(?:[-+*] +\S|#{1,6} |>)/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * Makes Markdown safe to parse in linear time. In paragraphs above the limits marks and brackets are escaped and lines are joined.
 * Other text stays the same.
 */
export function boundedMarkdown(text: string): string {
  if (isCalm(text)) return text
  return paragraphsOf(text)
    .map(({ lines, isCode }) => (isCode ? lines.join('\n') : calmed(lines)))
    .join('\n')
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const isCalm = (text: string): boolean =>
  count(text, MARKS) <= MOST_MARKS &&
  count(text, BRACKETS) <= MOST_BRACKETS &&
  count(text, /\n/g) <= MOST_LINES

function calmed(lines: readonly string[]): string {
  const paragraph = lines.join(lines.length > MOST_LINES ? ' ' : '\n')
  const unlinked = count(paragraph, BRACKETS) > MOST_BRACKETS ? escaped(paragraph, /\\.|\[/g) : paragraph
  return count(unlinked, MARKS) > MOST_MARKS ? escaped(unlinked, /\\.|[*_~]|!(?!\[)/g) : unlinked
}

interface Paragraph {
  lines: string[]
  isCode: boolean
}

/** Splits the text into blocks of lines that are parsed together. */
function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let fence: string | null = null
  let isNew = true
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    const opens = fence === null && mark !== undefined
    const last = paragraphs.at(-1)
    if (last && !opens && !isNew && (fence !== null || !STARTS.test(line))) last.lines.push(line)
    else paragraphs.push({ lines: [line], isCode: opens })
    const closes = fence !== null && mark?.startsWith(fence) === true && line.trim() === mark
    if (opens) fence = mark
    else if (closes) fence = null
    isNew = closes || (fence === null && line.trim() === '')
  }
  return paragraphs
}

const ESCAPES: Record<string, string> = { '*': '\\*', _: '\\_', '~': '\\~', '!': '&#33;', '[': '\\[' }

/** Escaped characters and code stay. */
const escaped = (paragraph: string, marks: RegExp): string =>
  paragraph
    .split(/(`+[^`]*`+)/)
    .map(part => (part.startsWith('`') ? part : part.replace(marks, mark => ESCAPES[mark] ?? mark)))
    .join('')
