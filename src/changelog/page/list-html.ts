import { SECTION_ORDER } from '#changelog/entries/grouped-copy.ts'
import { WORDS } from '#changelog/feeds/words.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { bodyHtml, languageAttributes, metaLine, pullLinks, titleHtml } from './entry-html.ts'
import type { FeedLink } from './frame.ts'
import type { PageEntry } from './page-entries.ts'

const SAID = WORDS.list

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
export interface ListView {
  masthead: Masthead
  /** IANA name. */
  timeZone: string
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
  /** Those that an entry has. */
  kinds: readonly Kind[]
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
${filter && filter.kinds.length > 0 ? filterHtml(filter) : ''}
<main id="content">${entries.length === 0 ? emptyHtml(view) : [...months].map(([month, group]) => monthHtml(month, group, view)).join('\n')}</main>
${filter?.next ? `<nav class="pages" aria-label="${SAID.pages}"><a rel="next" href="${hrefOf(filter, { before: filter.next })}">${SAID.older}</a></nav>` : ''}`
}

function mastheadHtml({ title, intro, logo, homeUrl, feeds }: Masthead): string {
  const home = homeUrl === null ? [] : [{ label: new URL(homeUrl).host, href: homeUrl }]
  const links = [...feeds, ...home].map(
    ({ label, href }) => `<li><a href="${escapeMarkup(href)}">${escapeMarkup(label)}</a></li>`,
  )
  return `<header class="top"><div>
${logo === null ? '' : `<img class="logo" src="${escapeMarkup(logo)}" alt="">`}<h1 dir="auto">${escapeMarkup(title)}</h1>
${intro === null ? '' : `<p class="intro" dir="auto">${escapeMarkup(intro)}</p>`}</div>
${links.length === 0 ? '' : `<ul class="links" aria-label="${SAID.links}">${links.join('')}</ul>`}</header>`
}

function filterHtml(filter: FilterView): string {
  const offered = SECTION_ORDER.filter(kind => kind === filter.kind || filter.kinds.includes(kind))
  const links = [null, ...offered].map(kind => {
    const current = kind === filter.kind ? ' aria-current="true"' : ''
    return `<li><a href="${hrefOf(filter, { kind })}"${current}>${kind === null ? SAID.all : WORDS.kinds[kind]}</a></li>`
  })
  const kept = filter.kind === null ? '' : `<input type="hidden" name="kind" value="${filter.kind}">`
  return `<nav class="filter" aria-label="${SAID.filter}"><ul>${links.join('')}</ul>
<form action="${escapeMarkup(filter.address)}" role="search">${kept}<input type="search" name="q" aria-label="${SAID.searchLabel}" placeholder="${SAID.search}" maxlength="100" value="${escapeMarkup(filter.search)}"><button type="submit" aria-label="${SAID.search}">${MAGNIFIER}</button></form></nav>`
}

const MAGNIFIER =
  '<svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"><circle cx="7" cy="7" r="4.25"/><path d="m10.25 10.25 3.25 3.25"/></svg>'

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
  new Intl.DateTimeFormat(WORDS.language, { month: 'long', year: 'numeric', timeZone }).format(at)

const monthHtml = (month: string, entries: readonly PageEntry[], view: ListView): string =>
  `<section class="month" aria-label="${month}"><h2>${month}</h2><div class="entries">
${breakingFirst(entries)
  .map(entry => entryHtml(entry, view))
  .join('\n')}
</div></section>`

const breakingFirst = (entries: readonly PageEntry[]): PageEntry[] =>
  entries.toSorted((a, b) => Number(b.isBreaking) - Number(a.isBreaking))

/** An article, or one line for an entry whose title says it all. */
function entryHtml(entry: PageEntry, view: ListView): string {
  const body = bodyHtml(entry, 3)
  const link = view.linkOf(entry)
  const title = titleHtml(entry.title)
  const heading = link === null ? title : `<a href="${escapeMarkup(link)}">${title}</a>`
  const language = languageAttributes(entry.language ?? view.language)
  return `<article${body === '' ? ' class="line"' : ''} id="entry-${entry.id}" ${language}>${metaLine(entry, { timeZone: view.timeZone, date: 'short' })}
<h3>${heading}</h3>
${body}${pullLinks(entry.pulls)}</article>`
}

function emptyHtml({ filter, masthead }: ListView): string {
  if (filter && (filter.kind !== null || filter.search !== '')) {
    return `<div class="empty"><h2>${SAID.noMatch}</h2><p><a href="${escapeMarkup(filter.address)}">${SAID.showAll}</a></p></div>`
  }
  const [feed] = masthead.feeds
  const follow = feed
    ? `<p><a href="${escapeMarkup(feed.href)}">${SAID.follow[0]}</a>${SAID.follow[1]}</p>`
    : ''
  return `<div class="empty"><h2>${SAID.empty}</h2>${follow}</div>`
}
