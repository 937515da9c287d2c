import { plainTitle } from '#changelog/feeds/content.ts'
import type { PageWords } from '#changelog/words/words.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import type { Dated, OnPage } from './chapters.ts'
import {
  bodyHtml,
  dayOf,
  languageAttributes,
  linked,
  otherLanguageHtml,
  pullLinksHtml,
  timeElement,
  titleHtml,
} from './entry-html.ts'
import type { PageEntry } from './page-entries.ts'

/** What lines need to know of the page that they stand on. */
export interface LinesView {
  /** IANA name. */
  timeZone: string
  /** BCP 47 of entries that name none. */
  language: string
  /** What the page says by itself. */
  words: PageWords
  /** Where an entry has a page of its own; null: nowhere. */
  linkOf(entry: Dated): string | null
}

/** Entries of little weight: a line each. What more there is to read of one opens below it. */
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
  return `<li id="entry-${entry.id}" ${languageAttributes(entry.language ?? view.language)}>${told}<span class="days" lang="${view.words.language}">${days.filter(Boolean).join(' ')}</span></li>`
}

/** The title of an entry, which opens what more there is to read of it; or else is the link to its page. */
export function toldHtml(
  entry: PageEntry,
  view: LinesView,
  level: number,
): { told: string; isOpen: boolean } {
  const title = titleHtml(entry.title)
  const more = bodyHtml(entry, level) + pullLinksHtml(entry.pulls)
  return more === ''
    ? { told: `<p class="told">${linked(title, view.linkOf(entry))}</p>`, isOpen: false }
    : { told: `<details><summary>${title}</summary>${more}</details>`, isOpen: true }
}

const dayHtml = ({ published }: Dated, { timeZone, words }: LinesView): string =>
  timeElement(published, { timeZone, date: 'short', words })

/** The day of an entry, as the link to it. */
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
