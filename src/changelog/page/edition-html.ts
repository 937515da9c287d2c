import { listsOf } from '#changelog/entries/weight.ts'
import { WORDS } from '#changelog/feeds/words.ts'
import {
  bodyHtml,
  kindHtml,
  languageAttributes,
  linked,
  pullLinks,
  timeElement,
  titleHtml,
} from './entry-html.ts'
import { type LinesView, toldHtml } from './lines-html.ts'
import type { PageEntry, PageItem } from './page-entries.ts'

/** A shorter edition is seen at one look. */
const INDEXED = 8

/** An edition in the list: its date, title and opening, and its entries. */
export function editionHtml(edition: PageEntry, view: LinesView): string {
  const date = timeElement(edition.published, { timeZone: view.timeZone, date: 'short' })
  return `<article class="edition" id="entry-${edition.id}" ${languageAttributes(edition.language ?? view.language)}><p class="meta" lang="${WORDS.language}">${date}</p>
<h3>${linked(titleHtml(edition.title), view.linkOf(edition))}</h3>
${editionBodyHtml(edition, view, 3)}</article>`
}

/** What stands below the title of an edition, whose heading is of this level: the opening, an index, the stories and the lists. */
export function editionBodyHtml(edition: PageEntry, view: LinesView, level: number): string {
  const { items } = edition
  const stories = items.filter(item => item.isStory)
  const lists = listsOf(
    items.filter(item => !item.isStory),
    stories.length > 0,
  )
  const index = items.length < INDEXED ? '' : indexHtml(edition, stories, lists)
  return [
    bodyHtml(edition, level),
    index,
    ...stories.map(story => storyHtml(story, view, level + 1)),
    ...lists.map(({ title, changes }) => listHtml(edition.id, title, changes, view, level + 1)),
  ]
    .filter(Boolean)
    .join('\n')
}

type List = { title: string; changes: PageItem[] }

const indexHtml = ({ id }: PageEntry, stories: readonly PageItem[], lists: readonly List[]): string =>
  `<nav class="index" aria-label="${WORDS.edition.index}"><ul>${[
    ...stories.map(story => `<li><a href="#entry-${story.id}">${titleHtml(story.title)}</a></li>`),
    ...lists.map(
      ({ title, changes }) => `<li><a href="#${anchorOf(id, title)}">${title}</a> ${changes.length}</li>`,
    ),
  ].join('')}</ul></nav>`

const anchorOf = (id: string, title: string): string => `${id}-${title.toLowerCase().replaceAll(' ', '-')}`

const storyHtml = (story: PageItem, view: LinesView, level: number): string =>
  `<section class="story" id="entry-${story.id}" ${languageAttributes(story.language ?? view.language)}><p class="meta" lang="${WORDS.language}">${kindHtml(story)}</p>
<h${level}>${linked(titleHtml(story.title), view.linkOf(story))}</h${level}>
${bodyHtml(story, level)}${pullLinks(story.pulls)}</section>`

const listHtml = (
  id: string,
  title: string,
  changes: readonly PageItem[],
  view: LinesView,
  level: number,
): string =>
  `<section class="also" id="${anchorOf(id, title)}"><h${level}>${title}</h${level}><ul>
${changes.map(item => `<li id="entry-${item.id}" ${languageAttributes(item.language ?? view.language)}>${toldHtml(item, view, level).told}</li>`).join('\n')}
</ul></section>`
