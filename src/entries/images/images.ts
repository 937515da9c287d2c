import { createHash } from 'node:crypto'
import { recordActivity } from '#accounts/activity.ts'
import type { Reader, Tx } from '#db/schema.ts'
import { AppError } from '#kit/app-error.ts'
import type { Mover } from '../mover.ts'
import type { Picture } from './picture.ts'

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg' }

/** Below the public address; the same bytes have the same one for ever. */
export const imagePath = (sha256: string, mediaType: string): string =>
  `/images/${sha256}.${EXTENSIONS[mediaType]}`

/** A kept image. */
export interface StoredImage {
  sha256: string
  mediaType: string
  bytes: Uint8Array
}

/** Keeps the picture for the account; the same one twice is kept once. Gives its SHA-256. */
export async function keepImage(
  tx: Tx,
  { clock, ids, actor }: Mover,
  accountId: string,
  { mediaType, bytes, width, height }: Picture,
): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('image')
    .values({
      sha256,
      account_id: accountId,
      media_type: mediaType,
      width,
      height,
      size: bytes.length,
      uploaded_at: clock.now(),
      uploaded_by: actor,
      bytes,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n)
    await recordActivity(tx, clock, ids, {
      accountId,
      actor,
      action: 'uploaded an image',
      subject: sha256,
      after: { mediaType, width, height, size: bytes.length },
    })
  return sha256
}

/** `not_found` unless the account itself uploaded it: knowing an image's address does not make it one's own. */
export async function requireImage(db: Reader, accountId: string, sha256: string): Promise<void> {
  const row = await db
    .selectFrom('image')
    .select('sha256')
    .where('sha256', '=', sha256)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'No image of this account has that address; upload it first.')
}

/** An image of the account, for its own people: also of entries that are not published. */
export async function imageOf(db: Reader, accountId: string, sha256: string): Promise<StoredImage | null> {
  const row = await db
    .selectFrom('image')
    .select(['sha256', 'media_type', 'bytes'])
    .where('sha256', '=', sha256)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? { sha256, mediaType: row.media_type, bytes: row.bytes } : null
}

/** For anyone: only while a published entry shows it. */
export async function publishedImage(db: Reader, sha256: string): Promise<StoredImage | null> {
  const row = await db
    .selectFrom('entry')
    .innerJoin('image', join =>
      join.onRef('image.sha256', '=', 'entry.image').onRef('image.account_id', '=', 'entry.account_id'),
    )
    .select(['image.media_type', 'image.bytes'])
    .where('entry.image', '=', sha256)
    .where('entry.state', '=', 'published')
    .limit(1)
    .executeTakeFirst()
  return row ? { sha256, mediaType: row.media_type, bytes: row.bytes } : null
}
