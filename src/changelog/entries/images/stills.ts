import type { Reader } from '#platform/db/schema.ts'

/** A recording as it is stored. */
interface StoredRecording {
  mediaType: string
  width: number
  height: number
  /** The SHA-256 of its first frame, an image of the account; null without one. */
  poster: string | null
}

/** The recording that is stored under this image's hash; null for a picture. */
export async function recordingOf(
  db: Reader,
  accountId: string,
  sha256: string,
): Promise<StoredRecording | null> {
  const row = await db
    .selectFrom('image')
    .select(['media_type', 'width', 'height', 'poster'])
    .where('sha256', '=', sha256)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row || !isRecording(row.media_type)) return null
  return { mediaType: row.media_type, width: row.width, height: row.height, poster: row.poster }
}

/** The picture to show where nothing can play: the picture itself, or the poster of a recording. Null without either. */
export async function stillOf(
  db: Reader,
  accountId: string,
  image: { sha256: string } | null,
): Promise<string | null> {
  if (image === null) return null
  const recording = await recordingOf(db, accountId, image.sha256)
  return recording ? recording.poster : image.sha256
}

export const isRecording = (mediaType: string): boolean =>
  mediaType.startsWith('video/') || mediaType === 'image/gif'
