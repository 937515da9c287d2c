import type { IncomingMessage } from 'node:http'
import { isLanguageSegment } from '#changelog/feeds/address.ts'
import type { FeedFormat } from '#changelog/feeds/feed.ts'
import { isOpenedInBrowser } from '#changelog/feeds/serve.ts'
import { isUuid } from '#platform/ids.ts'

/** Decodes a segment of an address; null if it is not valid UTF-8, or has a NUL character, which PostgreSQL refuses to look for. */
export function decoded(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** Splits the segments below a page's address into `[language/][set/]` and the rest. */
export function pagePathParts(segments: readonly string[]) {
  const [first = ''] = segments
  const language = isLanguageSegment(first.toLowerCase()) ? first.toLowerCase() : null
  const rest = language === null ? segments : segments.slice(1)
  const id = rest[0]?.toLowerCase() ?? ''
  return isUuid(id) ? { language, setId: id, below: rest.slice(1) } : { language, setId: null, below: rest }
}

/** A feed of a page, as named by its address. */
export interface NamedFeed {
  format: FeedFormat
  /** The language that the address names; null for the account's own. */
  language: string | null
}

/**
 * Parses the name of a page's feed: `feed`, a language if it is not the account's own, and the suffix of a format, such as `feed.de.json`.
 */
export function feedNamed(name: string, formats: readonly FeedFormat[]): NamedFeed | null {
  for (const format of formats.toSorted((a, b) => b.suffix.length - a.suffix.length)) {
    if (!name.endsWith(format.suffix)) continue
    const [feed, language = null, ...more] = name.slice(0, name.length - format.suffix.length).split('.')
    const isNamed = language === null || isLanguageSegment(language)
    return feed === 'feed' && isNamed && more.length === 0 ? { format, language } : null
  }
  return null
}

/** Whether a person opens the address of a page's feed in a browser, which is led to the page. */
export const isFeedOpened = (request: IncomingMessage): boolean =>
  isOpenedInBrowser(request) && /\/feed[^/]*$/.test(request.url ?? '')

/** The host name of a `Host` header, without the port, as the URL parser writes it. */
export const hostnameIn = (header = ''): string => URL.parse(`http://${header}`)?.hostname ?? ''
