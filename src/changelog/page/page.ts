import {
  type FeedAddresses,
  feedAddresses,
  languageSuffix,
  pageAddress,
  permalinkPath,
} from '#changelog/feeds/address.ts'
import { plainTitle } from '#changelog/feeds/content.ts'
import { entryMarkdown, type MarkdownStyle } from '#changelog/feeds/entry-markdown.ts'
import { wordsFor } from '#changelog/words/words.ts'
import type { Database } from '#platform/db/database.ts'
import { escapeMarkdown, escapeMarkup } from '#platform/markup/markup.ts'
import { withoutHtml } from '#platform/rendering/rendering.ts'
import { safeLine } from '#platform/text.ts'
import { type Dated, inOrder, mapChapter } from './chapters.ts'
import type { FoundPage } from './find-page.ts'
import { dayOf } from './html/entry.ts'
import type { FontAddresses } from './html/fonts.ts'
import { type FeedLink, type PageDocument, pageDocument } from './html/frame.ts'
import { inLanguages } from './html/languages.ts'
import { listHtml } from './html/list.ts'
import { type PermalinkView, permalinkHead, permalinkHtml } from './html/permalink.ts'
import { cardAt, sharingHead } from './html/sharing.ts'
import {
  editionsOfYear,
  entryOnPage,
  kindsOnPage,
  type PageEntry,
  type PageQuestion,
  queryOf,
  rowOnPage,
} from './page-entries.ts'
import { pageList } from './page-list.ts'

/** The path of the list's card below the page's address. */
export const LIST_CARD = 'card.png'

const MARKDOWN = '.md'
/** The path of the list's Markdown below the page's address. */
export const LIST_MARKDOWN = 'index.md'

/** How a request addressed a page, which decides what its links begin with. */
export interface PageRequest {
  db: Database
  page: FoundPage
  /** The public address of the server, without a slash at its end. */
  baseUrl: string
  /** The requested address of the page, without a slash at its end. Links keep its host, name and language. */
  root: string
  /** `root` without a language. */
  siteRoot: string
  /** The beginning of image paths on the requested host; empty at its root. */
  prefix: string
  /** True if `root` contains the `account_id`, which is secret, so that feed addresses with it may be shown. */
  isCapability: boolean
  fonts: FontAddresses
}

/** The start of the list, to be shown in a frame: few entries, so that its end is seen too. Its links open in a new tab. */
export const framedDocument = (context: PageRequest): Promise<PageDocument> =>
  listDocument(context, { kind: null, search: '', before: null }, '<base target="_blank">\n', 3)

/** The list, filtered and paged as the question says. */
export async function listDocument(
  context: PageRequest,
  question: PageQuestion,
  head = '',
  limit?: number,
): Promise<PageDocument> {
  const { page, root } = context
  const address = listAddress(context)
  const { chapters, next, found } = await pageList(context.db, page, question, limit)
  const title = pageTitleOf(page)
  const feeds = feedLinks(context)
  const canonical = pageAddress(context.baseUrl, page.identity, page.setId)
  const isAsked = question.kind !== null || question.search !== ''
  const isWhole = question.before === null && !isAsked
  const [newest] = chapters.flatMap(inOrder)
  const below = page.setId === null ? '' : `/${page.setId}`
  const languages = inLanguages(context, new Map(page.languages.map(language => [language, below])))
  return pageDocument({
    title,
    description: page.settings.intro ?? wordsFor(page.language).newsFrom(page.accountName),
    ...frameOf(context),
    isListed: page.settings.isListed && isWhole,
    canonical,
    feeds,
    head:
      head +
      languages.head +
      markdownLink(`${canonical}/${LIST_MARKDOWN}`) +
      sharingHead({
        site: title,
        title,
        description: page.settings.intro,
        address: canonical,
        picture: cardAt(`${canonical}/${LIST_CARD}`),
        published: null,
      }),
    body: listHtml({
      masthead: {
        title,
        intro: page.settings.intro,
        logo: logoOf(context),
        homeUrl: page.settings.homeUrl,
        languageOf: page.languageOf,
        feeds: feeds.map(feed => ({ ...feed, href: new URL(feed.href, canonical).href })),
        languages: languages.nav,
      },
      language: page.language,
      words: wordsFor(page.language),
      timeZone: page.timeZone,
      chapters: chapters.map(chapter =>
        mapChapter(chapter, ({ entry, others }) => [{ entry: withImagePath(entry, context), others }]),
      ),
      editions: newest && !isAsked ? await editionsOfYear(context.db.read, page, newest.entry.published) : [],
      linkOf: entry => root + permalinkPath(entry),
      filter: {
        address,
        kinds: await kindsOnPage(context.db.read, page),
        kind: question.kind,
        search: question.search,
        found,
        next,
      },
    }),
  })
}

/** The list as Markdown, for programs and assistants: the same entries, and the address of the next part. */
export async function listMarkdown(context: PageRequest, question: PageQuestion): Promise<string> {
  const { page, baseUrl } = context
  const { chapters, next } = await pageList(context.db, page, question)
  const home = pageAddress(baseUrl, page.identity, page.setId)
  const words = wordsFor(page.language)
  const style = markdownStyle(context)
  const months: string[] = []
  for (const chapter of chapters) {
    const entries = inOrder(chapter).map(({ entry, others }) => {
      const days = others.map(other => `[${style.dayOf(other)}](${style.linkOf(other)})`)
      return entryMarkdown<PageEntry>(entry, 3, {
        ...style,
        dayOf: one => [style.dayOf(one), ...days].join(' · '),
      })
    })
    months.push([`## ${chapter.heading}`, ...(await Promise.all(entries))].join('\n\n'))
  }
  const rest = `${home}/${LIST_MARKDOWN}${queryOf({ ...question, before: next })}`
  const older = next === null ? [] : [`[${words.list.older}](${rest})`]
  const intro = page.settings.intro === null ? [] : [escapeMarkdown(page.settings.intro)]
  return withoutHtml(
    `${[`# ${escapeMarkdown(pageTitleOf(page))}`, ...intro, ...months, ...older].join('\n\n')}\n`,
  )
}

function markdownStyle({ page, baseUrl }: PageRequest): MarkdownStyle<Dated> {
  const home = pageAddress(baseUrl, page.identity)
  const words = wordsFor(page.language)
  return {
    words,
    dayOf: ({ published }) => dayOf(published, { timeZone: page.timeZone, date: 'long', words }),
    linkOf: entry => new URL(home + permalinkPath(entry)).href,
  }
}

/** The answer to a request for an entry's address. */
type PermalinkAnswer =
  | { outcome: 'shown'; document: PageDocument }
  | { outcome: 'shown'; markdown: string }
  /** The canonical address, to redirect to. */
  | { outcome: 'moved'; to: string }
  | { outcome: 'withdrawn' | 'unknown' }

const UUID_AT_END = /^(?:(.*)-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** The id at the end of `<slug>-<id>`; null if there is none. */
export const entryIdIn = (text: string): string | null => UUID_AT_END.exec(text)?.[2]?.toLowerCase() ?? null

/** The page of one entry. `text` is `<slug>-<id>`, followed by `.md` for Markdown. An outdated slug redirects to the current one. */
export async function permalinkDocument(context: PageRequest, text: string): Promise<PermalinkAnswer> {
  const isMarkdown = text.endsWith(MARKDOWN)
  const id = entryIdIn(isMarkdown ? text.slice(0, -MARKDOWN.length) : text)
  const row = id === null ? null : await rowOnPage(context.db.read, context.page, id)
  if (row === null) return { outcome: 'unknown' }
  if (row === 'withdrawn') return { outcome: 'withdrawn' }
  const path = permalinkPath({ id: row.id, title: safeLine(row.title) }) + (isMarkdown ? MARKDOWN : '')
  if (path !== `/e/${text}`)
    return { outcome: 'moved', to: context.root + path.split('/').map(encodeURIComponent).join('/') }
  const found = await entryOnPage(context.db.read, context.page, row)
  if (found === null) return { outcome: 'unknown' }
  if (isMarkdown) {
    const markdown = await entryMarkdown<PageEntry>(found.entry, 1, markdownStyle(context))
    return { outcome: 'shown', markdown: await withoutHtml(`${markdown}\n`) }
  }
  return { outcome: 'shown', document: await entryDocument(context, found) }
}

type FoundEntry = NonNullable<Awaited<ReturnType<typeof entryOnPage>>>

async function entryDocument(
  context: PageRequest,
  { entry, edition, older, newer, titles }: FoundEntry,
): Promise<PageDocument> {
  const { page, baseUrl, root } = context
  // An entry without a translation is the same document in every language.
  const isTranslated = [entry, ...entry.items].some(one => one.translation !== null)
  const language = isTranslated ? page.language : null
  const home = pageAddress(baseUrl, { ...page.identity, language })
  const paths = [...titles].map(
    ([language, title]) => [language, permalinkPath({ id: entry.id, title })] as const,
  )
  const languages = inLanguages(context, new Map(paths))
  const canonical = home + permalinkPath(entry)
  const picture = entry.image ?? entry.items.find(item => item.isStory && item.image !== null)?.image
  const view: PermalinkView = {
    pageTitle: pageTitleOf(page),
    pageAddress: root,
    author: page.accountName,
    language: page.language,
    words: wordsFor(page.language),
    timeZone: page.timeZone,
    entry: withImagePath(entry, context),
    languages: languages.nav,
    address: canonical,
    // The picture of the entry or of its first story, at an address that everyone can read; otherwise the painted card.
    picture: picture
      ? { ...picture, url: publicRoot(context) + picture.url }
      : cardAt(`${home}/e/${entry.id}.png?v=${entry.version}`),
    edition: edition && { title: plainTitle(edition.title), href: root + permalinkPath(edition) },
    linkOf: item => root + permalinkPath(item),
    older: older && { title: older.title, href: root + permalinkPath(older) },
    newer: newer && { title: newer.title, href: root + permalinkPath(newer) },
  }
  return pageDocument({
    title: `${plainTitle(entry.title)} · ${pageTitleOf(page)}`,
    description: entry.summary ?? plainTitle(entry.title),
    ...frameOf(context),
    isListed: page.settings.isListed,
    canonical,
    feeds: feedLinks(context),
    hasFeedsAtEnd: true,
    head: permalinkHead(view) + languages.head + markdownLink(new URL(canonical + MARKDOWN).href),
    body: permalinkHtml(view),
  })
}

const markdownLink = (address: string): string =>
  `<link rel="alternate" type="text/markdown" href="${escapeMarkup(address)}">\n`

/** What precedes the path of an image in public addresses. */
const publicRoot = ({ baseUrl, page }: PageRequest): string =>
  page.identity.host === null ? baseUrl : `https://${page.identity.host}`

const frameOf = (context: PageRequest) => ({
  words: wordsFor(context.page.language),
  accent: context.page.settings.accent,
  fonts: context.fonts,
  icon: logoOf(context),
})

const logoOf = ({ page, prefix }: PageRequest): string | null => page.logoPath && prefix + page.logoPath

/** The page's title: the team's own words, or the account's name. */
export function pageTitleOf({ settings, accountName, setName, language }: FoundPage): string {
  const title = settings.title ?? wordsFor(language).changelogOf(accountName)
  return setName === null ? title : `${title}: ${setName}`
}

const listAddress = ({ root, page }: PageRequest): string =>
  `${root}${page.setId === null ? '' : `/${page.setId}`}` || '/'

/** The feeds of the page. Under a public name they have addresses of their own, which do not reveal the `account_id`. */
export function pageFeedAddresses({
  baseUrl,
  page,
  siteRoot,
  isCapability,
}: Omit<PageRequest, 'db' | 'fonts' | 'prefix' | 'root'>): FeedAddresses {
  const language = page.translation?.to ?? null
  if (isCapability) return feedAddresses(baseUrl, page.identity, page.setId ?? undefined, language)
  const feed = `${siteRoot}${page.setId === null ? '' : `/${page.setId}`}/feed${languageSuffix(language)}`
  return { atom: feed, json: `${feed}.json` }
}

function feedLinks(context: PageRequest): FeedLink[] {
  const { atom, json } = pageFeedAddresses(context)
  const words = wordsFor(context.page.language)
  return [
    { label: words.atomFeed, mediaType: 'application/atom+xml', href: atom },
    { label: words.jsonFeed, mediaType: 'application/feed+json', href: json },
  ]
}

const withImagePath = (entry: PageEntry, context: PageRequest): PageEntry => ({
  ...entry,
  image: entry.image && { ...entry.image, url: context.prefix + entry.image.url },
  recording: entry.recording && { ...entry.recording, url: context.prefix + entry.recording.url },
  items: entry.items.map(item => ({ ...withImagePath(item, context), isStory: item.isStory })),
})
