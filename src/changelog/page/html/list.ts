import { SECTION_ORDER } from '#changelog/entries/weight.ts'
import { linked, titleHtml } from '#changelog/feeds/content.ts'
import type { PageWords } from '#changelog/words/words.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import type { Chapter, Dated, OnPage } from '../chapters.ts'
import { type IndexedEdition, type PageEntry, type PageQuestion, queryOf } from '../page-entries.ts'
import { editionBodyHtml } from './edition.ts'
import { bodyHtml, dayOf, entryHtml, languageOf, timeElement } from './entry.ts'
import type { FeedLink } from './frame.ts'
import { dayLink, type LinesView, linesHtml } from './lines.ts'

/** The head of the list, above the entries. */
interface Masthead {
  title: string
  intro: string | null
  /** BCP 47 tags of the languages of title and introduction, which may not be translated. */
  languageOf: { title: string; intro: string }
  /** The address of the logo. */
  logo: string | null
  homeUrl: string | null
  /** HTML of the links to the page's languages; empty if there is only one. */
  languages: string
  feeds: readonly FeedLink[]
}

/** A chapter of the list. */
export type ListChapter = Chapter<PageEntry, Dated>

/** The content of the list page: the entries and, if the page is served, the means to find others. */
interface ListView extends LinesView {
  masthead: Masthead
  chapters: readonly ListChapter[]
  /** The editions of the year, for the index. */
  editions: readonly IndexedEdition[]
  /** Search and filters; null if there is no server to answer them. */
  filter: FilterView | null
}

interface FilterView {
  /** The address of the list without search and filters. */
  address: string
  /** The kinds that at least one entry has. */
  kinds: readonly Kind[]
  kind: Kind | null
  search: string
  /** How many entries match the words and the kind; null where nothing was searched for. */
  found: number | null
  /** The position of the next page; null on the last. */
  next: PageQuestion['before']
}

/** An index with more editions is folded on a large screen too. */
const MOST_SPREAD = 12

/**
 * The index of a year's editions, the newest first: side by side on a large screen, folded on a phone. Empty for fewer than two editions.
 */
function yearIndexHtml(editions: readonly IndexedEdition[], view: LinesView): string {
  const [newest] = editions
  if (newest === undefined || editions.length < 2) return ''
  const { timeZone, words } = view
  const heading = words.edition.ofYear(dayOf(newest.published, { timeZone, date: 'year', words }))
  const lines = editions.map(
    edition =>
      `<li>${timeElement(edition.published, { timeZone, date: 'short', words })} <span${languageOf(edition, view)}>${linked(titleHtml(edition.title), view.linkOf(edition))}</span></li>`,
  )
  const list = `<ul>${lines.join('')}</ul>`
  const spread = editions.length <= MOST_SPREAD ? `<div class="spread"><p>${heading}</p>${list}</div>` : ''
  return `<nav class="year" aria-label="${heading}">${spread}<details><summary>${heading}<span> ${editions.length}</span></summary>${list}</details></nav>`
}

/** The body of the list page. */
export function listHtml(view: ListView): string {
  const { chapters, filter, words } = view
  return `${mastheadHtml(view.masthead, words)}
${filter && filter.kinds.length > 0 ? filterHtml(filter, words) : ''}
${filter && filter.found !== 0 ? foundHtml(filter, words) : ''}
${yearIndexHtml(view.editions, view)}
<main id="content">${chapters.length === 0 ? emptyHtml(view) : chapters.map(chapter => chapterHtml(chapter, view)).join('\n')}</main>
${filter?.next ? `<nav class="pages" aria-label="${words.list.pages}"><a rel="next" href="${hrefOf(filter, { before: filter.next })}">${words.list.older}</a></nav>` : ''}`
}

function mastheadHtml(
  { title, intro, languageOf, logo, homeUrl, feeds, languages }: Masthead,
  words: PageWords,
): string {
  const home =
    homeUrl === null ? [] : [`<a href="${escapeMarkup(homeUrl)}">${escapeMarkup(new URL(homeUrl).host)}</a>`]
  const links = [...feedsHtml(feeds, words), ...home].map(html => `<li>${html}</li>`)
  const attributes = (language: string) => `lang="${escapeMarkup(language)}" dir="auto"`
  return `<header class="top"><div>
${logo === null ? '' : `<img class="logo" src="${escapeMarkup(logo)}" alt="">`}<h1 ${attributes(languageOf.title)}>${escapeMarkup(title)}</h1>
${intro === null ? '' : `<p class="intro" ${attributes(languageOf.intro)}>${escapeMarkup(intro)}</p>`}</div>
${links.length === 0 ? '' : `<ul class="links" aria-label="${words.list.links}">${links.join('')}</ul>`}${languages}</header>`
}

/** The addresses of the feeds, as text to be copied. */
const feedsHtml = (feeds: readonly FeedLink[], { atomFeed, list }: PageWords): string[] =>
  feeds.length === 0
    ? []
    : [
        `<details><summary>${atomFeed}</summary><p>${list.copyFeed}</p>${feeds.map(({ label, href }, at) => `<p>${at === 0 ? '' : `${escapeMarkup(label)}: `}<a href="${escapeMarkup(href)}" aria-label="${escapeMarkup(label)}"><code dir="ltr">${escapeMarkup(href)}</code></a></p>`).join('')}</details>`,
      ]

function filterHtml(filter: FilterView, words: PageWords): string {
  const said = words.list
  const offered = SECTION_ORDER.filter(kind => kind === filter.kind || filter.kinds.includes(kind))
  const links = [null, ...offered].map(kind => {
    const current = kind === filter.kind ? ' aria-current="true"' : ''
    return `<li><a href="${hrefOf(filter, { kind })}"${current}>${kind === null ? said.all : words.kinds[kind]}</a></li>`
  })
  const isChoice = offered.length > 1 || filter.kind !== null
  return `<nav class="filter" aria-label="${said.filter}">${isChoice ? `<ul>${links.join('')}</ul>` : ''}
${searchHtml(filter, words)}</nav>`
}

/** The search field of the list at `address`. It searches entries of one kind if one is chosen. */
export function searchHtml(
  { address, kind, search }: Pick<FilterView, 'address' | 'kind' | 'search'>,
  { list: said }: PageWords,
): string {
  const kept = kind === null ? '' : `<input type="hidden" name="kind" value="${kind}">`
  return `<form class="search" action="${escapeMarkup(address)}" role="search">${kept}<input type="search" name="q" aria-label="${said.searchLabel}" placeholder="${said.search}" maxlength="100" value="${escapeMarkup(search)}"><button type="submit" aria-label="${said.search}">${MAGNIFIER}</button></form>`
}

/** The number of entries that a search found, and a link that ends the search. */
const foundHtml = (filter: FilterView, words: PageWords): string =>
  filter.found === null
    ? ''
    : `<p class="found" role="status">${escapeMarkup(words.list.found(filter.found, isolated(filter.search)))} <a href="${hrefOf(filter, { search: '' })}">${words.list.clear}</a></p>`

/** Isolates text from the writing direction of its surroundings. */
const isolated = (text: string): string => `\u2068${text}\u2069`

const MAGNIFIER =
  '<svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"><circle cx="7" cy="7" r="4.25"/><path d="m10.25 10.25 3.25 3.25"/></svg>'

const hrefOf = ({ address, kind, search }: FilterView, change: Partial<PageQuestion>): string =>
  escapeMarkup(address + queryOf({ kind, search, before: null, ...change }))

const chapterHtml = ({ heading, highlights, lists }: ListChapter, view: ListView): string =>
  `<section class="month" aria-label="${heading}"><h2>${heading}</h2><div class="entries">
${[...highlights.map(one => articleHtml(one, view)), ...lists.map(list => linesHtml(list, view))].join('\n')}
</div></section>`

/** The article of an entry, or one line if its title says everything. */
function articleHtml({ entry, others }: OnPage<PageEntry, Dated>, view: ListView): string {
  const isEdition = entry.items.length > 0
  const body = isEdition ? editionBodyHtml(entry, view, 3) : bodyHtml(entry, 3, view)
  const form = isEdition ? ' class="edition"' : body === '' ? ' class="line"' : ''
  const told = entryHtml(entry, {
    ...view,
    ...{ date: 'short', level: 3, link: view.linkOf(entry), body },
    more: others.map(other => dayLink(other, view)).join(''),
  })
  return `<article${form} id="entry-${entry.id}">${told}</article>`
}

function emptyHtml({ filter, masthead, words }: ListView): string {
  const said = words.list
  if (filter && (filter.kind !== null || filter.search !== '')) {
    return `<div class="empty" role="status"><h2>${said.noMatch}</h2><p><a href="${escapeMarkup(filter.address)}">${said.showAll}</a></p></div>`
  }
  const [feed] = masthead.feeds
  const follow = feed
    ? `<p><a href="${escapeMarkup(feed.href)}">${said.follow[0]}</a>${said.follow[1]}</p>`
    : ''
  return `<div class="empty"><h2>${said.empty}</h2>${follow}</div>`
}
