import { fencedCode } from '#platform/markup/fences.ts'
import { headingText, withoutComments } from '#platform/markup/markup.ts'

/** The first paragraph of a list item, or a paragraph, of a changelog, and the headings above it. */
export interface ChangelogItem {
  headings: string[]
  text: string
  /** The line on which it begins, from 1. */
  line: number
  /** The columns before its list marker; null for a paragraph. */
  indent: number | null
  /** The further paragraphs of a list item. References in these do not announce anything. */
  more: string[]
}

interface Heading {
  level: number
  text: string
}

/** Longer lines are truncated; they are not written by hand. */
const MAX_LINE_LENGTH = 2_000
/** The longest item that is read, in UTF-16 code units. */
const MAX_ITEM_LENGTH = 4_000

const MARKDOWN = /^(#{1,6})\s(.*)/
const ADOC = /^(={1,6})\s+(\S.*)/
const UNDERLINE = /^([=\-~^"'+*#])\1{2,}\s*$/
const BOLD = /^\*\*([^*]+)\*\*:?$|^__([^_]+)__:?$/
const COLON = /^([A-Z][\w '/&-]{2,60}):$/
const BULLET = /^(\s*)(?:[*+•o-]|\d{1,3}[.)])\s+(\S.*)$/
const RULE = /^\s*(?:[-*_=]\s*){3,}$/

/** The levels of headings without a heading mark. They are deeper than all marked ones. */
const UNMARKED_LEVELS = { bold: 20, colon: 21, bullet: 30 }

/** Splits a changelog in Markdown, AsciiDoc, reStructuredText or plain text into items. Ignores code blocks and comments. */
export function changelogItems(text: string): ChangelogItem[] {
  const walk = new ItemParser()
  const lines = withoutBlocks(withoutComments(text).split('\n'))
  for (const [at, line] of lines.entries())
    walk.addLine(line.slice(0, MAX_LINE_LENGTH), lines[at + 1] ?? '', at + 1)
  return walk.end()
}

/** Empties the lines of code blocks. A block without an end hides the rest of the text, as in Markdown. */
function withoutBlocks(lines: readonly string[]): string[] {
  const isCode = fencedCode()
  return lines.map(line => (isCode(line.trimStart()) ? '' : line))
}

class ItemParser {
  readonly #items: ChangelogItem[] = []
  #headings: Heading[] = []
  #open: { indent: number | null; lines: string[]; at: number; isMore: boolean } | null = null
  #inList = false
  /** The characters that underline headings, in order of appearance, which is their rank in reStructuredText. */
  readonly #underlines: string[] = []

  addLine(line: string, next: string, at: number): void {
    const heading = this.#headingOf(line, next)
    const [, indent, words] = BULLET.exec(line) ?? []
    if (heading) this.#enter(heading)
    else if (line.trim() === '' || UNDERLINE.test(line) || RULE.test(line)) this.#close()
    else if (indent !== undefined && words !== undefined) this.#start(indent.length, words, at)
    else if (this.#open) this.#open.lines.push(line.trim())
    else this.#open = { indent: null, lines: [line.trim()], at, isMore: this.#inList && /^\s/.test(line) }
  }

  end(): ChangelogItem[] {
    this.#close()
    return this.#items
  }

  #headingOf(line: string, next: string): Heading | null {
    const marked = MARKDOWN.exec(line) ?? ADOC.exec(line)
    if (line.trim() === '') return null
    if (marked) return { level: marked[1]?.length ?? 1, text: headingText(marked[2] ?? '') }
    const underline = this.#open === null && /^\S/.test(line) ? UNDERLINE.exec(next)?.[1] : undefined
    if (underline !== undefined && !BULLET.test(line))
      return { level: this.#rankOf(underline), text: line.trim() }
    const bold = BOLD.exec(line.trim())
    if (bold) return { level: UNMARKED_LEVELS.bold, text: bold[1] ?? bold[2] ?? '' }
    const colon = COLON.exec(line)?.[1]
    return colon === undefined ? null : { level: UNMARKED_LEVELS.colon, text: colon }
  }

  #rankOf(underline: string): number {
    if (!this.#underlines.includes(underline)) this.#underlines.push(underline)
    return this.#underlines.indexOf(underline) + 1
  }

  /** A short bullet with deeper bullets below it is a heading. */
  #start(indent: number, words: string, at: number): void {
    const above = this.#open
    const parent = above?.lines.join(' ') ?? ''
    if (above && above.indent !== null && above.indent < indent && isLabel(parent)) {
      this.#open = null
      this.#enter({ level: UNMARKED_LEVELS.bullet + above.indent, text: parent })
    } else this.#close()
    this.#headings = this.#headings.filter(({ level }) => level < UNMARKED_LEVELS.bullet + indent)
    this.#open = { indent, lines: [words], at, isMore: false }
    this.#inList = true
  }

  #enter(heading: Heading): void {
    this.#close()
    this.#headings = [...this.#headings.filter(({ level }) => level < heading.level), heading]
    this.#inList = false
  }

  #close(): void {
    if (this.#open === null) return
    const text = this.#open.lines.join(' ').slice(0, MAX_ITEM_LENGTH)
    const { at, indent, isMore } = this.#open
    const headings = this.#headings.map(heading => heading.text)
    if (isMore) this.#items.at(-1)?.more.push(text)
    else this.#items.push({ headings, text, line: at, indent, more: [] })
    this.#open = null
  }
}

const isLabel = (text: string): boolean => text.split(/\s+/).length <= 4 && !/[#!]\d/.test(text)
