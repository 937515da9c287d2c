import { type ExpressionBuilder, sql } from 'kysely'
import { breakingEntries } from '#changelog/entries/covered-pulls.ts'
import { imagePath } from '#changelog/entries/images/images.ts'
import { isRecording } from '#changelog/entries/images/stills.ts'
import type { Translation } from '#changelog/translations/translations.ts'
import type { CursorPosition } from '#platform/db/page-cursor.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import { safeLine } from '#platform/text.ts'
import { type EntryContent, entryContents, type SizedImage, type SizedRecording } from './content.ts'
import {
  type PullLinks,
  pullLinks,
  type ShownPulls,
  titleWithoutHidden,
  withoutHidden,
} from './pull-links.ts'

/** Selects the published entries of an account or of one of its sets. */
interface EntryScope {
  accountId: string
  setId: string | null
  /** The translation to read; null for the team's own words. Entries without this translation come in those words too. */
  translation?: Translation | null
}

/**
 * Whether editions, their entries or both are listed. A set's entries are always listed by themselves, because editions belong to no set.
 */
export type Listing = 'editions' | 'items' | 'both'

/** The title of an entry of `publishedEntries`: translated if a translation is asked for and exists. */
export const TITLE = sql<string>`coalesce(told.title, entry.title)`
/** When the title or body of an entry of `publishedEntries` last changed, in the language that is asked for. */
export const UPDATED_AT = sql<number>`case when told.updated_at > entry.updated_at then told.updated_at else entry.updated_at end`
const BODY = sql<string>`coalesce(told.body, entry.body)`

/** The entries that readers see in feeds and on the page, newest publication first; entries of the same moment are ordered by id. */
export const publishedEntries = (
  db: Reader,
  { accountId, setId, translation = null }: EntryScope,
  listing: Listing = 'editions',
) =>
  db
    .selectFrom('entry')
    .leftJoin('entry_translation as told', join =>
      join.onRef('told.entry_id', '=', 'entry.id').on('told.language', '=', translation?.to ?? ''),
    )
    .leftJoin('image as picture', join =>
      join.onRef('picture.sha256', '=', 'entry.image').onRef('picture.account_id', '=', 'entry.account_id'),
    )
    .leftJoin('image as poster', join =>
      join
        .onRef('poster.sha256', '=', 'picture.poster')
        .onRef('poster.account_id', '=', 'picture.account_id'),
    )
    .select(['id', 'kind', 'magnitude', 'primary_pull_request_id', 'told.by_machine'])
    .select(['published_at', 'created_at', 'image', 'image_alt', 'page'])
    .select(build => [
      TITLE.as('title'),
      BODY.as('body'),
      build.fn
        .coalesce('told.language', 'entry.language', build.val(translation?.from ?? null))
        .as('language'),
      sql<number>`entry.version + coalesce(told.version, 0)`.as('version'),
      UPDATED_AT.as('updated_at'),
    ])
    .select(['origin', 'edition_id', 'edition_part'])
    .select(['picture.media_type', 'picture.width', 'picture.height', 'picture.size'])
    .select(['poster.sha256 as poster', 'poster.media_type as poster_type'])
    .select(['poster.width as poster_width', 'poster.height as poster_height'])
    .where('entry.account_id', '=', accountId)
    .where('state', '=', 'published')
    .$if(setId !== null, query => query.where('set_id', '=', setId))
    .$if(setId === null && listing === 'editions', query => query.where('edition_id', 'is', null))
    .$if(listing === 'items', query => query.where('origin', '<>', 'edition'))
    .orderBy('published_at', 'desc')
    .orderBy('id')

type EntryRow = Awaited<ReturnType<ReturnType<typeof publishedEntries>['execute']>>[number]

/** A condition: the entry comes after this position in the order of `publishedEntries`. */
export const isOlder = (build: ExpressionBuilder<Schema, 'entry'>, { at, id }: CursorPosition) =>
  build.or([
    build('entry.published_at', '<', at),
    build.and([build('entry.published_at', '=', at), build('entry.id', '>', id)]),
  ])

/** An entry with its rendered content and related facts. */
export interface RenderedEntry {
  row: EntryRow
  content: EntryContent
  /** The body in Markdown, as the team wrote it, without addresses that readers must not see. */
  markdown: string
  /** Readers may have to change something. */
  isBreaking: boolean
  /** The entry's picture, or the first frame of its recording. Its address is a path below the server's public address. */
  image: SizedImage | null
  recording: SizedRecording | null
  /** The entries of an edition, in reading order; empty for any other entry. */
  items: PublishedItem[]
}

/** An entry of an edition: told in full, or in a line. */
export interface PublishedItem extends RenderedEntry {
  isStory: boolean
}

/** The facts about entries that are not in their rows: the pull requests that may be linked to, and which entries are breaking. */
export async function factsOf(
  db: Reader,
  accountId: string,
  rows: readonly EntryRow[],
  shown: ShownPulls,
): Promise<{ links: PullLinks; breaking: ReadonlySet<string> }> {
  const ids = rows.map(row => row.id)
  return { links: await pullLinks(db, accountId, ids, shown), breaking: await breakingEntries(db, ids) }
}

/**
 * Renders entries; an edition with its entries, in the same language. `shown` decides which links to pull
 * requests readers get, in the text too.
 */
export async function renderEntries(
  db: Reader,
  { accountId, translation }: Pick<EntryScope, 'accountId' | 'translation'>,
  listed: readonly EntryRow[],
  shown: ShownPulls,
): Promise<{ entries: RenderedEntry[]; links: PullLinks }> {
  const editions = listed.flatMap(({ id, origin }) => (origin === 'edition' ? [id] : []))
  const inEditions =
    editions.length === 0 ? [] : await itemsOfEditions(db, { accountId, translation }, editions).execute()
  const rows = [...listed, ...inEditions]
  const { links, breaking } = await factsOf(db, accountId, rows, shown)
  const told = rows.map(({ title, body }) => ({
    title: titleWithoutHidden(title, links),
    body: withoutHidden(body, links),
  }))
  const contents = await entryContents(told)
  const rendered = contents.flatMap((content, at): RenderedEntry[] => {
    const [found, words] = [rows[at], told[at]]
    if (!found || !words) return []
    const [row, markdown] = [{ ...found, title: words.title }, words.body]
    return [{ row, content, markdown, isBreaking: breaking.has(row.id), ...mediaOf(row), items: [] }]
  })
  const items = Map.groupBy(rendered.slice(listed.length), ({ row }) => row.edition_id)
  const entries = rendered
    .slice(0, listed.length)
    .map(entry => (entry.row.origin === 'edition' ? withItems(entry, items.get(entry.row.id) ?? []) : entry))
  return { entries, links }
}

/** The entries of these editions, in reading order. */
export const itemsOfEditions = (
  db: Reader,
  { accountId, translation = null }: Pick<EntryScope, 'accountId' | 'translation'>,
  editions: readonly string[],
) =>
  publishedEntries(db, { accountId, translation, setId: null }, 'items')
    .where('entry.edition_id', 'in', editions)
    .clearOrderBy()
    .orderBy('edition_position')
    .orderBy('id')

/** Readers see a change of an edition's entries as a change of the edition. */
const withItems = (edition: RenderedEntry, items: readonly RenderedEntry[]): RenderedEntry => ({
  ...edition,
  row: {
    ...edition.row,
    updated_at: Math.max(edition.row.updated_at, ...items.map(one => one.row.updated_at)),
  },
  isBreaking: items.some(one => one.isBreaking),
  items: items.map(one => ({ ...one, isStory: one.row.edition_part === 'story' })),
})

/** The picture of an entry, and its recording where it has one. */
function mediaOf(row: EntryRow): Pick<RenderedEntry, 'image' | 'recording'> {
  const { image, media_type: mediaType, width, height, size, poster, poster_type: posterType } = row
  const { poster_width: posterWidth, poster_height: posterHeight } = row
  const alt = safeLine(row.image_alt ?? '')
  if (image === null || mediaType === null || width === null || height === null || size === null)
    return { image: null, recording: null }
  const shown = { url: imagePath(image, mediaType), alt, width, height }
  if (!isRecording(mediaType)) return { image: shown, recording: null }
  const still =
    poster === null || posterType === null || posterWidth === null || posterHeight === null
      ? null
      : { url: imagePath(poster, posterType), alt, width: posterWidth, height: posterHeight }
  return { image: still, recording: { ...shown, mediaType, size } }
}
