import type { IncomingMessage, ServerResponse } from 'node:http'
import { wasErased } from '#accounts/erased.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/monitoring/metrics.ts'
import { type FeedAddress, feedAddress, isFeedPath, pathOf } from './address.ts'
import { type Feed, type FeedFormat, renderFeed } from './feed.ts'
import type { FeedCheck } from './feed-check.ts'
import {
  ALLOWED_METHODS,
  corsHeaders,
  encodingFor,
  preflightHeaders,
  type RawHeaders,
  transportSecurity,
} from './http.ts'
import { type FoundFeed, findFeed, readFeed } from './read-feed.ts'
import { type Rendition, type RenditionResponse, renditionOf, represent, responseOf } from './rendition.ts'
import { RenditionCache } from './rendition-cache.ts'

interface FeedHandlerOptions {
  db: Database
  clock: Clock
  log: Log
  /** The public address, without a trailing slash. */
  baseUrl: string
  formats: readonly FeedFormat[]
  check: FeedCheck
  metrics: Metrics
  /** Renders the document for a person who opens the address in a browser, with its headers. */
  page: (feed: Feed, address: string) => Promise<{ html: string; headers: RawHeaders }>
  /** Renders the problem document (RFC 9457) for an error with this status. */
  problem: (error: AppError, status: number) => string
}

const NOT_FOUND = new AppError(
  'not_found',
  'There is no feed at this address. The address is wrong, or its owner replaced it; ask them for the new one.',
)
const GONE = new AppError(
  'not_found',
  'This feed is gone for good, and so is who wrote it. Unsubscribe from it.',
)
const WRONG_METHOD = new AppError(
  'method_not_allowed',
  `A feed is read-only. Allowed methods: ${ALLOWED_METHODS}.`,
)
const CACHE_BYTES = 48 * 1024 * 1024

const UNREADABLE = new AppError('unavailable', 'The feed is temporarily unavailable. Try again in a minute.')

/**
 * Handles feed requests before any framework, because they are nearly all of the traffic and mostly answered from memory. If a feed
 * cannot be read, the answer is 500, never an empty or stale feed.
 */
export class FeedHandler {
  readonly #options: FeedHandlerOptions
  readonly #cache: RenditionCache
  readonly #always: RawHeaders

  constructor(options: FeedHandlerOptions) {
    this.#options = options
    this.#cache = new RenditionCache(options.db, CACHE_BYTES)
    this.#always = transportSecurity(options.baseUrl)
  }

  /** Returns true if it answers the request, false if the path is not a feed's. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const path = pathOf(request.url ?? '/')
    if (!isFeedPath(path)) return false
    try {
      if (isOpenedInBrowser(request) || !this.#answerFromMemory(request, response, path)) {
        this.#answer(request, response, path).catch(error => this.#fail(request, response, error))
      }
    } catch (error) {
      this.#fail(request, response, error)
    }
    return true
  }

  async #answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { db, clock, baseUrl, formats, metrics, page } = this.#options
    const address = feedAddress(path, formats)
    if (!address) return this.#refuse(request, response, 404, NOT_FOUND)
    if (!isAllowed(request)) return this.#refuse(request, response, 405, WRONG_METHOD)
    metrics.feed(false)
    const opened = isOpenedInBrowser(request) && (await this.#find(address))
    if (opened) {
      const feed = await this.#read(opened, address)
      return sendPage(response, this.#always, await page(feed, baseUrl + address.path))
    }
    const rendition = await this.#cache.fetch(address.path, cached => this.#load(address, cached))
    if (!rendition) {
      const isGone = await wasErased(db.read, 'feed', null, address.accountId)
      return isGone
        ? this.#refuse(request, response, 410, GONE)
        : this.#refuse(request, response, 404, NOT_FOUND)
    }
    if (request.method === 'OPTIONS') return sendPreflight(request, response, rendition, this.#always)
    const representation = await represent(rendition, encodingOf(request), this.#always)
    writeResponse(response, responseOf(request, clock.now(), rendition, representation))
  }

  #find({ accountId, setId, language }: FeedAddress): Promise<FoundFeed | null> {
    return findFeed(this.#options.db.read, accountId, setId, language)
  }

  #read(found: FoundFeed, { path, format }: FeedAddress): Promise<Feed> {
    const { db, baseUrl } = this.#options
    return readFeed(db.read, found, {
      baseUrl,
      address: baseUrl + path.slice(0, path.length - format.suffix.length),
      docs: `${baseUrl}/docs#json-feed`,
    })
  }

  async #load(address: FeedAddress, cached: Rendition | undefined): Promise<Rendition | null> {
    const { format } = address
    const found = await this.#find(address)
    if (!found) return null
    const revision = `${found.id} ${found.revision}`
    if (cached?.revision === revision) return cached
    const feed = await this.#read(found, address)
    const { changedAt, allowedOrigins } = found
    const source = { revision, changedAt, allowedOrigins, mediaType: format.mediaType }
    return renditionOf(source, await renderFeed(format, feed, this.#options.formats))
  }

  /** Returns true if the answer was in memory and has been sent. */
  #answerFromMemory(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const rendition = this.#cache.ready(path)
    const representation = rendition?.representations.get(encodingOf(request))
    if (!rendition || !representation) return false
    const { metrics, clock } = this.#options
    metrics.feed(true)
    writeResponse(response, responseOf(request, clock.now(), rendition, representation))
    return true
  }

  #fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const { log, formats, check } = this.#options
    log.error('a feed could not be read', { error: messageOf(error) })
    const address = feedAddress(pathOf(request.url ?? '/'), formats)
    if (address) check.failed(address)
    if (!response.headersSent) this.#refuse(request, response, 500, UNREADABLE)
  }

  #refuse(request: IncomingMessage, response: ServerResponse, status: number, error: AppError): void {
    const document = this.#options.problem(error, status)
    sendProblem(request, response, { status, always: this.#always, document })
  }
}

const isAllowed = ({ method }: IncomingMessage): boolean => ALLOWED_METHODS.split(', ').includes(method ?? '')

/**
 * Whether a person opens the address in a browser, which would show a feed as code. Programs and scripts do not send these headers.
 * The answer differs by them, but no cache keeps it.
 */
export const isOpenedInBrowser = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

function sendPage(
  response: ServerResponse,
  always: RawHeaders,
  { html, headers }: { html: string; headers: RawHeaders },
): void {
  const body = Buffer.from(html)
  const own = ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(body.length)]
  writeResponse(response, {
    status: 200,
    headers: [
      ...always,
      ...own,
      'Cache-Control',
      'no-store',
      'X-Content-Type-Options',
      'nosniff',
      ...headers,
    ],
    body,
  })
}

const encodingOf = ({ headers }: IncomingMessage) => encodingFor(headers['accept-encoding']?.toString())

function sendPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  { allowedOrigins = null }: Rendition,
  always: RawHeaders,
): void {
  const vary = allowedOrigins === null ? [] : ['Vary', 'Origin']
  const cors = preflightHeaders(allowedOrigins, request.headers.origin)
  writeResponse(response, { status: 204, headers: [...always, 'Allow', ALLOWED_METHODS, ...vary, ...cors] })
}

/** Errors allow any origin, because they reveal nothing about an account. */
function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  { status, always, document }: { status: number; always: RawHeaders; document: string },
): void {
  const body = Buffer.from(document)
  const headers = [
    ...always,
    ...['Content-Type', 'application/problem+json', 'Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
    ...(status === 405 ? ['Allow', ALLOWED_METHODS] : []),
    ...corsHeaders(null, undefined),
  ]
  writeResponse(response, { status, headers, body: request.method === 'HEAD' ? undefined : body })
}

interface RawResponse extends Partial<Pick<RenditionResponse, 'body'>> {
  status: number
  headers: RawHeaders
}

/** Sends a response whose body is in memory. */
export function writeResponse(response: ServerResponse, { status, headers, body }: RawResponse): void {
  // Node accepts a flat list of names and values, but its type asks for a mutable array.
  response.writeHead(status, headers as string[])
  response.end(body)
}
