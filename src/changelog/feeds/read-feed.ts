import { FEED_LIMIT } from '#changelog/limits.ts'
import {
  type LanguageForm,
  languageForm,
  pageTextIn,
  type Translation,
} from '#changelog/translations/translations.ts'
import { type PageWords, wordsFor } from '#changelog/words/words.ts'
import type { Instant } from '#platform/clock.ts'
import type { CursorPosition } from '#platform/db/page-cursor.ts'
import type { Reader } from '#platform/db/schema.ts'
import { idOfAddress } from '#platform/ids.ts'
import { safeAddress, safeLine } from '#platform/text.ts'
import { type PageIdentity, pageAddress, permalinkPath } from './address.ts'
import { bodilessContent, feedImageElement, plainTitle } from './content.ts'
import { editionContent } from './edition-content.ts'
import type { Feed, FeedEntry, FeedHead } from './feed.ts'
import { isOlder, type Listing, publishedEntries, type RenderedEntry, renderEntries } from './published.ts'
import type { PullLinks, ShownPulls } from './pull-links.ts'

/** A feed without its entries. */
export interface FoundFeed extends LanguageForm {
  id: string
  accountId: string
  setId: string | null
  revision: number
  changedAt: Instant
  createdAt: Instant
  /** What the page is called in the feed's language, or the account's name stands for it. */
  title: string
  /** BCP 47 tag of the language of the title, which may not be translated. */
  titleLanguage: string
  accountName: string
  /** The origins whose scripts may read the feed; null for any. */
  allowedOrigins: string[] | null
  /** What the address of the hosted page is built from; null while the page is off. */
  page: PageIdentity | null
  /**
   * Which pull requests are linked to. The account decides this for addresses with its id, the page's
   * settings for addresses under a page's name.
   */
  shownPulls: ShownPulls
  /** Whether editions or their entries are listed. */
  listing: Listing
}

/**
 * Finds a feed in one query; `inLanguage` is the language as in the address, null for the account's own. An unknown account, set or
 * language and a set of another account all give null in the same way, so that neither the answer nor its timing tells them apart.
 */
export async function findFeed(
  db: Reader,
  publicId: string,
  setId: string | null,
  inLanguage: string | null = null,
): Promise<FoundFeed | null> {
  const row = await findRow(db, publicId, setId)
  const form = row && languageForm(row, inLanguage)
  if (!row || !form) return null
  const { language, translation } = form
  const own = { title: row.title, intro: null, translations: JSON.parse(row.translations ?? '{}') }
  const { title, languageOf } = pageTextIn(own, language, translation)
  const accountName = safeLine(row.name)
  const setName = row.set_name === null ? '' : `: ${safeLine(row.set_name)}`
  return {
    ...form,
    id: idIn(row.id, translation),
    accountId: row.account_id,
    setId: row.set_id,
    revision: row.revision,
    changedAt: row.changed_at,
    createdAt: row.created_at,
    title: (title ?? wordsFor(language).changelogOf(accountName)) + setName,
    titleLanguage: languageOf.title,
    accountName,
    allowedOrigins: row.allowed_origins === null ? null : JSON.parse(row.allowed_origins),
    page:
      row.is_on === null
        ? null
        : { publicId, name: row.page_name, host: row.host, language: translation?.to ?? null },
    shownPulls: shownInFeeds(row.hides_private_pulls === 1),
    listing: row.feeds_list_items === 1 ? 'items' : 'editions',
  }
}

const findRow = (db: Reader, publicId: string, setId: string | null) =>
  db
    .selectFrom('account')
    .innerJoin('feed', 'feed.account_id', 'account.id')
    .leftJoin('social_set', 'social_set.id', 'feed.set_id')
    .leftJoin('changelog_page as page', join =>
      join.onRef('page.account_id', '=', 'account.id').on('page.is_on', '=', 1),
    )
    .select(['feed.id', 'feed.account_id', 'feed.set_id', 'feed.revision', 'feed.changed_at'])
    .select(['feed.created_at', 'account.name', 'account.language', 'account.allowed_origins'])
    .select(['social_set.name as set_name', 'account.hides_private_pulls'])
    .select(['account.translated_into', 'account.feeds_list_items', 'page.is_on', 'page.name as page_name'])
    .select(['page.host', 'page.title', 'page.translations'])
    .where('account.public_id', '=', publicId)
    .where('feed.set_id', setId === null ? 'is' : '=', setId)
    .executeTakeFirst()

/** The id of a feed or entry in another language differs, so that somebody who reads both languages gets both. */
const idIn = (id: string, translation: Translation | null): string =>
  translation === null ? id : idOfAddress(`urn:uuid:${id}#${translation.to}`)

/** Which pull requests are linked to in feeds under an address with the account's id. */
export const shownInFeeds = (hidesPrivatePulls: boolean): ShownPulls => (hidesPrivatePulls ? 'public' : 'all')

/** Reads a feed's entries. As this runs after `findFeed`, an entry published in between may appear before its revision, never after it. */
export async function readFeed(
  db: Reader,
  found: FoundFeed,
  { baseUrl, address, docs }: { baseUrl: string; address: string; docs: string },
): Promise<Feed> {
  const entries = await feedEntries(db, found, { baseUrl })
  const updated = Math.max(...entries.map(entry => entry.updated), entries.length === 0 ? found.createdAt : 0)
  return { ...headOf(found, { baseUrl, updated, address, docs }), entries }
}

const headOf = (
  found: FoundFeed,
  { baseUrl, ...more }: Pick<FeedHead, 'updated' | 'address' | 'docs'> & { baseUrl: string },
): FeedHead => ({
  id: found.id,
  title: found.title,
  titleLanguage: found.titleLanguage,
  author: found.accountName,
  language: found.language,
  page: found.page && pageAddress(baseUrl, found.page, found.setId),
  ...more,
})

/** The newest entries of a feed, or those after a position; at most `FEED_LIMIT`. */
async function feedEntries(
  db: Reader,
  found: FoundFeed,
  { baseUrl, after }: { baseUrl: string; after?: CursorPosition | undefined },
): Promise<FeedEntry[]> {
  const rows = await publishedEntries(db, found, found.listing)
    .$call(query => (after === undefined ? query : query.where(build => isOlder(build, after))))
    .limit(FEED_LIMIT)
    .execute()
  const { entries, links } = await renderEntries(db, found, rows, found.shownPulls)
  const page = found.page && pageAddress(baseUrl, found.page)
  const words = wordsFor(found.language)
  return entries.map(entry => {
    const told = feedEntry(entry, links, { baseUrl, page, words })
    return { ...told, id: idIn(told.id, found.translation) }
  })
}

function feedEntry(
  entry: RenderedEntry,
  links: PullLinks,
  { baseUrl, page, words }: { baseUrl: string; page: string | null; words: PageWords },
): FeedEntry {
  const { row, isBreaking, items } = entry
  const isEdition = row.origin === 'edition'
  const permalinkOf = (one: RenderedEntry) => (page === null ? null : page + permalinkPath(one.row))
  const content = isEdition ? editionContent(entry, { baseUrl, permalinkOf, words }) : entry.content
  const found = entry.image ?? items.find(item => item.isStory && item.image !== null)?.image ?? null
  const pulls = [row.id, ...items.map(item => item.row.id)].flatMap(id => links.of(id))
  // An edition has no pull request of its own, so that of its first entry stands for it.
  const lead = items[0]?.row ?? row
  const primary = pulls.find(pull => pull.pullId === lead.primary_pull_request_id)
  const others = pulls.filter(pull => pull !== primary)
  const image = found && { ...found, url: baseUrl + found.url }
  const recordings = [entry, ...items.filter(item => item.isStory)].flatMap(({ recording }) =>
    recording ? [{ ...recording, url: baseUrl + recording.url }] : [],
  )
  const original = safeAddress(lead.page)
  const url = primary?.url ?? (original !== null && links.isHidden(original) ? null : original)
  const { html, text } = content.html === '' ? bodilessContent(plainTitle(content.title)) : content
  return {
    id: row.id,
    title: plainTitle(content.title),
    summary: content.summary,
    html:
      entry.image === null || image === null
        ? html
        : `${feedImageElement(image, entry.recording && (recordings[0] ?? null))}\n${html}`,
    text,
    kind: row.kind,
    magnitude: row.magnitude,
    isBreaking,
    isEdition,
    permalink: permalinkOf(entry),
    url,
    image: image && { url: image.url, alt: image.alt },
    recordings,
    // Most of an edition is its entries.
    language: items.some(item => item.row.by_machine !== null) ? null : row.language,
    pullRequests: [...(primary ? [primary] : []), ...others].map(pull => pull.url),
    published: row.published_at ?? row.created_at,
    updated: row.updated_at,
  }
}

/** A feed with all published entries, for exports. It does not contain its address, which is a secret. */
interface WholeFeed {
  head: FeedHead
  /** Newest first, read page by page. */
  entries: AsyncIterable<FeedEntry>
}

/** Reads the feed of an account, or null if there is no such account. */
export async function wholeFeed(
  db: Reader,
  publicId: string,
  { baseUrl, docs }: { baseUrl: string; docs: string },
): Promise<WholeFeed | null> {
  const found = await findFeed(db, publicId, null)
  if (!found) return null
  const updated = await newestChange(db, found)
  return {
    head: headOf(found, { baseUrl, updated, address: null, docs }),
    entries: allEntries(db, found, baseUrl),
  }
}

async function newestChange(db: Reader, { accountId, createdAt }: FoundFeed): Promise<number> {
  const row = await db
    .selectFrom('entry')
    .select(build => build.fn.max('updated_at').as('updated'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'published')
    .executeTakeFirst()
  return Number(row?.updated ?? createdAt)
}

async function* allEntries(db: Reader, found: FoundFeed, baseUrl: string): AsyncGenerator<FeedEntry> {
  let after: CursorPosition | undefined
  for (;;) {
    const page = await feedEntries(db, found, { baseUrl, after })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < FEED_LIMIT) return
    after = { at: last.published, id: last.id }
  }
}
