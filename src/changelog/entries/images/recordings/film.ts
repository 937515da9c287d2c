import { AppError } from '#platform/errors.ts'

/** A recording without the metadata that its recorder wrote about place, time and device. */
export interface Film {
  bytes: Uint8Array
  /** The width in pixels at which the film is shown. */
  width: number
  height: number
}

export const TAKEN = 'a PNG, JPEG, WebP, AVIF, GIF, MP4 or WebM'

/** The error for a file that is no picture or recording, or that cannot be used. */
export const refusedFilm = (detail: string, got = 'a recording'): AppError =>
  new AppError('invalid_parameter', detail, { parameters: [{ name: 'image', got, accepts: TAKEN }] })

export const damaged = (): AppError =>
  refusedFilm('The recording is damaged or has no picture. Export it again as MP4 or WebM and retry.')
