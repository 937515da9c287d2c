import type { Reader } from '#platform/db/schema.ts'

/** A stored recording. */
interface StoredRecording {
  mediaType: string
  width: number
  height: number
  /** The SHA-256 of its first frame as an image of the account; null without one. */
  poster: string | null
}

/** The recording that is stored as this image of the account; null for a picture. */
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

/** What is shown where nothing plays: the picture itself, or the poster of a recording. Null without either. */
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
