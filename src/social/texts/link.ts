import type { Entry } from '#changelog/entries/entry.ts'
import { pageAddress, permalinkPath } from '#changelog/feeds/address.ts'
import { entryContent, plainTitle } from '#changelog/feeds/content.ts'
import { pullLinks, titleWithoutHidden, withoutHidden } from '#changelog/feeds/pull-links.ts'
import { pageSettings } from '#changelog/page/settings.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { LinkCard } from '#social/network.ts'

/** The most characters that the words of a headline add to a link. */
const MOST_ADDED_BY_WORDS = 60

/**
 * The link of a post: to the entry's page if the changelog page is on, otherwise to its pull request if the
 * repository is public, otherwise to the account's home page; null if there is none of these.
 */
export async function linkOf(db: Reader, baseUrl: string, entry: Entry): Promise<string | null> {
  const settings = await pageSettings(db, entry.accountId)
  if (settings.isOn) {
    const { public_id: publicId } = await db
      .selectFrom('account')
      .select('public_id')
      .where('id', '=', entry.accountId)
      .executeTakeFirstOrThrow()
    const page = pageAddress(baseUrl, { publicId, name: settings.name, host: settings.host })
    // Percent-encoded, since networks end a link at some letters.
    const linkFor = (title: string) => new URL(page + permalinkPath({ id: entry.id, title })).href
    const { title } = await publicWords(db, entry)
    const [link, plain] = [linkFor(title), linkFor('')]
    // The id leads to the entry whatever the words are, and Bluesky counts each sign of an encoded letter.
    return link.length - plain.length > MOST_ADDED_BY_WORDS ? plain : link
  }
  return (await publicPullRequest(db, entry)) ?? settings.homeUrl
}

const PERMALINK = /https?:\/\/\S{1,600}?-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g

/** The link as a text has it, null for none. That to an entry's page may have the words of an earlier headline, and still leads there. */
export function linkIn(text: string, link: string | null): string | null {
  if (link === null || text.includes(link)) return link
  const sameEntry = text.matchAll(PERMALINK).find(([, id]) => link.endsWith(`-${id}`))
  return sameEntry?.[0] ?? null
}

async function publicPullRequest(db: Reader, entry: Entry): Promise<string | null> {
  const links = await pullLinks(db, entry.accountId, [entry.id], 'public')
  return links.of(entry.id).find(({ pullId }) => pullId === entry.primaryPullRequestId)?.url ?? null
}

/** The entry's words for the public, without addresses in private repositories. */
export async function publicWords(db: Reader, entry: Entry): Promise<Pick<Entry, 'title' | 'body'>> {
  const links = await pullLinks(db, entry.accountId, [entry.id], 'public')
  return { title: titleWithoutHidden(entry.title, links), body: withoutHidden(entry.body, links) }
}

/** The card of a link: the title and first words of the entry, as a network shows them below the link. */
export async function cardOf(entry: Pick<Entry, 'title' | 'body'>, url: string): Promise<LinkCard> {
  const { title, summary } = await entryContent(entry.title, entry.body)
  return { url, title: plainTitle(title), description: summary ?? '' }
}
