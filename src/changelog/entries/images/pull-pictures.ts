import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type PullPicture, picturesIn, saysNothing } from '#pulls/pictures/find-pictures.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { pullsByEntry } from '../covered-pulls.ts'
import type { Entry } from '../entry.ts'
import type { Crop } from './crop.ts'
import type { Picture } from './picture.ts'
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

/** Fetches and decodes an offered picture, or a part of it. Throws `not_found` for a key that is not offered. */
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
  const media = await fetch(entry.accountId, offered.pull, offered.picture.address)
  return mediaFrom(media, entry.accountId, crop)
}

/** Throws `invalid_parameter` for an alternative text that describes nothing, such as the name of a file. */
export function requireDescription(alt: string): void {
  if (!saysNothing(alt)) return
  const accepts = 'what the picture shows, in words; not empty and not the name of a file'
  throw new AppError('invalid_parameter', `The alternative text is ${accepts}.`, {
    parameters: [{ name: 'alt', got: alt.trim() === '' ? 'nothing' : 'no description', accepts }],
  })
}
