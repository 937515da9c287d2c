import { splitAtCode } from './code-spans.ts'

/**
 * Limits per paragraph, list item or table, above what people write by hand: emphasis and exclamation marks, opening brackets, comments
 * and declarations, lines. Beyond them the parser takes quadratic time or worse.
 */
const MOST_MARKS = 200
const MOST_BRACKETS = 500
const MOST_DECLARATIONS = 20
const MOST_LINES = 1_000
const MOST_IN_CODE = 1_000

/** Levels of quotations and lists; many more overflow the stack of the parser. */
export const MOST_NESTED = 20

/** A long run is several, because each pair of them may be a level of emphasis. */
const MARKS = /[*_~]{1,3}|!/g
const BRACKETS = /\[/g
const DECLARATIONS = /<[!?]/g
/** Lines that start a new block, whatever precedes them. */
const STARTS = /^ {0,3}(?:[-+*] +\S|#{1,6} |>)/
/** What opens a block within those that are open, at the start of a line, beyond the limit. */
const NESTED = new RegExp(
  String.raw`^((?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){${MOST_NESTED}}[ \t]*\d{0,9})([-*+>.)])`,
  'gm',
)
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * Makes Markdown safe to parse in linear time. In paragraphs above the limits marks and brackets are escaped and lines are joined;
 * marks that nest too deep are escaped.
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
  count(text, DECLARATIONS) <= MOST_DECLARATIONS &&
  count(text, /\n/g) <= MOST_LINES &&
  !isDeep(text)

/** Whether quotations and lists are nested beyond `MOST_NESTED` in one of the lines. */
export const isDeep = (text: string): boolean => text.search(NESTED) !== -1

function calmed(lines: readonly string[]): string {
  const paragraph = lines.join(lines.length > MOST_LINES ? ' ' : '\n').replace(NESTED, '$1\\$2')
  const plain =
    count(paragraph, DECLARATIONS) > MOST_DECLARATIONS ? escaped(paragraph, DECLARATIONS) : paragraph
  const unlinked = count(plain, BRACKETS) > MOST_BRACKETS ? escaped(plain, /\\.|\[/g) : plain
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

const ESCAPES: Record<string, string> = {
  '*': '\\*',
  _: '\\_',
  '~': '\\~',
  '!': '&#33;',
  '[': '\\[',
  '<!': '&lt;!',
  '<?': '&lt;?',
}

/** Escaped characters and code stay, unless there is so much in what looks like code that the parser may take it for something else. */
function escaped(paragraph: string, marks: RegExp): string {
  const clean = (text: string) => text.replace(marks, mark => ESCAPES[mark] ?? mark)
  const parts = splitAtCode(paragraph)
  const isCode = (_: string, at: number) => at % 2 === 1
  if (count(parts.filter(isCode).join(), marks) > MOST_IN_CODE)
    return clean(paragraph).replaceAll('`', '&#96;')
  return parts.map((part, at) => (isCode(part, at) ? part : clean(part))).join('')
}
