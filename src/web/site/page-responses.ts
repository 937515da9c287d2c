import type { Context } from 'hono'
import type { RawHeaders } from '#changelog/feeds/http.ts'
import { type Rendition, type RenditionSource, renditionOf } from '#changelog/feeds/rendition.ts'
import type { FontAddresses } from '#changelog/page/html/fonts.ts'
import type { PageDocument } from '#changelog/page/html/frame.ts'
import { type Notice, noticeDocument } from '#changelog/page/html/notice.ts'
import { type PageRequest, pageTitleOf } from '#changelog/page/page.ts'
import type { PageQuestion } from '#changelog/page/page-entries.ts'
import { wordsFor } from '#changelog/words/words.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { positionFrom } from '#platform/db/page-cursor.ts'
import { safeLine } from '#platform/text.ts'
import { assets } from '#web/html-pages.ts'
import { pagePolicy } from '#web/response-headers.ts'

/** The revision that a rendition of a page was made from. */
export type RevisionSource = Pick<RenditionSource, 'revision' | 'changedAt'>

export const pairsOf = (headers: RawHeaders): [string, string][] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []))

/** The part of the requested address below `/c/<name>`, unchanged. */
export function below(c: Context): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname.replace(/^\/c\/[^/]*/, '') + search
}

/** Redirects. Browsers must not store the redirect, because the old name or slug may come back. */
export function moved(c: Context, to: string): Response {
  c.header('Cache-Control', 'no-store')
  c.header('Access-Control-Allow-Origin', '*')
  return c.redirect(to, 301)
}

export async function fontAddresses(prefix: string): Promise<FontAddresses> {
  const folder = `${prefix}/assets/${(await assets()).version}`
  return { serif: `${folder}/serif.woff2`, sans: `${folder}/sans.woff2` }
}

const HTML = 'text/html; charset=utf-8'

export const CARD_HEADERS = {
  'Cache-Control': 'public, max-age=300',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

export const FEED_POLICIES = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
]

/** The headers that keep a page from loading anything that is not its own. */
export const policiesOf = ({ styleSource }: PageDocument): RawHeaders => [
  ...['Content-Security-Policy', pagePolicy({ style: styleSource, formAction: "'self'" })],
  ...['Referrer-Policy', 'no-referrer'],
]

export const pageRendition = (source: RevisionSource, document: PageDocument): Rendition =>
  renditionOf({ ...source, mediaType: HTML, policies: policiesOf(document) }, document.html)

export const markdownRendition = (source: RevisionSource, document: string): Rendition =>
  renditionOf({ ...source, mediaType: 'text/markdown; charset=utf-8' }, document)

/** The response to an unknown address below an existing page, which links to the page and offers to search it. */
export const notFoundBelow = ({ page, root, fonts }: PageRequest): Promise<Response> =>
  noticeAnswer(404, {
    ...wordsFor(page.language).notFound,
    words: wordsFor(page.language),
    accent: page.settings.accent,
    fonts,
    back: { title: pageTitleOf(page), href: root || '/' },
    isSearchable: true,
  })

export const withdrawn = ({ page, root, fonts }: PageRequest): Promise<Response> =>
  noticeAnswer(410, {
    ...wordsFor(page.language).withdrawn,
    words: wordsFor(page.language),
    accent: page.settings.accent,
    fonts,
    back: { title: pageTitleOf(page), href: root || '/' },
  })

export async function noticeAnswer(status: 404 | 410, notice: Notice): Promise<Response> {
  const document = await noticeDocument(notice)
  const headers = [...policiesOf(document), 'Content-Type', HTML, 'Cache-Control', 'no-store']
  return new Response(document.html, { status, headers: pairsOf(headers) })
}

const SEARCH_LIMIT = 100

/** The question in a request's query; null if it is one that the page never asks. */
export function questionFrom(c: Context): PageQuestion | null {
  const { kind, q = '', before } = c.req.query()
  const known = KINDS.find(one => one === kind)
  if (kind !== undefined && kind !== '' && !known) return null
  try {
    return {
      kind: known ?? null,
      search: safeLine(q.slice(0, SEARCH_LIMIT)),
      before: before === undefined ? null : positionFrom(before),
    }
  } catch {
    return null
  }
}

/** The question of a request without a query. */
export const FIRST_PAGE: PageQuestion = { kind: null, search: '', before: null }

/** Whether the question is that of the first page. Null stands for a question that no page asks. */
export const isFirst = (question: PageQuestion | null): boolean =>
  question?.kind === null && question.search === '' && question.before === null

/** The key of an address in the cache: with the host if the team has its own, and with the question unless it is that of the first page. */
export function keyOf(host: string, path: string, question: PageQuestion | null = FIRST_PAGE): string {
  return isFirst(question) ? `${host} ${path}` : `${host} ${path} ${JSON.stringify(question)}`
}
