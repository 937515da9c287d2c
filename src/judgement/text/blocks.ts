import { fencedCode } from '#platform/markup/fences.ts'
import {
  headingText,
  withoutComments,
  withoutHiddenReferences,
  withoutStretches,
} from '#platform/markup/markup.ts'

/** A block of Markdown with its lines joined: what a person sees as one paragraph, list item or heading. */
export interface Block {
  kind: 'text' | 'item' | 'heading'
  /** Markdown of one line. */
  text: string
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?=\S)/
const HEADING = /^\s{0,3}#{1,6}(?!#|\d)(.*)/
/** A line in bold is a heading too, as is one that ends with a colon and is not the last of a paragraph. */
const BOLD_HEADING = /^(?:\*\*|__)([^*_]{2,60})(?:\*\*|__):?$/
const SPOKEN_HEADING = /^([A-Za-z][\w '/-]{1,40}):$/
/** Indented code. */
const CODE = /^(?: {4,}|\t+)\S/
const UNDERLINE = /^\s{0,3}(?:=+|-{2,}|\*{3,}|_{3,})\s*$/
/** Tables, link definitions, directives and lines of nothing but an image or a tag. */
const FURNITURE = /^\s*(?:\||\.\.\s[\w-]+::|\[[^\]]+\]:\s|!\[[^\]]*\]\([^)]*\)\s*$|<[^>]*>\s*$|:?-+:?\s*\|)/

/** Blocks in order, without code, tables, comments and what is in `<details>`. Reads no further than it is asked to. */
export function* blocksOf(markdown: string): Generator<Block> {
  let open: Block | null = null
  for (const line of proseLines(markdown)) {
    const started = blockAt(line, open !== null)
    const text = line.trim()
    if (open !== null && (started !== null || text === '')) {
      yield open
      open = null
    }
    if (started?.kind === 'heading') yield started
    else if (started !== null) open = started
    else if (open !== null) open.text += ` ${text}`
    else if (text !== '') open = { kind: 'text', text }
  }
  if (open !== null) yield open
}

const METADATA =
  /^(?:\[[ x]?\]|[\w-]{1,40}-by:|this reverts commit |todo\b|https?:\S+$|\W*(?:$|#\d+\W*$)|(?:cc|refs?|see(?: also)?|closes?d?|fix(?:es|ed)?|resolves?d?|related(?: to)?|part of|depends on|based on|follow-?up (?:to|of))\b:? *(?:[#@<]|\[|[\w./-]*[#!]\d|https?:|(?!CVE)[A-Z][A-Z\d]+-\d))/i

/** Whether a block is a check box, a trailer, a reference or a line without a word: nothing that its author says to readers. */
export const isMetadata = (text: string): boolean => METADATA.test(text)

function blockAt(line: string, isInside: boolean): Block | null {
  const text = line.trim()
  const spoken = BOLD_HEADING.exec(text) ?? (isInside ? null : SPOKEN_HEADING.exec(text))
  const heading = HEADING.exec(line)?.[1] ?? spoken?.[1]
  if (heading !== undefined) return { kind: 'heading', text: headingText(heading) }
  return ITEM.test(line) ? { kind: 'item', text: line.replace(ITEM, '').trim() } : null
}

const withoutHidden = (markdown: string): string => withoutDetails(withoutComments(markdown))

/** Without `<details>` up to its end tag; one that never ends hides the rest. */
function withoutDetails(markdown: string): string {
  const kept: string[] = []
  let from = 0
  let isOpen = false
  for (const { index, 0: tag } of markdown.matchAll(/<details\b|<\/details>/gi)) {
    const opens = !tag.startsWith('</')
    if (opens && !isOpen) kept.push(markdown.slice(from, index))
    if (!opens && isOpen) from = index + tag.length
    isOpen = opens
  }
  if (!isOpen) kept.push(markdown.slice(from))
  return kept.join('\n')
}

/** Line by line: most descriptions are read no further than to their first paragraph. */
function* proseLines(markdown: string): Generator<string> {
  const shown = markdown.includes('<') ? withoutHidden(markdown) : markdown
  const text = shown.includes('&#') ? withoutHiddenReferences(shown) : shown
  const isCode = fencedCode()
  let isBlank = true
  for (let from = 0, end = 0; end !== -1; from = end + 1) {
    end = text.indexOf('\n', from)
    const quoted = end === -1 ? text.slice(from) : text.slice(from, end)
    const line = quoted.replace(/^(?:\s*>\s?)+/, '')
    if (
      !isCode(line.trimStart()) &&
      !UNDERLINE.test(line) &&
      !FURNITURE.test(line) &&
      !(isBlank && CODE.test(line))
    ) {
      isBlank = line.trim() === ''
      yield line
    }
  }
}

/** What an assistant put below a description, marked by comments or by its heading. */
const SUMMARY = '<!-- This is an auto-generated comment'
const SUMMARY_END = '<!-- end of auto-generated comment'
const SUMMARY_HEADING = /^#{1,6} *Summary by (?:CodeRabbit|Sourcery|Copilot|Cubic|Greptile|Qodo)\b/im

/** A description without the summary of an assistant: nobody of the team wrote that. */
export function withoutAssistants(text: string): string {
  const marked = withoutStretches(text, SUMMARY, open => text.indexOf(SUMMARY_END, open))
  const heading = marked.includes('# Summary by ') ? SUMMARY_HEADING.exec(marked) : null
  return heading === null ? marked : marked.slice(0, heading.index)
}
