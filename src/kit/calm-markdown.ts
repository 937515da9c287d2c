/**
 * Marks of emphasis in one paragraph, list item or table. Nobody writes as many by hand; the time that the parser takes for them grows
 * with their square or worse.
 */
const MOST_MARKS = 200

const MARKS = /[*_~]+/g
/** What begins a paragraph of its own, whatever stands before it. */
const STARTS = /^ {0,3}(?:[-+*] +\S|#{1,6} |>)/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * Markdown that no parser takes long for: in a paragraph with more marks of emphasis than any person writes they are shown as they are. All
 * other text stays as it was.
 */
export function calmMarkdown(text: string): string {
  if ((text.match(MARKS)?.length ?? 0) <= MOST_MARKS) return text
  return paragraphsOf(text)
    .map(({ lines, isCode }) => {
      const paragraph = lines.join('\n')
      return !isCode && (paragraph.match(MARKS)?.length ?? 0) > MOST_MARKS ? escaped(paragraph) : paragraph
    })
    .join('\n')
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

const escaped = (paragraph: string): string =>
  paragraph
    .split(/(`+[^`]*`+)/)
    .map(part =>
      part.startsWith('`')
        ? part
        : part.replace(/\\.|[*_~]/g, mark => (mark.length > 1 ? mark : `\\${mark}`)),
    )
    .join('')
