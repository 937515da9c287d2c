import { readFile } from 'node:fs/promises'
import type { Tokens } from 'marked'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { pathPrefix } from '#web/html-pages.ts'

/** A page of the documentation, made from `docs/api/<name>.md`. */
export interface DocsPage {
  title: string
  /** The first paragraph, as plain text. */
  description: string
  /** HTML. */
  body: string
}

interface Section {
  id: string
  label: string
}

const FOLDER = new URL('../../../docs/api/', import.meta.url)

/** Renders a page. In its Markdown, `{base_url}` is replaced by the public address, and `## Title {#anchor}` sets a section's id. */
export async function docsPage(name: string, baseUrl: string): Promise<DocsPage> {
  const text = await readFile(new URL(`${name}.md`, FOLDER), 'utf8')
  const { Marked } = await import('marked')
  const sections: Section[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: label }) {
        const section = sectionOf(label)
        if (depth === 2) sections.push(section)
        const words = this.parser.parseInline(tokens).replace(ANCHOR, '')
        return depth === 1 ? `<h1>${words}</h1>\n` : headingOf(depth, section, words)
      },
      code({ text: source, lang = '' }) {
        return codeOf(source, lang)
      },
      link({ href, tokens }) {
        return `<a href="${escapeMarkup(withPrefix(href, baseUrl))}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  const tokens = marked.lexer(text.replaceAll('{base_url}', baseUrl))
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading')?.text ?? ''
  const description =
    tokens
      .find(token => token.type === 'paragraph')
      ?.raw.trim()
      .replace(/\s+/g, ' ') ?? ''
  const article = marked.parser(tokens)
  return { title, description, body: bodyOf(sections, article) }
}

const ANCHOR = /\{#([\w-]+)\}$/

function sectionOf(label: string): Section {
  const words = label.replace(ANCHOR, '').trimEnd()
  return { id: ANCHOR.exec(label)?.[1] ?? words.toLowerCase().replace(/[^a-z0-9]+/g, '-'), label: words }
}

const headingOf = (depth: number, { id }: Section, words: string): string =>
  `<h${depth} id="${id}"><a class="anchor" href="#${id}">${words}</a></h${depth}>\n`

/** Wide blocks scroll, so they are focusable for keyboard users. */
const codeOf = (source: string, language: string): string =>
  `<pre tabindex="0"><code class="language-${escapeMarkup(language)}">${escapeMarkup(source)}</code></pre>\n`

const withPrefix = (href: string, baseUrl: string): string =>
  href.startsWith('/') ? pathPrefix(baseUrl) + href : href

function bodyOf(sections: Section[], article: string): string {
  const items = sections.map(({ id, label }) => `<li><a href="#${id}">${plain(label)}</a></li>`)
  return `<div class="columns">
<nav class="contents" aria-label="On this page"><p>On this page</p><ol>${items.join('')}</ol></nav>
<main id="content"><article>${article}</article></main>
</div>`
}

const plain = (label: string): string => escapeMarkup(label.replaceAll('`', ''))
