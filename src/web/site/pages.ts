import { readFile } from 'node:fs/promises'
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Token } from 'markdown-it'
import { metaLine } from '#changelog/page/html/entry.ts'
import { en } from '#changelog/words/en.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { assets, htmlPage, pathPrefix } from '#web/html-pages.ts'
import { pagePolicy } from '#web/response-headers.ts'
import { apiCatalogLink } from './api-catalog.ts'

const html = { 'text/html; charset=utf-8': { schema: { type: 'string' } } } as const

const pageRoute = (path: string, operationId: string, summary: string) =>
  createRoute({
    method: 'get',
    path,
    operationId,
    tags: ['Documentation'],
    summary,
    description: 'For people; loads nothing from another host.',
    responses: { 200: { description: 'The page.', content: html } },
  })

/** The policy of the public pages, which load only their own files. */
export const PAGE_POLICY = pagePolicy({ script: "'self'" })

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
  'Content-Security-Policy': PAGE_POLICY,
}

/** Serves the public pages and their assets. Each page is rendered once. */
export function servePages(app: OpenAPIHono, baseUrl: string): void {
  const docs = async (name: string, path: string) => {
    const page = await docsPage(name, baseUrl)
    return htmlPage(baseUrl, { ...page, title: `${page.title} · Tidings`, path, script: 'copy.js' })
  }
  const pages: [ReturnType<typeof pageRoute>, () => Promise<string>][] = [
    [pageRoute('/', 'getStart', 'The way in'), () => startPage(baseUrl)],
    [pageRoute('/docs', 'getDocs', 'The documentation'), () => docs('reading', '/docs')],
    [
      pageRoute('/docs/highlights', 'getHighlightsDocs', 'How to ask for highlights'),
      () => docs('highlights', '/docs/highlights'),
    ],
    [pageRoute('/docs/mcp', 'getMcpDocs', 'How assistants connect'), () => docs('mcp', '/docs/mcp')],
    [
      pageRoute('/docs/problems', 'getProblems', 'What each problem means'),
      () => docs('problems', '/docs/problems'),
    ],
  ]
  for (const [route, make] of pages) {
    const page = memoizeOnce(make)
    app.openapi(route, async () => {
      return new Response(await page(), { headers: { ...HEADERS, Link: apiCatalogLink(baseUrl) } })
    })
  }
  serveAssets(app)
}

/** Serves the assets. A URL with an older version returns the current file, which must not be cached then. */
function serveAssets(app: OpenAPIHono): void {
  app.get('/assets/:version/:name', async c => {
    const { version, files } = await assets()
    const asset = files.get(c.req.param('name'))
    if (!asset) return c.notFound()
    const isThis = c.req.param('version') === version
    return c.body(asset.body, 200, {
      'Content-Type': asset.type,
      'Cache-Control': isThis ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  })
}

/** A made-up changelog, which shows visitors at a glance what Tidings makes. */
const SAMPLE: { kind: Kind; day: string; title: string; body: string }[] = [
  {
    kind: 'feature',
    day: '2026-03-12',
    title: 'Export reports as CSV',
    body: 'Download any report with its filters applied, ready for a spreadsheet.',
  },
  {
    kind: 'fix',
    day: '2026-03-11',
    title: 'Receipts show the right currency',
    body: 'Until now, receipts of customers outside the euro area were shown in euros.',
  },
  {
    kind: 'performance',
    day: '2026-03-09',
    title: 'Search answers in a third of the time',
    body: 'Results appear while you type, also in workspaces with a million documents.',
  },
]

/** The page at the root: what Tidings does, with an example, and links to the dashboard and to the documentation. */
function startPage(baseUrl: string): Promise<string> {
  const prefix = pathPrefix(baseUrl)
  return htmlPage(baseUrl, {
    title: 'Tidings',
    description: 'A changelog for the people who use what you build.',
    path: '/',
    body: `<main id="content" class="start">
<h1>What shipped, in words for the people who use it.</h1>
<p>Tidings follows a team’s merged pull requests and publishes those that customers would notice.</p>
<ul class="ways">
<li><a href="${prefix}/app"><strong>Open the dashboard</strong><span>For the team: review, edit, publish.</span></a></li>
<li><a href="${prefix}/docs"><strong>Read a changelog</strong><span>For developers: feeds, caching, the highlights query, assistants.</span></a></li>
</ul>
<section class="sample" aria-label="A sample changelog">${SAMPLE.map(sampleHtml).join('')}</section>
</main>`,
  })
}

const sampleHtml = ({ kind, day, title, body }: (typeof SAMPLE)[number]): string =>
  `<article>${metaLine({ kind, isBreaking: false, language: null, published: Date.parse(day) }, { timeZone: 'UTC', date: 'long', words: en })}<h2>${title}</h2><p>${body}</p></article>`

/** A page of the documentation, made from `docs/api/<name>.md`. */
interface DocsPage {
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
async function docsPage(name: string, baseUrl: string): Promise<DocsPage> {
  const text = await readFile(new URL(`${name}.md`, FOLDER), 'utf8')
  const { default: Parser } = await import('markdown-it')
  const parser = new Parser()
  const sections: Section[] = []
  const { rules } = parser.renderer
  rules.heading_open = (tokens, at) => {
    const { tag = '' } = tokens[at] ?? {}
    const section = sectionOf(tokens[at + 1])
    if (tag === 'h2') sections.push(section)
    return tag === 'h1' ? '<h1>' : `<${tag} id="${section.id}"><a class="anchor" href="#${section.id}">`
  }
  rules.heading_close = (tokens, at) => (tokens[at]?.tag === 'h1' ? '</h1>\n' : `</a></${tokens[at]?.tag}>\n`)
  rules.fence = (tokens, at) => codeOf(tokens[at]?.content.trimEnd() ?? '', tokens[at]?.info ?? '')
  parser.normalizeLink = href => withPrefix(href, baseUrl)
  const tokens = parser.parse(text.replaceAll('{base_url}', baseUrl), {})
  const firstIn = (type: string) => tokens[tokens.findIndex(token => token.type === type) + 1]?.content ?? ''
  return {
    title: firstIn('heading_open'),
    description: firstIn('paragraph_open').replace(/\s+/g, ' '),
    body: bodyOf(sections, parser.renderer.render(tokens, parser.options, {})),
  }
}

const ANCHOR = / \{#([\w-]+)\}$/

/** The section of a heading, which loses its anchor. */
function sectionOf(heading: Token | undefined): Section {
  const [, id] = ANCHOR.exec(heading?.content ?? '') ?? []
  const label = heading?.content.replace(ANCHOR, '') ?? ''
  const last = heading?.children?.at(-1)
  if (last) last.content = last.content.replace(ANCHOR, '')
  return { id: id ?? label.toLowerCase().replace(/[^a-z0-9]+/g, '-'), label }
}

/** The HTML of a block of code. Wide blocks scroll, so the keyboard must be able to focus them. */
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
