import { escapeMarkup } from '#platform/markup/markup.ts'
import type { FeedImage } from './feed.ts'

/** Its size in pixels, so that a page keeps the place for it. */
export interface SizedImage extends FeedImage {
  width: number
  height: number
}

export const imageElement = ({ url, alt, width, height }: SizedImage): string =>
  `<p><img src="${escapeMarkup(url)}" alt="${escapeMarkup(alt)}" width="${width}" height="${height}" /></p>`
