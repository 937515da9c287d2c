/** A block of Markdown with its lines joined: what a person sees as one paragraph, list item or heading. */
export interface Block {
  kind: 'text' | 'item' | 'heading'
  /** Markdown of one line. */
  text: string
}

const FENCE = /^\s*(?:`{3,}|~{3,})/
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?=\S)/
const HEADING = /^\s{0,3}#{1,6}\s*(.*?)#*\s*$/
/** A line in bold or with a colon at its end that stands alone is a heading too. */
const SPOKEN_HEADING = /^(?:(?:\*\*|__)([^*_]{2,60})(?:\*\*|__):?|([A-Za-z][\w '/-]{1,40}):)$/
const UNDERLINE = /^\s{0,3}(?:=+|-{2,}|\*{3,}|_{3,})\s*$/
/** Tables, link definitions, directives and lines of nothing but an image or a tag. */
const FURNITURE = /^\s*(?:\||\.\.\s[\w-]+::|\[[^\]]+\]:\s|!\[[^\]]*\]\([^)]*\)\s*$|<[^>]*>\s*$|:?-+:?\s*\|)/

/** Blocks in order, without code, tables, comments and what stands in `<details>`. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const line of proseLines(markdown)) {
    const started = blockAt(line)
    if (started !== null) {
      blocks.push(started)
      open = started.kind === 'heading' ? null : started
    } else if (line.trim() === '') open = null
    else if (open !== null) open.text += ` ${line.trim()}`
    else {
      open = { kind: 'text', text: line.trim() }
      blocks.push(open)
    }
  }
  return blocks
}

function blockAt(line: string): Block | null {
  const heading = HEADING.exec(line)?.[1] ?? SPOKEN_HEADING.exec(line.trim())?.slice(1).find(Boolean)
  if (heading !== undefined) return { kind: 'heading', text: heading.trim() }
  return ITEM.test(line) ? { kind: 'item', text: line.replace(ITEM, '').trim() } : null
}

function proseLines(markdown: string): string[] {
  let fence = false
  return markdown
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<details\b[\s\S]*?(?:<\/details>|$)/gi, '\n')
    .split('\n')
    .map(line => line.replace(/^(?:\s*>\s?)+/, ''))
    .filter(line => {
      const marks = FENCE.test(line)
      if (marks) fence = !fence
      return (
        !fence && !marks && !UNDERLINE.test(line) && !FURNITURE.test(line) && !/^(?: {4,}|\t+)\S/.test(line)
      )
    })
}
