import type { Account } from '#accounts/account.ts'
import { type FeedFormat, streamFeed } from '#changelog/feeds/feed.ts'
import { wholeFeed } from '#changelog/feeds/read-feed.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { jsonExport } from './json.ts'
import { markdownExport } from './markdown.ts'

interface ExportSource {
  db: Reader
  clock: Clock
  /** The public address, without a trailing slash. */
  baseUrl: string
  feedFormats: readonly FeedFormat[]
}

/** A format in which an account's data can be exported. Output is streamed, so memory use does not grow with the account. */
interface ExportFormat {
  mediaType: string
  /** A file name for the export. */
  file: string
  write(source: ExportSource, account: Account): AsyncIterable<string>
}

const feed = (name: string, file: string): ExportFormat => ({
  mediaType: name === 'atom' ? 'application/atom+xml; charset=utf-8' : 'application/feed+json; charset=utf-8',
  file,
  async *write({ db, baseUrl, feedFormats }, { publicId }) {
    const format = feedFormats.find(one => one.name === name)
    const whole = await wholeFeed(db, publicId, { baseUrl, docs: `${baseUrl}/docs` })
    if (!format || !whole) throw new Error(`There is no feed format ${name}, or no such account.`)
    yield* streamFeed(format, whole.head, whole.entries, feedFormats)
  },
})

/** `json` contains everything; the other formats contain only what is published. */
export const EXPORTS = {
  json: {
    mediaType: 'application/json; charset=utf-8',
    file: 'tidings.json',
    write: ({ db, clock }, account) => jsonExport(db, clock, account),
  },
  markdown: {
    mediaType: 'text/markdown; charset=utf-8',
    file: 'CHANGELOG.md',
    write: ({ db }, account) => markdownExport(db, account),
  },
  atom: feed('atom', 'changelog.atom'),
  jsonfeed: feed('jsonfeed', 'changelog.json'),
} satisfies Record<string, ExportFormat>

type ExportName = keyof typeof EXPORTS
export const EXPORT_NAMES = Object.keys(EXPORTS) as ExportName[]
