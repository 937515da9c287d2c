import { linked, plainTitle, titleHtml } from '#changelog/feeds/content.ts'
import type { PageWords } from '#changelog/words/words.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import type { Dated, OnPage } from '../chapters.ts'
import type { PageEntry } from '../page-entries.ts'
import {
  bodyHtml,
  breakingHtml,
  dayOf,
  languageOf,
  otherLanguageHtml,
  pullLinksHtml,
  timeElement,
} from './entry.ts'

/** What the entries of a page need to know about the page to render themselves. */
export interface LinesView {
  /** IANA name. */
  timeZone: string
  /** BCP 47 tag of the language of entries that name none. */
  language: string
  /** The words of the interface. */
  words: PageWords
  /** The address of an entry's own page; null if it has none. */
  linkOf(entry: Dated): string | null
}

/** A list of entries of little weight, one line each. A line with more to read opens below itself. */
export const linesHtml = (
  { title, entries }: { title: string; entries: readonly OnPage<PageEntry, Dated>[] },
  view: LinesView,
): string =>
  `<section class="also">${title === '' ? '' : `<h3>${title}</h3>`}<ul>
${entries.map(one => lineHtml(one, view)).join('\n')}
</ul></section>`

function lineHtml({ entry, others }: OnPage<PageEntry, Dated>, view: LinesView): string {
  const { told, isOpen } = toldHtml(entry, view, 3)
  const days = [
    otherLanguageHtml(entry.language, view.words),
    isOpen ? dayLink(entry, view) : dayHtml(entry, view),
    ...others.map(other => dayLink(other, view)),
  ]
  return `<li id="entry-${entry.id}">${told}<span class="days">${days.filter(Boolean).join(' ')}</span></li>`
}

/** The title of an entry: it opens the rest if there is more to read, otherwise it links to the entry's page. */
export function toldHtml(
  entry: PageEntry,
  view: LinesView,
  level: number,
): { told: string; isOpen: boolean } {
  const title = `${entry.isBreaking ? breakingHtml(view.words) : ''}${titleHtml(entry.title)}`
  const more = bodyHtml(entry, level, view) + pullLinksHtml(entry.pulls)
  return more === ''
    ? {
        told: `<p class="told"${languageOf(entry, view)}>${linked(title, view.linkOf(entry))}</p>`,
        isOpen: false,
      }
    : {
        told: `<details${languageOf(entry, view)}><summary>${title}</summary>${more}</details>`,
        isOpen: true,
      }
}

const dayHtml = ({ published }: Dated, { timeZone, words }: LinesView): string =>
  timeElement(published, { timeZone, date: 'short', words })

/** The day of an entry, linked to the entry's page. */
export function dayLink(entry: Dated, view: LinesView): string {
  const link = view.linkOf(entry)
  const day = dayHtml(entry, view)
  if (link === null) return day
  const { timeZone, words } = view
  const name = words.list.dated(
    plainTitle(entry.title),
    dayOf(entry.published, { timeZone, date: 'short', words }),
  )
  return `<a href="${escapeMarkup(link)}" aria-label="${escapeMarkup(name)}">${day}</a>`
}
