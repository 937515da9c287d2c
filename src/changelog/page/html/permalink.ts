import { plainTitle, titleHtml } from '#changelog/feeds/content.ts'
import type { PageWords } from '#changelog/words/words.ts'
import { isoOf } from '#platform/clock.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import type { PageEntry } from '../page-entries.ts'
import { editionBodyHtml } from './edition.ts'
import { backArrow, entryHtml } from './entry.ts'
import type { LinesView } from './lines.ts'
import { type SharedPicture, sharingHead } from './sharing.ts'

/** A note that a machine translated the entry and no person has checked it. */
const translatedHtml = ({ translation }: Pick<PageEntry, 'translation'>, words: PageWords): string =>
  translation === 'machine' ? `<span class="translated">${words.machineTranslation}</span>` : ''

/** The content of an entry's own page. Addresses are absolute. */
export interface PermalinkView extends LinesView {
  /** The title of the list that contains the entry. */
  pageTitle: string
  pageAddress: string
  /** The team's name. */
  author: string
  entry: PageEntry
  /** HTML of the links to the entry's languages; empty if there is only one. */
  languages: string
  address: string
  picture: SharedPicture
  /** The edition that the entry was published with. */
  edition: Neighbour | null
  older: Neighbour | null
  newer: Neighbour | null
}

interface Neighbour {
  title: string
  href: string
}

/** The body of an entry's page. */
export function permalinkHtml(view: PermalinkView): string {
  const { entry, edition, older, newer, words } = view
  const back = edition ?? { title: view.pageTitle, href: view.pageAddress }
  const isEdition = entry.items.length > 0
  const told = entryHtml(entry, {
    ...view,
    ...{ date: 'long', level: 1, link: null, more: translatedHtml(entry, words) },
    ...(isEdition && { body: editionBodyHtml(entry, view, 1) }),
  })
  return `<nav class="back" aria-label="${words.entry.back}"><a href="${escapeMarkup(back.href)}">${backArrow(words)} ${escapeMarkup(back.title)}</a></nav>${view.languages}
<main id="content"><article class="permalink${isEdition ? ' edition' : ''}">${told}</article></main>
<nav class="pages" aria-label="${words.entry.others}">${newer ? neighbourHtml(words.entry.newer, 'prev', newer) : ''}${older ? neighbourHtml(words.entry.older, 'next', older) : ''}</nav>`
}

const neighbourHtml = (label: string, rel: string, { title, href }: Neighbour): string =>
  `<a rel="${rel}" href="${escapeMarkup(href)}"><small>${label}</small>${titleHtml(title)}</a>`

/** The metadata for social networks, and a description of the entry by schema.org. */
export function permalinkHead(view: PermalinkView): string {
  const { entry, author, address, picture } = view
  const title = plainTitle(entry.title)
  const published = isoOf(entry.published)
  const structured = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    ...(entry.summary !== null && { description: entry.summary }),
    datePublished: published,
    dateModified: isoOf(entry.updated),
    author: { '@type': 'Organization', name: author },
    url: address,
    image: picture.url,
  }
  // Only "<" can end a script element early; written as an escape it means the same in JSON.
  const json = JSON.stringify(structured).replaceAll('<', '\\u003c')
  const shared = { site: view.pageTitle, title, description: entry.summary, address, picture, published }
  return `${sharingHead(shared)}<script type="application/ld+json">${json}</script>\n`
}
