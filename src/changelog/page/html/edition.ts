import { shownOf } from '#changelog/entries/weight.ts'
import { plainTitle } from '#changelog/feeds/content.ts'
import { partsOf } from '#changelog/feeds/edition-content.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import type { PageEntry, PageItem } from '../page-entries.ts'
import { bodyHtml, entryHtml, otherLanguageHtml } from './entry.ts'
import { type LinesView, toldHtml } from './lines.ts'

/** An edition with fewer entries has no index, because it is seen at one glance. */
const INDEXED = 8

/**
 * The HTML below the title of an edition: the opening, an index, the stories and the lists. `level` is the level of the edition's heading.
 */
export function editionBodyHtml(edition: PageEntry, view: LinesView, level: number): string {
  const { items } = edition
  const { stories, lists: parts } = partsOf(items, view.words)
  const lists = parts.map(list => ({
    ...list,
    anchor: `${edition.id}-${list.name}`,
    shown: shownOf(list.name, list.changes),
  }))
  const index = items.length < INDEXED ? '' : indexHtml(edition, lists, view)
  return [
    bodyHtml(edition, level, view),
    index,
    ...stories.map(story => storyHtml(story, view, level + 1)),
    ...lists.map(list => listHtml(list, view, level + 1)),
  ]
    .filter(Boolean)
    .join('\n')
}

interface List {
  title: string
  /** The id of the list's element in the document. */
  anchor: string
  changes: PageItem[]
  /** How many of them are not folded. */
  shown: number
}

/** The index links to the lists only, because the stories follow right below it. */
const indexHtml = ({ title }: PageEntry, lists: readonly List[], { words }: LinesView): string =>
  lists.length === 0
    ? ''
    : `<nav class="index" aria-label="${words.edition.index}: ${escapeMarkup(plainTitle(title))}"><ul>${lists
        .map(({ title, anchor, changes }) => `<li><a href="#${anchor}">${title}</a> ${changes.length}</li>`)
        .join('')}</ul></nav>`

const storyHtml = (story: PageItem, view: LinesView, level: number): string =>
  `<section class="story" id="entry-${story.id}">${entryHtml(story, { ...view, date: null, level, link: view.linkOf(story) })}</section>`

function listHtml({ title, anchor, changes, shown }: List, view: LinesView, level: number): string {
  const lines = changes.map(
    item =>
      `<li id="entry-${item.id}">${toldHtml(item, view, level).told}${otherLanguageHtml(item.language, view.words)}</li>`,
  )
  const folded = lines.slice(shown)
  const rest =
    folded.length === 0
      ? ''
      : `\n<details class="rest"><summary>${view.words.edition.rest(folded.length)}</summary><ul>\n${folded.join('\n')}\n</ul></details>`
  return `<section class="also" id="${anchor}"><h${level}>${title}</h${level}><ul>
${lines.slice(0, shown).join('\n')}
</ul>${rest}</section>`
}
