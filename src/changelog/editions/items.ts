import type { Entry } from '#changelog/entries/entry.ts'
import { entryFrom } from '#changelog/entries/store.ts'
import type { Reader } from '#platform/db/schema.ts'

/** The entries that were published with an edition, in reading order. */
export async function itemsIn(
  db: Reader,
  editionId: string,
  state: 'published' | 'withdrawn',
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('entry')
    .selectAll()
    .where('edition_id', '=', editionId)
    .where('state', '=', state)
    .orderBy('edition_position')
    .orderBy('id')
    .execute()
  return rows.map(entryFrom)
}
