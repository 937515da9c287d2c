import type { Entry } from '#changelog/entries/entry.ts'
import { imageOf, type StoredImage } from '#changelog/entries/images/images.ts'
import { stillOf } from '#changelog/entries/images/stills.ts'
import type { Reader } from '#platform/db/schema.ts'
import { entryCardPicture } from './cards.ts'

/** The picture beside a link to an entry: for an edition the picture of its first story that has one, otherwise the painted card. */
export async function linkPicture(
  db: Reader,
  entry: Entry,
): Promise<Pick<StoredImage, 'bytes' | 'mediaType'>> {
  const story = entry.origin === 'edition' ? await storyPicture(db, entry) : null
  return story ?? { bytes: await entryCardPicture(db, entry), mediaType: 'image/png' }
}

async function storyPicture(db: Reader, { id, accountId }: Entry): Promise<StoredImage | null> {
  const stories = await db
    .selectFrom('entry')
    .select('image as sha256')
    .where('edition_id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', '=', 'published')
    .where('edition_part', '=', 'story')
    .where('image', 'is not', null)
    .orderBy('edition_position')
    .orderBy('id')
    .execute()
  for (const { sha256 } of stories) {
    const still = sha256 && (await stillOf(db, accountId, { sha256 }))
    if (still) return imageOf(db, accountId, still)
  }
  return null
}
