import { type Instant, parseInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { type HtmlReader, htmlReader, textReader } from '#platform/markup/html-to-markdown.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'
import { clip, safeAddress, safeLine } from '#platform/text.ts'
import type { PastText } from './releases.ts'

/** An item of any of the three formats. */
interface Item {
  id: string | undefined
  title: string
  html: string | undefined
  text: string | undefined
  day: string | undefined
  page: string | undefined
  /** What it is filed under. */
  categories?: readonly (string | undefined)[] | undefined
}

/** The length of the title that is taken from the beginning of an untitled post. */
const TITLE_LENGTH = 200

/**
 * The items of an Atom, RSS 2.0 or JSON feed, or of the posts that other changelog tools give as JSON. XML with a document type declaration is refused, so that no entities are expanded. Throws
 * `invalid_parameter` if the document is not a feed.
 */
export async function feedTexts(document: string): Promise<PastText[]> {
  const [items, read] = [await itemsOf(document, await textReader()), await htmlReader()]
  return items.map(item => textOf(item, read))
}

function textOf(item: Item, read: HtmlReader): PastText {
  const content = item.html === undefined ? (item.text ?? '') : read(item.html)
  // An item without a text of its own often repeats its title.
  const words = safeLine(content) === safeLine(item.title) ? '' : content
  const body = item.html === undefined ? escapeMarkdown(words) : words
  const name = safeLine(item.title) || clip(safeLine(body), TITLE_LENGTH)
  return {
    id: item.id ?? item.page ?? `${name} ${item.day}`,
    product: null,
    name,
    version: /^(?:\S+ )?v?(\d+\.\d\S*)$/.exec(name)?.[1] ?? null,
    at: instantOf(item.day),
    body: body || escapeMarkdown(name),
    categories: item.categories?.map(category => safeLine(category ?? '')) ?? [],
    page: safeAddress(item.page ?? null),
    isUnreleased: false,
  }
}

/** Parses RFC 3339 dates, and RFC 822 dates as in RSS. Without a zone, or in one whose letters are unknown, they are in UTC. */
function instantOf(text = ''): Instant | null {
  const zoned = / [\d:.]+$/.test(text) ? `${text} Z` : text
  const found = [parseInstant(text), Date.parse(zoned), Date.parse(zoned.replace(/ [A-Z]{2,5}$/, ' Z'))]
  return found.find(at => at !== null && at >= 0) ?? null
}

const refusal = (detail: string, cause?: unknown) => new AppError('invalid_parameter', detail, { cause })

async function itemsOf(document: string, plain: HtmlReader): Promise<Item[]> {
  const outside = outsideCdata(document)
  const isJson = /^\s*[[{]/.test(document)
  if (!isJson && /<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(outside))
    throw refusal('A feed with a document type declaration is not read.')
  try {
    const { detectJsonFeed, parseFeed } = await import('feedsmith')
    const json = isJson ? JSON.parse(document) : null
    if (!isJson || detectJsonFeed(json)) return itemsIn(parseFeed(document), plain)
    const posts = postsIn(json)
    if (posts === null) throw refusal('No posts were found in this JSON.')
    return posts.filter(isPublished).map(postItem)
  } catch (error) {
    throw error instanceof AppError ? error : refusal('This is not an Atom, RSS or JSON feed.', error)
  }
}

/** The document without CDATA sections. An unclosed section is kept, so that it cannot hide a declaration. */
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

function itemsIn({ format, feed }: Parsed, plain: HtmlReader): Item[] {
  if (format === 'atom') return (feed.entries ?? []).map(entry => atomItem(entry, plain))
  if (format === 'rss') return (feed.items ?? []).map(item => rssItem(item, plain))
  if (format === 'json') return (feed.items ?? []).map(jsonItem)
  throw refusal('Only Atom, RSS 2.0 and JSON Feed are read.')
}

type AtomEntry = NonNullable<Extract<Parsed, { format: 'atom' }>['feed']['entries']>[number]
type RssItem = NonNullable<Extract<Parsed, { format: 'rss' }>['feed']['items']>[number]
type JsonItem = NonNullable<Extract<Parsed, { format: 'json' }>['feed']['items']>[number]

function atomItem(entry: AtomEntry, plain: HtmlReader): Item {
  const { id, title, content, summary, published, updated, links, categories } = entry
  const text = content?.value === undefined ? summary : content
  const isPlain = (text?.type ?? 'text') === 'text'
  return {
    id,
    title: (title?.type ?? 'text') === 'text' ? (title?.value ?? '') : plain(title?.value ?? ''),
    html: isPlain ? undefined : text?.value,
    text: isPlain ? text?.value : undefined,
    day: dayOf(published ?? updated),
    page: links?.find(link => (link.rel ?? 'alternate') === 'alternate')?.href,
    categories: categories?.map(({ term }) => term),
  }
}

const rssItem = (
  { guid, title, content, description, pubDate, dc, link, categories }: RssItem,
  plain: HtmlReader,
): Item => ({
  id: guid?.value,
  title: plain(title ?? ''),
  html: content?.encoded ?? description,
  text: undefined,
  day: dayOf(pubDate ?? dc?.dates?.[0]),
  page: link,
  categories: categories?.map(({ name }) => name),
})

const jsonItem = ({
  id,
  title,
  content_html,
  content_text,
  date_published,
  url,
  external_url,
  tags,
}: JsonItem): Item => ({
  id,
  title: title ?? '',
  html: content_html,
  text: content_text,
  day: dayOf(date_published),
  page: url ?? external_url,
  categories: tags,
})

type Post = Record<string, unknown>

const isPost = (value: unknown): value is Post => typeof value === 'object' && value !== null

/** Deeper than any answer of an API has its posts. */
const DEEPEST = 8

/** The first list of posts in an answer of an API: `[…]`, `{"posts": […]}` or `{"data": {"announcements": {"nodes": […]}}}`; null without one. */
function postsIn(value: unknown, depth = 0): Post[] | null {
  if (Array.isArray(value) && value.every(isPost) && value.some(hasWords)) return value
  if (!isPost(value) || depth === DEEPEST) return null
  const found = Object.values(value)
    .values()
    .map(inner => postsIn(inner, depth + 1))
  return found.find(posts => posts !== null) ?? null
}

function hasWords(post: Post): boolean {
  const { title, html, text } = postItem(post)
  return title !== '' || (html ?? text) !== undefined
}

/** Beamer says `published`, LaunchNotes `state`. */
const isPublished = ({ published, state }: Post): boolean =>
  published !== false && (state === undefined || state === 'published')

/** A post of Beamer, whose words are in its translations, the first of which is in the main language, or an announcement of LaunchNotes. */
function postItem(post: Post): Item {
  const [words] = Array.isArray(post.translations) ? post.translations.filter(isPost) : []
  const said = { ...post, ...words }
  const first = (...names: string[]) =>
    names.map(name => said[name]).find(value => typeof value === 'string' && value !== '') as
      | string
      | undefined
  return {
    id: post.id === undefined ? undefined : String(post.id),
    title: first('headline', 'title') ?? '',
    html: first('contentHtml'),
    text: first('content'),
    day: first('publishedAt', 'date'),
    page: first('publicPermalink', 'postUrl'),
    categories: [first('category')],
  }
}

const dayOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
