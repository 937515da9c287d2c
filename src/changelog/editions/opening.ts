import { accountById } from '#accounts/account.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { type Words, wordsFor } from '#changelog/words/words.ts'
import type { Reader } from '#platform/db/schema.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'
import { itemsIn } from './items.ts'

/** Themes that the opening names. */
const THEMES = 3
/** So few entries open by themselves. */
const FEW = 3
const OPENING_LIMIT = 260

/** One sentence on what an edition is about: its first themes, and how many more there are. Empty for a short edition. */
export function openingOf(titles: readonly string[], words: Words): string {
  if (titles.length <= FEW) return ''
  const escaped = titles.map(title => escapeMarkdown(title))
  return openings(escaped, words).find(opening => opening.length <= OPENING_LIMIT) ?? ''
}

/**
 * With what a post about a published edition may begin, the longest first: a title such as "Week of 16 November" tells nobody what is in
 * it. None where a person wrote the title or the opening.
 */
export async function leadsOf(db: Reader, edition: Entry): Promise<string[]> {
  const { origin, state, title, machineTitle, body, machineBody } = edition
  if (origin !== 'edition' || state !== 'published' || title !== machineTitle || body !== machineBody)
    return []
  const { language } = await accountById(db, edition.accountId)
  const items = await itemsIn(db, edition.id, 'published')
  const titles = items.map(item => item.title)
  return titles.length === 1 ? titles : openings(titles, wordsFor(language))
}

/** Sentences that name some of the changes and count the rest, the longest first. */
function openings(titles: readonly string[], { edition }: Words): string[] {
  const most = Math.min(THEMES, titles.length - 1)
  return Array.from({ length: most }, (_, less) => {
    const named = most - less
    return edition.opening(titles.slice(0, named), titles.length - named)
  })
}
