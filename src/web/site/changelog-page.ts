import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { clientKey, RateLimiter } from '#auth/rate-limit.ts'
import { pageAddress, pathOf } from '#changelog/feeds/address.ts'
import { renderFeed } from '#changelog/feeds/feed.ts'
import { encodingFor, type RawHeaders, transportSecurity } from '#changelog/feeds/http.ts'
import { findFeed, readFeed } from '#changelog/feeds/read-feed.ts'
import { type Rendition, renditionOf, represent, responseOf } from '#changelog/feeds/rendition.ts'
import { RenditionCache } from '#changelog/feeds/rendition-cache.ts'
import { writeResponse } from '#changelog/feeds/serve.ts'
import { isOperatorHost } from '#changelog/page/address/hosts.ts'
import type { Card } from '#changelog/page/cards/card-drawing.ts'
import { cardPicture, headlineOf } from '#changelog/page/cards/cards.ts'
import { findPage, isByName, type PageReference } from '#changelog/page/find-page.ts'
import {
  entryIdIn,
  LIST_CARD,
  LIST_MARKDOWN,
  listDocument,
  listMarkdown,
  type PageRequest,
  pageFeedAddresses,
  pageTitleOf,
  permalinkDocument,
} from '#changelog/page/page.ts'
import { rowOnPage } from '#changelog/page/page-entries.ts'
import { shownPulls } from '#changelog/page/settings.ts'
import { en } from '#changelog/words/en.ts'
import { wordsFor } from '#changelog/words/words.ts'
import { isUuid } from '#platform/ids.ts'
import { safeLine } from '#platform/text.ts'
import type { WebContext } from '#web/context.ts'
import { pathPrefix } from '#web/html-pages.ts'
import { mediaResponse } from '#web/media-response.ts'
import { tooManyRequests } from '#web/problems.ts'
import { clientAddressOf } from '#web/session-guard.ts'
import { crawlerFile } from './crawlers.ts'
import { decoded, feedNamed, hostnameIn, isFeedOpened, type NamedFeed, pagePathParts } from './page-path.ts'
import {
  below,
  CARD_HEADERS,
  FEED_POLICIES,
  FIRST_PAGE,
  fontAddresses,
  isFirst,
  keyOf,
  markdownRendition,
  moved,
  notFoundBelow,
  noticeAnswer,
  pageRendition,
  pairsOf,
  questionFrom,
  type RevisionSource,
  withdrawn,
} from './page-responses.ts'

const CACHE_BYTES = 24 * 1024 * 1024
/** The memory for answers to filtered and later parts of lists, in bytes. Anybody may ask for any of these, so they are kept apart from the rest. */
const QUESTIONS_BYTES = 6 * 1024 * 1024
const SEARCHES_A_MINUTE = 60

/** Serves the hosted changelog pages: below `/c/`, and at the root of host names that teams pointed here. */
export function serveChangelogPages(app: OpenAPIHono, web: WebContext, pages: ChangelogPages): void {
  app.use(async (c, next) => {
    const host = hostnameIn(c.req.header('host'))
    if (isOperatorHost(host, web.hostRules) || /^\/(?:assets|images)\//.test(c.req.path)) return next()
    const rest = c.req.path.split('/').slice(1)
    return (await pages.answer(c, { host }, rest)) ?? next()
  })
  app.get('/c/*', async c => {
    const [, , reference = '', ...rest] = c.req.path.split('/')
    const name = decoded(reference)
    return (name === null ? null : await pages.answer(c, { path: name }, rest)) ?? pages.notFound()
  })
}

export class ChangelogPages {
  readonly #web: WebContext
  readonly #cache: RenditionCache
  readonly #questions: RenditionCache
  readonly #always: RawHeaders
  /** Limits searches by client address. */
  readonly #searches = new RateLimiter(SEARCHES_A_MINUTE)

  constructor(web: WebContext) {
    this.#web = web
    this.#cache = new RenditionCache(web.db, CACHE_BYTES)
    this.#questions = new RenditionCache(web.db, QUESTIONS_BYTES)
    this.#always = transportSecurity(web.baseUrl)
  }

  /** Answers before the framework; returns false if the answer is not in memory. */
  answerFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || url.includes('?') || isFeedOpened(request)) return false
    const host = hostnameIn(headers.host)
    const rendition = this.#cache.ready(keyOf(isOperatorHost(host, this.#web.hostRules) ? '' : host, url))
    const representation = rendition?.representations.get(encodingFor(headers['accept-encoding']?.toString()))
    if (!rendition || !representation) return false
    const answer = responseOf(request, this.#web.clock.now(), rendition, representation)
    writeResponse(response, answer)
    const route = url.startsWith('/c/') ? '/c/*' : '/*'
    this.#web.log.info('request', { method, route, status: answer.status, ms: 0 })
    this.#web.metrics.request({ method, route, status: answer.status, seconds: 0 })
    return true
  }

  /** The answer to a request for a page; null if there is no such page. */
  async answer(c: Context, reference: PageReference, rest: readonly string[]): Promise<Response | null> {
    const { incoming } = c.env as HttpBindings
    const question = questionFrom(c)
    const written = pathOf(incoming.url ?? '/')
    const asked = isFeedOpened(incoming) ? `${written} opened` : written
    const key = keyOf('host' in reference ? reference.host : '', asked, question)
    const cache = isFirst(question) ? this.#cache : this.#questions
    let other: Response | null = null
    const load = async (cached?: Rendition) => {
      const found = await this.#load(c, reference, { rest, written, question, cached })
      if (!(found instanceof Response)) return found
      other = found
      return null
    }
    const rendition = await cache.fetch(key, load)
    if (rendition === null) {
      // Another request may already have read the whole answer.
      if (other === null) await load()
      return other
    }
    const encoding = encodingFor(c.req.header('accept-encoding'))
    const representation = await represent(rendition, encoding, this.#always)
    const { status, headers, body } = responseOf(incoming, this.#web.clock.now(), rendition, representation)
    return new Response(body && new Uint8Array(body), { status, headers: pairsOf(headers) })
  }

  async #load(
    c: Context,
    reference: PageReference,
    { rest, written, question, cached }: Loading,
  ): Promise<Rendition | Response | null> {
    const { db, baseUrl, formats } = this.#web
    const segments = rest.filter(segment => segment !== '').map(decoded)
    if (!segments.every(segment => segment !== null)) return null
    const { language, setId, below: parts } = pagePathParts(segments)
    const asked = await findPage(db.read, reference, setId, language)
    // A segment that looks like a language may also be a mistyped address.
    const page = asked ?? (language === null ? null : await findPage(db.read, reference, setId))
    if (!page) {
      const isOwnHost = 'host' in reference && setId !== null && (await findPage(db.read, reference, null))
      return isOwnHost ? this.notFound() : null
    }
    if (isByName(reference) && page.identity.name !== reference.path)
      return moved(c, pageAddress(baseUrl, { ...page.identity, language: null }) + below(c))
    const prefix = 'host' in reference ? '' : pathPrefix(baseUrl)
    const siteRoot =
      'host' in reference ? '' : `${prefix}/c/${encodeURIComponent(reference.path.toLowerCase())}`
    const context: PageRequest = {
      db,
      page,
      root: language === null || !asked ? siteRoot : `${siteRoot}/${language}`,
      siteRoot,
      prefix,
      baseUrl,
      isCapability: 'path' in reference && isUuid(reference.path.toLowerCase()),
      fonts: await fontAddresses(prefix),
    }
    if (!asked) return notFoundBelow(context)
    const revision = `${page.accountId} ${page.setId} ${page.revision}`
    const [what = '', more, ...beyond] = parts
    const feed = language === null ? feedNamed(what, formats) : null
    const isEntry = what === 'e' && more !== undefined && setId === null
    const isFeed = feed !== null && more === undefined && !context.isCapability
    if (what === LIST_CARD && more === undefined)
      return this.#picture(c, context, { entry: null, intro: page.settings.intro, language: null })
    const isMarkdown = what === LIST_MARKDOWN && more === undefined
    const file = more || setId ? null : crawlerFile(what, context, 'host' in reference)
    const isKnown = what === '' || isEntry || isFeed || isMarkdown || file !== null
    const isMisasked = (what === '' || isMarkdown) && question === null
    if (beyond.length > 0 || !isKnown || isMisasked) return notFoundBelow(context)
    // Only the canonical spelling of an address is kept in memory.
    const named = [language, setId, ...parts].filter(part => part !== null).map(encodeURIComponent)
    const canonical = [siteRoot, ...named].join('/') || '/'
    if (prefix + written !== canonical) return moved(c, canonical + new URL(c.req.url).search)
    if (isFeed && isFeedOpened((c.env as HttpBindings).incoming))
      return moved(c, canonical.slice(0, canonical.lastIndexOf('/')) || '/')
    if (cached?.revision === revision) return cached
    if (question !== null && question.search !== '') this.#limitSearches(c)
    const source = { revision, changedAt: page.changedAt }
    if (isFeed) return this.#feed(context, feed, source)
    if (isMarkdown) return markdownRendition(source, await listMarkdown(context, question ?? FIRST_PAGE))
    if (file) return renditionOf({ ...source, mediaType: file.mediaType }, await file.text(context))
    return isEntry
      ? this.#entry(c, context, more, source)
      : pageRendition(source, await listDocument(context, question ?? FIRST_PAGE))
  }

  /** Counts a search against the limit. A search whose result is in memory does not count. */
  #limitSearches(c: Context): void {
    const address = clientAddressOf(c, this.#web.dashboard) ?? 'unknown'
    const taken = this.#searches.take(clientKey(address), this.#web.clock.now())
    if (!taken.allowed) throw tooManyRequests(this.#searches, taken, 'One address')
  }

  /** The same answer, byte for byte, for an unknown page, for one that is off and for one whose address was rotated. */
  async notFound(): Promise<Response> {
    return noticeAnswer(404, {
      ...en.notFound,
      words: en,
      accent: null,
      back: null,
      fonts: await fontAddresses(pathPrefix(this.#web.baseUrl)),
    })
  }

  async #entry(
    c: Context,
    context: PageRequest,
    text: string,
    source: RevisionSource,
  ): Promise<Rendition | Response> {
    if (text.endsWith('.png')) return this.#card(c, context, text.slice(0, -'.png'.length))
    const answer = await permalinkDocument(context, text)
    if (answer.outcome === 'shown')
      return 'markdown' in answer
        ? markdownRendition(source, answer.markdown)
        : pageRendition(source, answer.document)
    if (answer.outcome === 'moved') return moved(c, answer.to)
    return answer.outcome === 'withdrawn' ? withdrawn(context) : notFoundBelow(context)
  }

  async #card(c: Context, context: PageRequest, text: string): Promise<Response> {
    const id = entryIdIn(text)
    const row = id === null ? null : await rowOnPage(context.db.read, context.page, id)
    if (row === null || row === 'withdrawn') return this.notFound()
    const { accountId, translation, language } = context.page
    const about = { ...row, accountId, translation, title: safeLine(row.title) }
    const entry = await headlineOf(context.db.read, about, wordsFor(language))
    return this.#picture(c, context, { entry, language: row.language })
  }

  async #picture(
    c: Context,
    { db, page }: PageRequest,
    { language, ...said }: Pick<Card, 'entry' | 'intro'> & { language: string | null },
  ): Promise<Response> {
    const { accent } = page.settings
    const card = { ...said, pageTitle: pageTitleOf(page), language: language ?? page.language, accent }
    const bytes = await cardPicture(db.read, page.accountId, card)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return mediaResponse(c, { sha256, mediaType: 'image/png', bytes }, CARD_HEADERS)
  }

  /** The page's own feed: the entries of the account's feed, at an address without the `account_id`, with the links that the page shows. */
  async #feed(
    context: PageRequest,
    { format, language }: NamedFeed,
    source: RevisionSource,
  ): Promise<Rendition | Response> {
    const { baseUrl, page } = context
    const byId = await findFeed(context.db.read, page.identity.publicId, page.setId, language)
    if (!byId) return this.notFound()
    const found = { ...byId, shownPulls: shownPulls(page.settings) }
    const { atom } = pageFeedAddresses({ ...context, page: { ...page, translation: byId.translation } })
    const address = new URL(atom, context.siteRoot === '' ? `https://${page.identity.host}` : baseUrl).href
    const feed = await readFeed(context.db.read, found, {
      baseUrl,
      address,
      docs: `${baseUrl}/docs#json-feed`,
    })
    return renditionOf(
      { ...source, mediaType: format.mediaType, policies: FEED_POLICIES },
      await renderFeed(format, feed, this.#web.formats),
    )
  }
}

interface Loading {
  /** The segments after the page's own path. */
  rest: readonly string[]
  /** The whole path as in the request. */
  written: string
  question: ReturnType<typeof questionFrom>
  cached: Rendition | undefined
}
