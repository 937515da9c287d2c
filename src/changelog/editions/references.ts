import type { Entry } from '#changelog/entries/entry.ts'
import type { Reader } from '#platform/db/schema.ts'

/** The edition that an entry belongs to, or the size of an edition, as lists show it. */
interface EditionReference {
  /** The edition that the entry was published with. */
  partOf: { id: string; title: string } | null
  /** How many entries a published edition has; 0 for any other entry. */
  items: number
}

/** For each of these entries, by id, its edition and its size. */
export async function editionReferences(
  db: Reader,
  entries: readonly Entry[],
): Promise<Map<string, EditionReference>> {
  const editionIds = entries.flatMap(entry => (isPart(entry) ? [entry.edition.id] : []))
  const titles = await titlesOf(db, editionIds)
  const editions = entries.filter(({ origin }) => origin === 'edition')
  const sizes = await sizesOf(db, editions)
  return new Map(
    entries.map(entry => {
      const title = isPart(entry) ? titles.get(entry.edition.id) : undefined
      const partOf = entry.edition && title !== undefined ? { id: entry.edition.id, title } : null
      return [entry.id, { partOf, items: sizes.get(entry.id) ?? 0 }]
    }),
  )
}

/** Whether the entry went out with an edition. A draft may be placed in one that has not gone out. */
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
