import { isoOf } from '#platform/clock.ts'
import { type FeedEntry, type FeedFormat, type FeedHead, type FeedRecording, tagsOf, urnOf } from '../feed.ts'

const SUFFIX = '.json'

/** JSON Feed 1.1. Values without a standard member are in the extension object `_tidings`. */
export const json = {
  name: 'jsonfeed',
  mediaType: 'application/feed+json; charset=utf-8',
  suffix: SUFFIX,
  begin: head => `${JSON.stringify(membersOf(head)).slice(0, -1)},"items":[`,
  entry: (entry, isFirst) => `${isFirst ? '' : ','}${JSON.stringify(itemOf(entry))}`,
  end: ']}\n',
} satisfies FeedFormat

const membersOf = (feed: FeedHead) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: feed.title,
  home_page_url: feed.page ?? undefined,
  feed_url: feed.address === null ? undefined : feed.address + SUFFIX,
  language: feed.language,
  authors: [{ name: feed.author }],
  _tidings: { about: feed.docs ?? undefined, id: urnOf(feed.id), updated: isoOf(feed.updated) },
})

const itemOf = (entry: FeedEntry) => ({
  id: urnOf(entry.id),
  url: entry.permalink ?? undefined,
  external_url: entry.url ?? undefined,
  title: entry.title,
  content_html: entry.html,
  content_text: entry.text,
  summary: entry.summary ?? undefined,
  image: entry.image?.url,
  attachments: entry.recordings.length > 0 ? entry.recordings.map(attachmentOf) : undefined,
  language: entry.language ?? undefined,
  date_published: isoOf(entry.published),
  date_modified: isoOf(entry.updated),
  tags: tagsOf(entry),
  _tidings: { kind: entry.kind, magnitude: entry.magnitude, pull_requests: entry.pullRequests },
})

const attachmentOf = ({ url, alt, mediaType, size }: FeedRecording) => ({
  url,
  mime_type: mediaType,
  title: alt,
  size_in_bytes: size,
})
