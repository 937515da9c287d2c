/**
 * What nobody writes by hand in one paragraph, list item or table; the time that the parser takes for more grows with its square or
 * worse. Marks of emphasis and exclamation marks, opening brackets, lines.
 */
const MOST_MARKS = 200
const MOST_BRACKETS = 500
const MOST_LINES = 1_000

const MARKS = /[*_~]+|!/g
const BRACKETS = /\[/g
/** What begins a paragraph of its own, whatever stands before it. */
const STARTS = /^ {0,3}(?:[-+*] +\S|#{1,6} |>)/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * Markdown that no parser takes long for: in a paragraph with more marks or brackets than any person writes they are shown as they are, and
 * one of more lines becomes one line. All other text stays as it was.
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

/** The lines of the text, all of them, in stretches that are parsed together. */
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

/** What is escaped already, and code, stays. */
const escaped = (paragraph: string, marks: RegExp): string =>
  paragraph
    .split(/(`+[^`]*`+)/)
    .map(part => (part.startsWith('`') ? part : part.replace(marks, mark => ESCAPES[mark] ?? mark)))
    .join('')
