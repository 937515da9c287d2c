import { isoOf } from '#platform/clock.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { type FeedEntry, type FeedFormat, type FeedHead, type FeedRecording, tagsOf, urnOf } from '../feed.ts'

/** The Atom Syndication Format, RFC 4287. */
export const atom = {
  name: 'atom',
  mediaType: 'application/atom+xml; charset=utf-8',
  suffix: '',
  begin: (head, siblings) =>
    `<?xml version="1.0" encoding="utf-8"?>\n${headElements(head, siblings).join('\n')}`,
  entry: entry => `\n${entryElement(entry)}`,
  end: '\n</feed>\n',
} satisfies FeedFormat

const headElements = (feed: FeedHead, siblings: readonly FeedFormat[]): string[] => [
  startTag('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language }),
  textElement('id', urnOf(feed.id)),
  textElement(
    'title',
    feed.title,
    inLanguage(feed.titleLanguage === feed.language ? null : feed.titleLanguage),
  ),
  textElement('updated', isoOf(feed.updated)),
  parentElement('author', [textElement('name', feed.author)]),
  // Feed readers take the first alternate for the website, whatever its type.
  ...pageElements(feed.page),
  ...linkElements(feed.address, siblings),
  textElement('generator', 'Tidings'),
]

/** The link relations of RFC 4287, section 4.2.7.2: `self` is this document, `alternate` the feed in another format. */
const linkElements = (address: string | null, siblings: readonly FeedFormat[]): string[] =>
  address === null
    ? []
    : siblings.map(format =>
        emptyElement('link', {
          rel: format.name === atom.name ? 'self' : 'alternate',
          type: withoutParameters(format.mediaType),
          href: address + format.suffix,
        }),
      )

const withoutParameters = (mediaType: string): string => mediaType.replace(/;.*/, '')

/** A link to the same entries as a page for people (RFC 4287, section 4.2.7.2). */
const pageElements = (address: string | null): string[] =>
  address === null ? [] : [emptyElement('link', { rel: 'alternate', type: 'text/html', href: address })]

function entryElement(entry: FeedEntry): string {
  const children = [
    textElement('id', urnOf(entry.id)),
    textElement('title', entry.title),
    textElement('published', isoOf(entry.published)),
    textElement('updated', isoOf(entry.updated)),
    ...pageElements(entry.permalink ?? entry.url),
    ...entry.recordings.map(enclosureElement),
    ...tagsOf(entry).map(term => emptyElement('category', { term })),
    ...(entry.summary === null ? [] : [textElement('summary', entry.summary)]),
    textElement('content', entry.html, { type: 'html' }),
  ]
  return parentElement('entry', children, inLanguage(entry.language))
}

const inLanguage = (language: string | null): Attributes =>
  language === null ? {} : { 'xml:lang': language }

/** A link to a resource that may be large, here a recording (RFC 4287, section 4.2.7.2). */
const enclosureElement = ({ url, alt, mediaType, size }: FeedRecording): string =>
  emptyElement('link', { rel: 'enclosure', type: mediaType, length: String(size), title: alt, href: url })

type Attributes = Record<string, string>

/** An element with text, which is escaped. */
const textElement = (name: string, text: string, attributes: Attributes = {}): string =>
  `<${name}${attributesText(attributes)}>${escapeMarkup(text)}</${name}>`

const emptyElement = (name: string, attributes: Attributes): string =>
  `<${name}${attributesText(attributes)}/>`

/** An element whose children are XML already. */
const parentElement = (name: string, children: string[], attributes: Attributes = {}): string =>
  `${startTag(name, attributes)}\n${children.join('\n')}\n</${name}>`

const startTag = (name: string, attributes: Attributes): string => `<${name}${attributesText(attributes)}>`

const attributesText = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('')
