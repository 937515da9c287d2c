import type { ExpressionBuilder } from 'kysely'
import { breakingEntries } from '#changelog/entries/covered-pulls.ts'
import { imagePath } from '#changelog/entries/images/images.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import { safeLine } from '#platform/text.ts'
import { type PageIdentity, pageAddress, permalinkPath } from './address.ts'
import {
  bodilessContent,
  type EntryContent,
  entryContents,
  imageElement,
  plainTitle,
  type SizedImage,
} from './content.ts'
import { FEED_LIMIT, type Feed, type FeedEntry, type FeedHead } from './feed.ts'
import { isWebAddress, type PullLinks, pullLinks, type ShownPulls, withoutHidden } from './pull-links.ts'

/** A feed without its entries. */
export interface FoundFeed {
  id: string
  accountId: string
  setId: string | null
  revision: number
  changedAt: Instant
  createdAt: Instant
  accountName: string
  setName: string | null
  language: string
  /** Null: any origin. */
  allowedOrigins: string[] | null
  /** What the address of the hosted page is built from; null while the page is off. */
  page: PageIdentity | null
  /** Under an address with the account's id that is the account's choice, under that of a page the page's. */
  shownPulls: ShownPulls
}

/**
 * Finds a feed in one query. An unknown account, an unknown set and a set of another account all give null in the same way, so that
 * neither the answer nor its timing tells them apart.
 */
export async function findFeed(
  db: Reader,
  publicId: string,
  setId: string | null,
): Promise<FoundFeed | null> {
  const row = await db
    .selectFrom('account')
    .innerJoin('feed', 'feed.account_id', 'account.id')
    .leftJoin('social_set', 'social_set.id', 'feed.set_id')
    .leftJoin('changelog_page as page', join =>
      join.onRef('page.account_id', '=', 'account.id').on('page.is_on', '=', 1),
    )
    .select(['feed.id', 'feed.account_id', 'feed.set_id', 'feed.revision', 'feed.changed_at'])
    .select(['feed.created_at', 'account.name', 'account.language', 'account.allowed_origins'])
    .select(['social_set.name as set_name', 'account.hides_private_pulls'])
    .select(['page.is_on', 'page.name as page_name', 'page.host'])
    .where('account.public_id', '=', publicId)
    .where('feed.set_id', setId === null ? 'is' : '=', setId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    accountId: row.account_id,
    setId: row.set_id,
    revision: row.revision,
    changedAt: row.changed_at,
    createdAt: row.created_at,
    accountName: safeLine(row.name),
    setName: row.set_name === null ? null : safeLine(row.set_name),
    language: row.language,
    allowedOrigins: row.allowed_origins === null ? null : JSON.parse(row.allowed_origins),
    page: row.is_on === null ? null : { publicId, name: row.page_name, host: row.host },
    shownPulls: shownInFeeds(row.hides_private_pulls === 1),
  }
}

/** What feeds under an address with the account's id link to. */
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

interface HeadParts extends Pick<FeedHead, 'updated' | 'address' | 'docs'> {
  baseUrl: string
}

export const headOf = (found: FoundFeed, { baseUrl, ...more }: HeadParts): FeedHead => ({
  id: found.id,
  title: titleOf(found),
  author: found.accountName,
  language: found.language,
  page: found.page && pageAddress(baseUrl, found.page, found.setId),
  ...more,
})

/** The position of an entry in a feed. */
export type FeedPosition = Pick<FeedEntry, 'id' | 'published'>

/** The newest entries of a feed, or those after a position; at most `FEED_LIMIT`. */
export async function feedEntries(
  db: Reader,
  found: FoundFeed,
  { baseUrl, after }: { baseUrl: string; after?: FeedPosition | undefined },
): Promise<FeedEntry[]> {
  const { rows, links, breaking } = await entryRows(db, found, after)
  const page = found.page && pageAddress(baseUrl, found.page)
  const contents = await entryContents(
    rows.map(({ title, body }) => ({ title, body: withoutHidden(body, links) })),
  )
  return contents.flatMap((content, at) => {
    const row = rows[at]
    if (!row) return []
    const entry = feedEntry(row, content, links, { baseUrl, page })
    return [{ ...entry, isBreaking: breaking.has(row.id) }]
  })
}

/** The database rows of a feed's entries and of their pull requests, and which entries are breaking. */
export async function entryRows(db: Reader, found: FoundFeed, after?: FeedPosition) {
  const rows = await publishedEntries(db, found, after)
  const ids = rows.map(row => row.id)
  const links = await pullLinks(db, found.accountId, ids, found.shownPulls)
  return { rows, links, breaking: await breakingEntries(db, ids) }
}

const titleOf = ({ accountName, setName }: FoundFeed): string =>
  setName === null ? `${accountName} changelog` : `${accountName} changelog: ${setName}`

type EntryRow = Awaited<ReturnType<typeof publishedEntries>>[number]

/** Newest publication first; ties are ordered by id. */
function publishedEntries(db: Reader, { accountId, setId }: FoundFeed, after?: FeedPosition) {
  return db
    .selectFrom('entry')
    .leftJoin('image as picture', join =>
      join.onRef('picture.sha256', '=', 'entry.image').onRef('picture.account_id', '=', 'entry.account_id'),
    )
    .select(['id', 'title', 'body', 'kind', 'magnitude', 'primary_pull_request_id', 'language'])
    .select(['published_at', 'updated_at', 'created_at', 'image', 'image_alt', 'page'])
    .select(['picture.media_type', 'picture.width', 'picture.height'])
    .where('entry.account_id', '=', accountId)
    .where('state', '=', 'published')
    .$if(setId !== null, query => query.where('set_id', '=', setId))
    .$if(after !== undefined, query => query.where(build => follows(build, after)))
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(FEED_LIMIT)
    .execute()
}

/** The condition for entries after a position in that order. */
const follows = (build: ExpressionBuilder<Schema, 'entry'>, after: FeedPosition | undefined) => {
  const { published, id } = after ?? { published: 0, id: '' }
  return build.or([
    build('entry.published_at', '<', published),
    build.and([build('entry.published_at', '=', published), build('entry.id', '>', id)]),
  ])
}

function feedEntry(
  row: EntryRow,
  content: EntryContent,
  links: PullLinks,
  { baseUrl, page }: { baseUrl: string; page: string | null },
): Omit<FeedEntry, 'isBreaking'> {
  const pulls = links.of(row.id)
  const primary = pulls.find(pull => pull.pullId === row.primary_pull_request_id)
  const others = pulls.filter(pull => pull !== primary)
  const image = imageIn(row, baseUrl)
  const kind = row.kind
  const original = isWebAddress(row.page) && !links.isHidden(row.page) ? row.page : null
  const url = primary?.url ?? original
  const permalink = page === null ? null : page + permalinkPath(row)
  const { html, text } = content.html === '' ? bodilessContent(kind, permalink ?? url) : content
  return {
    ...{ id: row.id, title: plainTitle(content.title), summary: content.summary },
    html: image === null ? html : `${imageElement(image)}\n${html}`,
    text,
    kind,
    magnitude: row.magnitude,
    permalink,
    url,
    image: image && { url: image.url, alt: image.alt },
    language: row.language,
    pullRequests: [...(primary ? [primary] : []), ...others].map(pull => pull.url),
    published: row.published_at ?? row.created_at,
    updated: row.updated_at,
  }
}

/** Null if the entry has no image. */
function imageIn(row: EntryRow, baseUrl: string): SizedImage | null {
  const { image, media_type: mediaType, width, height } = row
  if (image === null || mediaType === null || width === null || height === null) return null
  return { url: baseUrl + imagePath(image, mediaType), alt: safeLine(row.image_alt ?? ''), width, height }
}

/** A feed with all published entries, for exports. It does not contain its address, which is a secret. */
export interface WholeFeed {
  head: FeedHead
  /** Newest first, read page by page. */
  entries: AsyncIterable<FeedEntry>
}

/** Null if there is no such account. */
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
  let after: FeedPosition | undefined
  for (;;) {
    const page = await feedEntries(db, found, { baseUrl, after })
    yield* page
    after = page.at(-1)
    if (page.length < FEED_LIMIT) return
  }
}
