import { setImmediate } from 'node:timers/promises'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import type { Instant } from '#platform/clock.ts'

/** The metadata of a feed. All text has passed `safeText`. */
export interface FeedHead {
  /** A permanent UUID, which stays when the address is rotated. */
  id: string
  title: string
  /** BCP 47 tag of the language of the title, which may not be translated. */
  titleLanguage: string
  /** The team's name. */
  author: string
  /** BCP 47 tag. */
  language: string
  /** When the content last changed; for an empty feed, when the feed was created. */
  updated: Instant
  /** The address without the suffix of a format; null for a feed without one, such as an export. */
  address: string | null
  /** The hosted page that shows the same entries; null while it is off. */
  page: string | null
  /** The documentation of the extension members. */
  docs: string | null
}

/** A feed independent of its format. */
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
  /** A summary in one line; null where it would only repeat the title. */
  summary: string | null
  kind: Kind
  magnitude: Magnitude
  /** Whether the item covers a change that people may have to act on. */
  isBreaking: boolean
  isEdition: boolean
  /** The entry on the hosted page; null while that is off. */
  permalink: string | null
  /** The primary pull request's page; null if it has none. */
  url: string | null
  image: FeedImage | null
  /** The recordings of the entry, or of the stories of an edition. */
  recordings: FeedRecording[]
  /** BCP 47 tag; null: the feed's language. */
  language: string | null
  /** The pages of all its pull requests, the primary first. */
  pullRequests: string[]
  published: Instant
  updated: Instant
}

/** The image, or the poster of a recording, that the entry's HTML also begins with. */
export interface FeedImage {
  url: string
  alt: string
}

/** A recording, which a reader may offer to play. */
export interface FeedRecording extends FeedImage {
  mediaType: string
  /** The size in bytes. */
  size: number
}

/** A feed format. Each is one file in `formats/` and one line in the registry. */
export interface FeedFormat {
  name: string
  /** The value of `Content-Type`, with parameters. */
  mediaType: string
  /** The end of the address, such as `.json`; empty for the default format. */
  suffix: string
  /** `siblings` are all formats that the feed is available in, including this one. */
  begin(head: FeedHead, siblings: readonly FeedFormat[]): string
  entry(entry: FeedEntry, isFirst: boolean): string
  end: string
}

/** How many UTF-16 code units of a document are written at once. */
const PIECE = 100_000

/** Renders the whole document. Other requests are answered between the pieces of a large document. */
export async function renderFeed(
  format: FeedFormat,
  feed: Feed,
  siblings: readonly FeedFormat[],
): Promise<string> {
  let [document, written] = [format.begin(feed, siblings), 0]
  for (const [at, entry] of feed.entries.entries()) {
    document += format.entry(entry, at === 0)
    if (document.length - written < PIECE) continue
    written = document.length
    await setImmediate()
  }
  return document + format.end
}

/** Renders the document piece by piece, for feeds that do not fit into memory. */
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

/** The tags that feed readers filter by: the kind, and before it `breaking` and `edition` if they apply. */
export const tagsOf = ({ kind, isBreaking, isEdition }: FeedEntry): string[] => [
  ...(isBreaking ? ['breaking'] : []),
  ...(isEdition ? ['edition'] : []),
  kind,
]

/** A UUID as a URN (RFC 9562, section 4), which Atom and JSON Feed use as id. */
export const urnOf = (id: string): string => `urn:uuid:${id}`
