import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { type HtmlReader, htmlReader } from '#platform/markup/html-to-markdown.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { PastText } from './releases.ts'

/** An item as the three formats have it between them. */
interface Item {
  id: string | undefined
  title: string
  html: string | undefined
  text: string | undefined
  day: string | undefined
  page: string | undefined
}

const MOST_ITEMS = 10_000
/** A post without a title is known by its beginning. */
const TITLE_KEPT = 200

/**
 * The items of an Atom, RSS 2.0 or JSON feed. What an XML document defines for itself is never read: one with a document type is refused.
 * `invalid_parameter` for what is no feed.
 */
export async function feedTexts(document: string): Promise<PastText[]> {
  const items = await itemsOf(document)
  const read = await htmlReader()
  return items.slice(0, MOST_ITEMS).map(item => textOf(item, read))
}

function textOf(item: Item, read: HtmlReader): PastText {
  const body = item.html === undefined ? escapeMarkdown(item.text ?? '') : read(item.html)
  const name = safeLine(item.title) || clip(safeLine(body), TITLE_KEPT)
  return {
    id: item.id ?? item.page ?? `${name} ${item.day}`,
    product: null,
    name,
    version: /^(?:\S+ )?v?(\d+\.\d\S*)$/.exec(name)?.[1] ?? null,
    at: instantOf(item.day),
    body: body || escapeMarkdown(name),
    page: pageOf(item.page),
    isUnreleased: false,
  }
}

/** RFC 3339, or RFC 822 as RSS has it. */
function instantOf(text: string | undefined): Instant | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) || at < 0 ? null : at
}

const pageOf = (text: string | undefined): string | null =>
  ['http:', 'https:'].includes(URL.parse(text ?? '')?.protocol ?? '') ? (text ?? null) : null

const refusal = (detail: string, cause?: unknown) => new AppError('invalid_parameter', detail, { cause })

async function itemsOf(document: string): Promise<Item[]> {
  const outside = outsideCdata(document)
  if (!/^\s*[[{]/.test(document) && /<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(outside))
    throw refusal('A feed with a document type of its own is not read.')
  const { parseFeed } = await import('feedsmith')
  try {
    return told(parseFeed(document))
  } catch (error) {
    throw error instanceof AppError ? error : refusal('This is no Atom, RSS or JSON feed.', error)
  }
}

/** A section that never ends is none, so that it hides nothing. */
function outsideCdata(document: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const open = document.indexOf('<![CDATA[', from)
    const close = open === -1 ? -1 : document.indexOf(']]>', open)
    if (close === -1) return kept + document.slice(from)
    kept += document.slice(from, open)
    from = close + 3
  }
}

type Parsed = ReturnType<typeof import('feedsmith').parseFeed>

function told({ format, feed }: Parsed): Item[] {
  if (format === 'atom') return (feed.entries ?? []).map(atomItem)
  if (format === 'rss') return (feed.items ?? []).map(rssItem)
  if (format === 'json') return (feed.items ?? []).map(jsonItem)
  throw refusal('Atom, RSS 2.0 and JSON Feed are read, and no older format.')
}

type AtomEntry = NonNullable<Extract<Parsed, { format: 'atom' }>['feed']['entries']>[number]
type RssItem = NonNullable<Extract<Parsed, { format: 'rss' }>['feed']['items']>[number]
type JsonItem = NonNullable<Extract<Parsed, { format: 'json' }>['feed']['items']>[number]

function atomItem({ id, title, content, summary, published, updated, links }: AtomEntry): Item {
  const said = content?.value === undefined ? summary : content
  const isPlain = (said?.type ?? 'text') === 'text'
  return {
    id,
    title: title?.type === 'html' ? plain(title.value ?? '') : (title?.value ?? ''),
    html: isPlain ? undefined : said?.value,
    text: isPlain ? said?.value : undefined,
    day: dayOf(published ?? updated),
    page: links?.find(link => (link.rel ?? 'alternate') === 'alternate')?.href,
  }
}

const rssItem = ({ guid, title, content, description, pubDate, dc, link }: RssItem): Item => ({
  id: guid?.value,
  title: plain(title ?? ''),
  html: content?.encoded ?? description,
  text: undefined,
  day: dayOf(pubDate ?? dc?.dates?.[0]),
  page: link,
})

const jsonItem = ({
  id,
  title,
  content_html,
  content_text,
  date_published,
  url,
  external_url,
}: JsonItem): Item => ({
  id,
  title: title ?? '',
  html: content_html,
  text: content_text,
  day: dayOf(date_published),
  page: url ?? external_url,
})

const dayOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
  '&#39;': "'",
}

const plain = (html: string): string =>
  html
    .replace(/<[^<>]{0,500}>/g, '')
    .replace(/&(?:lt|gt|quot|amp|#39);/g, entity => ENTITIES[entity] ?? entity)
