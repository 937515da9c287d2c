import { createHash } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Picture } from './picture.ts'
import type { Recording } from './recordings/recording.ts'

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

/** The path of an image below the public address. It depends only on the bytes, so it can be cached for ever. */
export const imagePath = (sha256: string, mediaType: string): string =>
  `/images/${sha256}.${EXTENSIONS[mediaType]}`

/** An image as it is served. */
export interface StoredImage {
  sha256: string
  mediaType: string
  bytes: Uint8Array
}

/** Total size of an account's images, in bytes. */
export const ACCOUNT_LIMIT = 512 * 1024 * 1024

/**
 * Stores a picture or recording once for the account and returns its SHA-256. `poster` is the SHA-256 of another image of the account, for
 * a recording whose first frame the server cannot read. Throws `too_large` if the account's storage is used up.
 */
export async function storeImage(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  media: Picture | Recording,
  given: string | null = null,
): Promise<string> {
  const { clock, ids, actor } = context
  const { mediaType, bytes, width, height } = media
  const own = 'poster' in media ? media.poster : null
  const poster = own ? await storeImage(tx, context, accountId, own) : given
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (await markUsed(tx, accountId, sha256)) {
    if (poster) await setPoster(tx, accountId, sha256, poster)
    return sha256
  }
  await requireRoom(tx, accountId, bytes.length)
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
      poster,
      bytes,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n)
    await recordActivity(tx, { clock, ids, actor }, 'uploaded an image', {
      accountId,
      subject: sha256,
      after: { mediaType, width, height, size: bytes.length },
    })
  return sha256
}

const setPoster = (tx: Tx, accountId: string, sha256: string, poster: string) =>
  tx
    .updateTable('image')
    .set({ poster })
    .where('sha256', '=', sha256)
    .where('account_id', '=', accountId)
    .execute()

async function requireRoom(tx: Tx, accountId: string, size: number): Promise<void> {
  const { used } = await tx
    .selectFrom('image')
    .select(build => build.fn.sum<number | null>('size').as('used'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (Number(used ?? 0) + size > ACCOUNT_LIMIT)
    throw new AppError(
      'too_large',
      `The images of an account may take ${ACCOUNT_LIMIT / 1024 / 1024} MiB altogether. Unused images are deleted after 30 days.`,
    )
}

/** Returns whether the account has the image, and protects it from pruning, even a concurrent one. */
export async function markUsed(tx: Tx, accountId: string, sha256: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('image')
    .set({ unused_since: null })
    .where('sha256', '=', sha256)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Throws `not_found` unless the account itself uploaded the image: to know its address is not enough. */
export async function requireImage(tx: Tx, accountId: string, sha256: string): Promise<void> {
  if (!(await markUsed(tx, accountId, sha256)))
    throw new AppError('not_found', 'No image of this account has that address; upload it first.')
}

/** An image of the account for its members, published or not. */
export async function imageOf(db: Reader, accountId: string, sha256: string): Promise<StoredImage | null> {
  const row = await db
    .selectFrom('image')
    .select(['sha256', 'media_type', 'bytes'])
    .where('sha256', '=', sha256)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? { sha256, mediaType: row.media_type, bytes: row.bytes } : null
}

/** An image for the public: only while a published entry, as the poster of a recording too, or an enabled changelog page shows it. */
export async function publishedImage(db: Reader, sha256: string): Promise<StoredImage | null> {
  const row = await publicOnes(db, sha256).select(['media_type', 'bytes']).executeTakeFirst()
  return row ? { sha256, mediaType: row.media_type, bytes: row.bytes } : null
}

/** Whether `publishedImage` finds the image, without reading its bytes. */
export const isPublishedImage = async (db: Reader, sha256: string): Promise<boolean> =>
  (await publicOnes(db, sha256).select('sha256').executeTakeFirst()) !== undefined

const publicOnes = (db: Reader, sha256: string) =>
  db.selectFrom('image').where('sha256', '=', sha256).where(isPublic).limit(1)

const isPublic = ({ exists, or, selectFrom }: ExpressionBuilder<Schema, 'image'>) =>
  or([
    exists(
      selectFrom('entry')
        .select('entry.id')
        .whereRef('entry.image', '=', 'image.sha256')
        .whereRef('entry.account_id', '=', 'image.account_id')
        .where('entry.state', '=', 'published'),
    ),
    exists(
      selectFrom('entry')
        .innerJoin('image as recording', join =>
          join
            .onRef('recording.sha256', '=', 'entry.image')
            .onRef('recording.account_id', '=', 'entry.account_id'),
        )
        .select('entry.id')
        .whereRef('recording.poster', '=', 'image.sha256')
        .whereRef('recording.account_id', '=', 'image.account_id')
        .where('entry.state', '=', 'published'),
    ),
    exists(
      selectFrom('changelog_page')
        .select('logo')
        .whereRef('changelog_page.logo', '=', 'image.sha256')
        .whereRef('changelog_page.account_id', '=', 'image.account_id')
        .where('is_on', '=', 1),
    ),
  ])

/** Whether a queued, published or withdrawn entry of the account shows a picture or recording. */
export async function hasShownPicture(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('image')
    .innerJoin('entry', join =>
      join.onRef('entry.image', '=', 'image.sha256').onRef('entry.account_id', '=', 'image.account_id'),
    )
    .select('entry.id')
    .where('image.account_id', '=', accountId)
    .where('entry.state', 'in', ['queued', 'published', 'withdrawn'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How long an unused image is kept, so that an edit can be undone. */
const KEPT_MS = 30 * DAY_MS

/** Marks images that no entry, recording or changelog page uses, and deletes those that have been unused for 30 days. */
export async function pruneImages(tx: Tx, now: Instant): Promise<void> {
  await tx
    .updateTable('image')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where(build => build.not(isUsed(build)))
    .execute()
  await tx
    .updateTable('image')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where(isUsed)
    .execute()
  await tx
    .deleteFrom('image')
    .where('unused_since', '<', now - KEPT_MS)
    .execute()
}

const isUsed = ({ or, exists, selectFrom }: ExpressionBuilder<Schema, 'image'>) =>
  or([
    exists(selectFrom('entry').select('entry.id').where(isShown)),
    exists(selectFrom('changelog_page').select('logo').where(isLogo)),
    exists(selectFrom('image as recording').select('recording.sha256').where(isPoster)),
  ])

const isShown = sql<boolean>`entry.image = image.sha256 and entry.account_id = image.account_id`

const isLogo = sql<boolean>`changelog_page.logo = image.sha256 and changelog_page.account_id = image.account_id`

const isPoster = sql<boolean>`recording.poster = image.sha256 and recording.account_id = image.account_id`
