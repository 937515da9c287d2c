import type { ExpressionBuilder } from 'kysely'
import { breakingEntries } from '#changelog/entries/covered-pulls.ts'
import { imagePath } from '#changelog/entries/images/images.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import type { CursorPosition } from '#platform/page-cursor.ts'
import { safeLine } from '#platform/text.ts'
import { type EntryContent, entryContents, type SizedImage } from './content.ts'
import { type PullLinks, pullLinks, type ShownPulls, withoutHidden } from './pull-links.ts'

/** Whose entries: an account's, or those of one of its sets. */
export interface EntryScope {
  accountId: string
  setId: string | null
}

/** What readers see, in feeds and on the page: newest publication first; entries of one moment by id. */
export const publishedEntries = (db: Reader, { accountId, setId }: EntryScope) =>
  db
    .selectFrom('entry')
    .leftJoin('image as picture', join =>
      join.onRef('picture.sha256', '=', 'entry.image').onRef('picture.account_id', '=', 'entry.account_id'),
    )
    .select(['id', 'title', 'body', 'kind', 'magnitude', 'primary_pull_request_id', 'language', 'version'])
    .select(['published_at', 'updated_at', 'created_at', 'image', 'image_alt', 'page'])
    .select(['picture.media_type', 'picture.width', 'picture.height'])
    .where('entry.account_id', '=', accountId)
    .where('state', '=', 'published')
    .$if(setId !== null, query => query.where('set_id', '=', setId))
    .orderBy('published_at', 'desc')
    .orderBy('id')

type EntryRow = Awaited<ReturnType<ReturnType<typeof publishedEntries>['execute']>>[number]

/** The condition for entries after a position in that order. */
export const isOlder = (build: ExpressionBuilder<Schema, 'entry'>, { at, id }: CursorPosition) =>
  build.or([
    build('entry.published_at', '<', at),
    build.and([build('entry.published_at', '=', at), build('entry.id', '>', id)]),
  ])

/** An entry with what is rendered of it and known about it. */
export interface PublishedEntry {
  row: EntryRow
  content: EntryContent
  /** Readers may have to change something. */
  isBreaking: boolean
  /** Its address is a path below the server's. */
  image: SizedImage | null
}

/** What is known of entries beside their rows: the pull requests that may be linked to, and which entries are breaking. */
export async function factsOf(
  db: Reader,
  accountId: string,
  rows: readonly EntryRow[],
  shown: ShownPulls,
): Promise<{ links: PullLinks; breaking: ReadonlySet<string> }> {
  const ids = rows.map(row => row.id)
  return { links: await pullLinks(db, accountId, ids, shown), breaking: await breakingEntries(db, ids) }
}

/** Renders entries. `shown` says which links to pull requests readers get, in the text too. */
export async function renderEntries(
  db: Reader,
  accountId: string,
  rows: readonly EntryRow[],
  shown: ShownPulls,
): Promise<{ entries: PublishedEntry[]; links: PullLinks }> {
  const { links, breaking } = await factsOf(db, accountId, rows, shown)
  const contents = await entryContents(
    rows.map(({ title, body }) => ({ title, body: withoutHidden(body, links) })),
  )
  const entries = contents.flatMap((content, at): PublishedEntry[] => {
    const row = rows[at]
    return row ? [{ row, content, isBreaking: breaking.has(row.id), image: imageOf(row) }] : []
  })
  return { entries, links }
}

function imageOf({
  image,
  media_type: mediaType,
  width,
  height,
  image_alt: alt,
}: EntryRow): SizedImage | null {
  if (image === null || mediaType === null || width === null || height === null) return null
  return { url: imagePath(image, mediaType), alt: safeLine(alt ?? ''), width, height }
}
