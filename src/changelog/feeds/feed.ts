import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import type { Instant } from '#platform/clock.ts'

/** At most so many entries are in a feed, the newest. */
export const FEED_LIMIT = 50

/** What a feed says of itself, before its entries. All text is safe (`safeText`). */
export interface FeedHead {
  /** A permanent UUID of its own, which survives a rotated address. */
  id: string
  title: string
  /** The team's name. */
  author: string
  /** BCP 47. */
  language: string
  /** When what is shown last changed; of an empty feed, when it was made. */
  updated: Instant
  /** The address without a format's suffix; null for a feed that is served nowhere (a preview). */
  address: string | null
  /** The hosted page that shows the same entries; null while it is off. */
  page: string | null
  /** Where the extension members are explained. */
  docs: string | null
}

/** A feed as every format writes it; the formats only choose the syntax. */
export interface Feed extends FeedHead {
  entries: FeedEntry[]
}

export interface FeedEntry {
  id: string
  /** Plain text, on one line. */
  title: string
  /** Sanitised HTML, never empty. */
  html: string
  text: string
  /** One line; null where it would only repeat the title. */
  summary: string | null
  kind: Kind
  magnitude: Magnitude
  /** The entry on the hosted page; null while that is off. */
  permalink: string | null
  /** The primary pull request's page; null for one without address. */
  url: string | null
  image: FeedImage | null
  /** BCP 47; null: the feed's. */
  language: string | null
  /** The pages of all its pull requests, the primary first. */
  pullRequests: string[]
  published: Instant
  updated: Instant
}

/** It stands at the head of the entry's HTML as well. */
export interface FeedImage {
  url: string
  alt: string
}

/** One way of writing a feed. Each is one file in `formats/` and one line in `providers.ts`. */
export interface FeedFormat {
  name: string
  /** With its parameters, as in `Content-Type`. */
  mediaType: string
  /** What stands at the end of the address, empty for the one without. */
  suffix: string
  /** `siblings` are all formats that the feed is offered in, this one among them. */
  begin(head: FeedHead, siblings: readonly FeedFormat[]): string
  entry(entry: FeedEntry, isFirst: boolean): string
  end: string
}

/** The whole document. */
export const renderFeed = (format: FeedFormat, feed: Feed, siblings: readonly FeedFormat[]): string =>
  format.begin(feed, siblings) +
  feed.entries.map((entry, at) => format.entry(entry, at === 0)).join('') +
  format.end

/** The same bit by bit, for more entries than there is memory for. */
export async function* streamFeed(
  format: FeedFormat,
  head: FeedHead,
  entries: AsyncIterable<FeedEntry>,
  siblings: readonly FeedFormat[],
): AsyncGenerator<string> {
  yield format.begin(head, siblings)
  let isFirst = true
  for await (const entry of entries) {
    yield format.entry(entry, isFirst)
    isFirst = false
  }
  yield format.end
}

/** RFC 9562 §4, as Atom and JSON Feed ids. */
export const urnOf = (id: string): string => `urn:uuid:${id}`
