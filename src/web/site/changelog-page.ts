import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { pageAddress } from '#changelog/feeds/address.ts'
import { type FeedFormat, renderFeed } from '#changelog/feeds/feed.ts'
import { encodingFor, httpDate, isNotModified, lastModifiedOf } from '#changelog/feeds/http.ts'
import { findFeed, readFeed } from '#changelog/feeds/read-feed.ts'
import { cardPicture } from '#changelog/page/cards.ts'
import { DocumentCache, type RenderedText } from '#changelog/page/document-cache.ts'
import { isByName, type PageReference } from '#changelog/page/find-page.ts'
import type { FontAddresses } from '#changelog/page/fonts.ts'
import { FoundPages } from '#changelog/page/found-pages.ts'
import type { PageDocument } from '#changelog/page/frame.ts'
import { isOperatorHost } from '#changelog/page/hosts.ts'
import { type Notice, noticeDocument } from '#changelog/page/notice.ts'
import {
  entryIdIn,
  listDocument,
  type PageContext,
  pageFeedAddresses,
  permalinkDocument,
  titleOf,
} from '#changelog/page/page.ts'
import { entryOnPage, type PageQuestion } from '#changelog/page/page-entries.ts'
import { shownPulls } from '#changelog/page/settings.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { isUuid } from '#platform/ids.ts'
import { positionFrom } from '#platform/page-cursor.ts'
import { safeLine } from '#platform/text.ts'
import type { WebContext } from '#web/context.ts'
import { assets, pathPrefix } from '#web/html-pages.ts'
import { pagePolicy } from '#web/response-headers.ts'

const SEARCH_LIMIT = 100
const CACHE_CONTROL = 'public, max-age=300'

/** The hosted changelog pages: under `/c/`, and at the root of host names that teams pointed here. */
export function serveChangelogPages(app: OpenAPIHono, web: WebContext): void {
  const pages = new ChangelogPages(web)
  app.use(async (c, next) => {
    const host = URL.parse(`http://${c.req.header('host') ?? ''}`)?.hostname ?? ''
    if (isOperatorHost(host, web.hostRules) || /^\/(?:assets|images)\//.test(c.req.path)) return next()
    return (await pages.answerHost(c, host)) ?? next()
  })
  const prefix = pathPrefix(web.baseUrl)
  app.get('/c/*', c => {
    const [, , reference = '', ...rest] = c.req.path.split('/')
    return pages.answer(c, { path: decoded(reference) }, { root: `${prefix}/c/${reference}`, rest })
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

interface PagePath {
  /** The page's own path, without a slash at its end. */
  root: string
  /** The segments after it. */
  rest: readonly string[]
}

class ChangelogPages {
  readonly #web: WebContext
  readonly #cache = new DocumentCache()
  readonly #pages: FoundPages

  constructor(web: WebContext) {
    this.#web = web
    this.#pages = new FoundPages(web.db)
  }

  /** Null where no page has that host name. */
  async answerHost(c: Context, host: string): Promise<Response | null> {
    if (!(await this.#pages.find({ host }, null))) return null
    return this.answer(c, { host }, { root: '', rest: c.req.path.split('/').slice(1) })
  }

  async answer(c: Context, reference: PageReference, { root, rest }: PagePath): Promise<Response> {
    const segments = rest.filter(segment => segment !== '').map(decoded)
    const [first = ''] = segments
    const setId = isUuid(first.toLowerCase()) ? first.toLowerCase() : null
    const page = await this.#pages.find(reference, setId)
    if (!page) return this.#notFound()
    if (isByName(reference) && page.identity.name !== reference.path.toLowerCase())
      return moved(c, pageAddress(this.#web.baseUrl, page.identity) + below(c))
    const prefix = 'host' in reference ? '' : pathPrefix(this.#web.baseUrl)
    const context: PageContext = {
      ...{ db: this.#web.db.read, page, root, prefix, baseUrl: this.#web.baseUrl },
      isCapability: 'path' in reference && isUuid(reference.path.toLowerCase()),
      fonts: await fontAddresses(prefix),
    }
    const [what = '', more, ...beyond] = setId === null ? segments : segments.slice(1)
    if (beyond.length > 0) return this.#notFound()
    if (what === '') return this.#list(c, context)
    if (what === 'e' && more !== undefined && setId === null) return this.#entry(c, context, more)
    const format = this.#web.formats.find(({ suffix }) => what === `feed${suffix}`)
    if (format && more === undefined && !context.isCapability) return this.#feed(c, context, format)
    return this.#notFound()
  }

  /** One answer for an unknown page, one that is off and one whose address was rotated: the same bytes for all. */
  async #notFound(): Promise<Response> {
    return noticeAnswer(404, {
      ...{ sentence: 'Nothing was found at this address.', accent: null, back: null },
      explanation: 'It may be mistyped, or what was here has moved.',
      fonts: await fontAddresses(pathPrefix(this.#web.baseUrl)),
    })
  }

  async #list(c: Context, context: PageContext): Promise<Response> {
    const question = questionFrom(c)
    if (question === null) return this.#notFound()
    const render = async () => textOf(await listDocument(context, question))
    return this.#send(c, context, { key: JSON.stringify(question), render })
  }

  async #entry(c: Context, context: PageContext, text: string): Promise<Response> {
    if (text.endsWith('.png')) return this.#card(c, context, text.slice(0, -'.png'.length))
    let instead = () => this.#notFound()
    const render = async () => {
      const answer = await permalinkDocument(context, text)
      if (answer.outcome === 'shown') return textOf(answer.document)
      if (answer.outcome === 'withdrawn') instead = () => withdrawn(context)
      if (answer.outcome === 'moved') instead = async () => moved(c, answer.to)
      return null
    }
    return this.#send(c, context, { key: `/e/${text}`, render, instead: () => instead() })
  }

  async #card(c: Context, context: PageContext, text: string): Promise<Response> {
    const id = entryIdIn(text)
    const found = id === null ? null : await entryOnPage(context.db, context.page, id)
    if (found === null || found === 'withdrawn') return this.#notFound()
    const { title, kind, isBreaking } = found.entry
    const { accent } = context.page.settings
    const card = { entry: { title, kind, isBreaking }, pageTitle: titleOf(context.page), accent }
    const picture = await cardPicture(context.db, context.page.accountId, card)
    return c.body(new Uint8Array(picture), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': CACHE_CONTROL,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  }

  /** The entries of the feed under the `account_id`, at an address that does not tell it, with the links that the page shows. */
  #feed(c: Context, context: PageContext, format: FeedFormat): Promise<Response> {
    const { baseUrl, page } = context
    const render = async () => {
      const byId = await findFeed(context.db, page.identity.publicId, page.setId)
      if (!byId) return null
      const found = { ...byId, shownPulls: shownPulls(page.settings) }
      const address = new URL(pageFeedAddresses(context).atom, originOf(c, baseUrl)).href
      const feed = await readFeed(context.db, found, { baseUrl, address, docs: `${baseUrl}/docs#json-feed` })
      const headers = { 'Content-Type': format.mediaType, 'Access-Control-Allow-Origin': '*' }
      return { text: await renderFeed(format, feed, this.#web.formats), headers }
    }
    return this.#send(c, context, { key: `feed ${format.name}`, render })
  }

  /** Sends what is kept of this revision, or renders it; `instead` answers when there is nothing to render. */
  async #send(
    c: Context,
    { page, root }: PageContext,
    { key, render, instead = () => this.#notFound() }: Sending,
  ): Promise<Response> {
    const document = await this.#cache.get(
      `${page.accountId} ${page.setId} ${root} ${c.req.header('host')} ${key}`,
      { revision: page.revision, encoding: encodingFor(c.req.header('accept-encoding')) },
      render,
    )
    if (document === null) return instead()
    const lastModified = lastModifiedOf(page.changedAt)
    const isPast = lastModified <= this.#web.clock.now()
    const { etag } = document
    const validators = {
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...(isPast && { 'Last-Modified': httpDate(lastModified) }),
    }
    const headers = { ...document.headers, ...validators, 'Cache-Control': CACHE_CONTROL }
    if (isNotModified(c.req.header(), { etag, lastModified: isPast ? lastModified : null }))
      return c.body(null, 304, headers)
    return c.body(document.body, 200, headers)
  }
}

/** What the request asks for below `/c/<name>`, as it was written. */
function below(c: Context): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname.replace(/^\/c\/[^/]*/, '') + search
}

/** Browsers do not keep the redirect, because the old name or slug may come back. */
function moved(c: Context, to: string): Response {
  c.header('Cache-Control', 'no-store')
  c.header('Access-Control-Allow-Origin', '*')
  return c.redirect(to, 301)
}

async function fontAddresses(prefix: string): Promise<FontAddresses> {
  const folder = `${prefix}/assets/${(await assets()).version}`
  return { serif: `${folder}/serif.woff2`, sans: `${folder}/sans.woff2` }
}

interface Sending {
  key: string
  render(): Promise<RenderedText | null>
  instead?(): Promise<Response>
}

/** Where the request came in: on a team's own host name that host, else the public address. */
const originOf = (c: Context, baseUrl: string): string =>
  c.req.path.startsWith('/c/') ? baseUrl : `https://${c.req.header('host')}`

/** Null for a question that the page never asks. */
function questionFrom(c: Context): PageQuestion | null {
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

const textOf = ({ html, styleSource }: PageDocument): RenderedText => ({
  text: html,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy({ style: styleSource, formAction: "'self'" }),
    'Referrer-Policy': 'no-referrer',
  },
})

const withdrawn = ({ page, root, fonts }: PageContext): Promise<Response> =>
  noticeAnswer(410, {
    ...{ sentence: 'This entry was taken back.', accent: page.settings.accent, fonts },
    explanation: 'It was published, and then withdrawn by the team.',
    back: { title: titleOf(page), href: root || '/' },
  })

async function noticeAnswer(status: 404 | 410, notice: Notice): Promise<Response> {
  const { text, headers } = textOf(await noticeDocument(notice))
  return new Response(text, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
}
