import { SECTION_ORDER, SECTIONS } from '#changelog/entries/grouped-copy.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { bodyHtml, languageAttributes, metaLine, pullLinks, type TimeStyle, titleHtml } from './entry-html.ts'
import type { FeedLink } from './frame.ts'
import type { PageEntry } from './page-entries.ts'

/** What stands above the entries. */
export interface Masthead {
  title: string
  intro: string | null
  /** The address of the logo. */
  logo: string | null
  homeUrl: string | null
  feeds: readonly FeedLink[]
}

/** The list as it is shown: entries and, where the page is served, how to see others. */
export interface ListView extends TimeStyle {
  masthead: Masthead
  /** BCP 47 of entries that name none. */
  language: string
  entries: readonly PageEntry[]
  /** Where an entry has a page of its own; null: nowhere. */
  linkOf(entry: PageEntry): string | null
  /** Null where there is no server to answer. */
  filter: FilterView | null
}

export interface FilterView {
  /** The address of the list without a question. */
  address: string
  kind: Kind | null
  search: string
  /** The cursor of the next page; null on the last. */
  next: string | null
}

/** The body of the list page. */
export function listHtml(view: ListView): string {
  const { entries, filter } = view
  const months = Map.groupBy(entries, entry => monthOf(entry.published, view.timeZone))
  return `${mastheadHtml(view.masthead)}
${filter ? filterHtml(filter) : ''}
<main id="content">${entries.length === 0 ? emptyHtml(view) : [...months].map(([month, group]) => monthHtml(month, group, view)).join('\n')}</main>
${filter?.next ? `<nav class="pages" aria-label="Pages"><a rel="next" href="${hrefOf(filter, { before: filter.next })}">Older entries</a></nav>` : ''}`
}

function mastheadHtml({ title, intro, logo, homeUrl, feeds }: Masthead): string {
  const home = homeUrl === null ? [] : [{ label: new URL(homeUrl).host, href: homeUrl }]
  const links = [...home, ...feeds].map(
    ({ label, href }) => `<li><a href="${escapeMarkup(href)}">${escapeMarkup(label)}</a></li>`,
  )
  return `<header class="top"><div>
${logo === null ? '' : `<img class="logo" src="${escapeMarkup(logo)}" alt="">`}<h1 dir="auto">${escapeMarkup(title)}</h1>
${intro === null ? '' : `<p class="intro" dir="auto">${escapeMarkup(intro)}</p>`}</div>
${links.length === 0 ? '' : `<ul class="links" aria-label="Links and feeds">${links.join('')}</ul>`}</header>`
}

function filterHtml(filter: FilterView): string {
  const kinds: (Kind | null)[] = [null, ...SECTION_ORDER.filter(kind => !NOT_OFFERED.includes(kind))]
  const links = kinds.map(kind => {
    const current = kind === filter.kind ? ' aria-current="true"' : ''
    return `<li><a href="${hrefOf(filter, { kind })}"${current}>${kind === null ? 'All' : SECTIONS[kind]}</a></li>`
  })
  const kept = filter.kind === null ? '' : `<input type="hidden" name="kind" value="${filter.kind}">`
  return `<nav class="filter" aria-label="Filter"><ul>${links.join('')}</ul>
<form action="${escapeMarkup(filter.address)}" role="search">${kept}<input type="search" name="q" aria-label="Search the changelog" placeholder="Search" maxlength="100" value="${escapeMarkup(filter.search)}"><button type="submit">Search</button></form></nav>`
}

/** Kinds that few entries have: found by search, and not worth a link each. */
const NOT_OFFERED: readonly Kind[] = ['documentation', 'maintenance']

function hrefOf(filter: FilterView, change: { kind?: Kind | null; before?: string }): string {
  const { kind = null, search, before } = { ...filter, before: undefined, ...change }
  const query = new URLSearchParams({
    ...(kind !== null && { kind }),
    ...(search !== '' && { q: search }),
    ...(before !== undefined && { before }),
  }).toString()
  return escapeMarkup(query === '' ? filter.address : `${filter.address}?${query}`)
}

const monthOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone }).format(at)

const monthHtml = (month: string, entries: readonly PageEntry[], view: ListView): string =>
  `<section class="month" aria-label="${month}"><h2>${month}</h2><div class="entries">
${entries.map(entry => entryHtml(entry, view)).join('\n')}
</div></section>`

/** An article, or one line for an entry whose title says it all. */
function entryHtml(entry: PageEntry, view: ListView): string {
  const body = bodyHtml(entry, 3)
  const link = view.linkOf(entry)
  const title = titleHtml(entry.title)
  const heading = link === null ? title : `<a href="${escapeMarkup(link)}">${title}</a>`
  return `<article${body === '' ? ' class="line"' : ''} id="entry-${entry.id}">${metaLine(entry, view)}
<h3 ${languageAttributes(entry.language ?? view.language)}>${heading}</h3>${body === '' ? '' : `\n<div ${languageAttributes(entry.language ?? view.language)}>${body}</div>`}${pullLinks(entry.pulls)}</article>`
}

function emptyHtml({ filter, masthead }: ListView): string {
  if (filter && (filter.kind !== null || filter.search !== '')) {
    return `<div class="empty"><p>Nothing matches. <a href="${escapeMarkup(filter.address)}">Show everything</a></p></div>`
  }
  const [feed] = masthead.feeds
  const follow = feed
    ? ` <a href="${escapeMarkup(feed.href)}">Follow the feed</a> to be told of the first entry.`
    : ''
  return `<div class="empty"><p>Nothing announced yet.${follow}</p></div>`
}
