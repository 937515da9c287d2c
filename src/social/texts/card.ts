import type { Entry } from '#changelog/entries/entry.ts'
import { entryContent, plainTitle } from '#changelog/feeds/content.ts'
import type { LinkCard } from '#social/network.ts'

/** The card of a link: the title and first words of the entry, as a network shows them below the link. */
export async function cardOf(entry: Pick<Entry, 'title' | 'body'>, url: string): Promise<LinkCard> {
  const { title, summary } = await entryContent(entry.title, entry.body)
  return { url, title: plainTitle(title), description: summary ?? '' }
}
