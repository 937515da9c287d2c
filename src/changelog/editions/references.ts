import type { Entry } from '#changelog/entries/entry.ts'
import type { Reader } from '#platform/db/schema.ts'

/** What is shown of the edition that an entry belongs to, or of how many entries an edition has. */
interface EditionReference {
  /** The edition that the entry was published with. */
  partOf: { id: string; title: string } | null
  /** Of an edition that went out: how many entries go with it. Of any other entry 0. */
  items: number
}

/** For each of these entries by id, its edition and its size. */
export async function editionReferences(
  db: Reader,
  entries: readonly Entry[],
): Promise<Map<string, EditionReference>> {
  const titles = await titlesOf(
    db,
    entries.flatMap(entry => (isPart(entry) ? [entry.edition.id] : [])),
  )
  const sizes = await sizesOf(
    db,
    entries.filter(({ origin }) => origin === 'edition'),
  )
  return new Map(
    entries.map(entry => {
      const title = isPart(entry) ? titles.get(entry.edition.id) : undefined
      const partOf = entry.edition && title !== undefined ? { id: entry.edition.id, title } : null
      return [entry.id, { partOf, items: sizes.get(entry.id) ?? 0 }]
    }),
  )
}

/** Drafts are only placed in one. */
const isPart = (entry: Entry): entry is Entry & { edition: NonNullable<Entry['edition']> } =>
  entry.edition !== null && (entry.state === 'published' || entry.state === 'withdrawn')

async function titlesOf(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('entry').select(['id', 'title']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

async function sizesOf(db: Reader, editions: readonly Entry[]): Promise<Map<string, number>> {
  if (editions.length === 0) return new Map()
  const rows = await db
    .selectFrom('entry as item')
    .innerJoin('entry as edition', 'edition.id', 'item.edition_id')
    .select(({ fn }) => ['edition.id', fn.countAll<number>().as('items')])
    .where(
      'edition.id',
      'in',
      editions.map(({ id }) => id),
    )
    .whereRef('item.state', '=', 'edition.state')
    .groupBy('edition.id')
    .execute()
  return new Map(rows.map(({ id, items }) => [id, Number(items)]))
}
