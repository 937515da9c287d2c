import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type PullPicture, picturesIn, saysNothing } from '#pulls/pictures/find-pictures.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { pullsByEntry } from '../covered-pulls.ts'
import type { Entry } from '../entry.ts'
import type { Crop } from './crop.ts'
import { encoded, loadSharp, type Picture, pictureFrom, SIDE_LIMIT, turns } from './picture.ts'
import { mediaFrom, type Recording } from './recordings/recording.ts'

/** Fetches a picture that a pull request of the account names. Throws `AppError` with a message that says why it cannot. */
export type FetchPullPicture = (
  accountId: string,
  pull: Pick<MergedPull, 'host' | 'repo'>,
  address: string,
) => Promise<Uint8Array>

/** The pictures in the descriptions of the entry's pull requests, in merge order. */
export async function offeredPictures(
  db: Reader,
  entry: Entry,
): Promise<{ pull: MergedPull; picture: PullPicture }[]> {
  const ids = (await pullsByEntry(db, [entry.id])).get(entry.id) ?? []
  const pulls = await pullsById(db, ids)
  return ids.flatMap(id => {
    const pull = pulls.get(id)
    return pull ? picturesIn(pull).map(picture => ({ pull, picture })) : []
  })
}

/**
 * Fetches and decodes an offered picture, or a part of it. A pair of pictures (before and after) becomes one
 * picture. Throws `not_found` for a key that is not offered.
 */
export async function fetchOffered(
  db: Reader,
  entry: Entry,
  key: string,
  fetch: FetchPullPicture,
  crop: Crop | null = null,
): Promise<Picture | Recording> {
  const offered = (await offeredPictures(db, entry)).find(({ picture }) => picture.key === key)
  if (!offered)
    throw new AppError(
      'not_found',
      'No description of the entry has that picture any more; load the entry again.',
    )
  const fetched: Uint8Array[] = []
  for (const address of offered.picture.addresses)
    fetched.push(await fetch(entry.accountId, offered.pull, address))
  const [first, second] = fetched
  if (!first) throw new Error('A picture has an address.')
  return second ? bothOf(first, second, entry.accountId, crop) : mediaFrom(first, entry.accountId, crop)
}

async function bothOf(
  before: Uint8Array,
  after: Uint8Array,
  owner: string,
  crop: Crop | null,
): Promise<Picture> {
  const left = await pictureFrom(before, owner)
  const both = await sideBySide(left, await pictureFrom(after, owner), owner)
  return crop ? pictureFrom(both.bytes, owner, crop) : both
}

/** Throws `invalid_parameter` for an alternative text that describes nothing, such as the name of a file. */
export function requireDescription(alt: string): void {
  if (!saysNothing(alt)) return
  const accepts = 'what the picture shows, in words; not empty and not the name of a file'
  throw new AppError('invalid_parameter', `The alternative text is ${accepts}.`, {
    parameters: [{ name: 'alt', got: alt.trim() === '' ? 'nothing' : 'no description', accepts }],
  })
}

/** The gap between the two pictures, in pixels. */
const GAP = 8

/**
 * Joins two pictures into one, side by side at the height of the lower one, with a thin gap between them.
 * `owner` is the account whose turn it takes, as in `pictureFrom`.
 */
export const sideBySide = (left: Picture, right: Picture, owner: string): Promise<Picture> =>
  turns.run(owner, async () => {
    const sharp = await loadSharp()
    const height = heightOf(left, right)
    const scaled = await Promise.all(
      [left, right].map(({ bytes }) =>
        sharp(bytes).resize({ height }).png().toBuffer({ resolveWithObject: true }),
      ),
    )
    const widths = scaled.map(({ info }) => info.width)
    const isPhoto = [left, right].every(({ mediaType }) => mediaType === 'image/jpeg')
    const background = { r: 255, g: 255, b: 255, alpha: isPhoto ? 1 : 0 }
    const width = (widths[0] ?? 0) + GAP + (widths[1] ?? 0)
    const both = sharp({ create: { width, height, channels: 4, background } }).composite(
      scaled.map(({ data }, at) => ({ input: data, top: 0, left: at === 0 ? 0 : width - (widths[1] ?? 0) })),
    )
    return encoded(both, isPhoto)
  })

/** The height of the lower picture, or less if the two would be too wide together. */
function heightOf(left: Picture, right: Picture): number {
  const lower = Math.min(left.height, right.height)
  const width = lower * (left.width / left.height + right.width / right.height)
  return Math.max(1, Math.floor(lower * Math.min(1, (SIDE_LIMIT - GAP - 1) / width)))
}
