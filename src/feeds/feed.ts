import type { Kind, Magnitude } from '#classification/classification.ts'
import type { Instant } from '#kit/clock.ts'

/** At most so many entries are in a feed, the newest. */
export const FEED_LIMIT = 50

/** A feed as every format writes it; the formats only choose the syntax. All text is safe (`safeText`). */
export interface Feed {
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
  /** Where the extension members are explained. */
  docs: string | null
  entries: FeedEntry[]
}

export interface FeedEntry {
  id: string
  /** Plain text; backticks stand around code, as the team wrote them. */
  title: string
  /** Sanitised HTML, never empty. */
  html: string
  text: string
  /** One line. */
  summary: string
  kind: Kind
  magnitude: Magnitude
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
  render(feed: Feed, siblings: readonly FeedFormat[]): string
}

/** RFC 9562 §4, as Atom and JSON Feed ids. */
export const urnOf = (id: string): string => `urn:uuid:${id}`
