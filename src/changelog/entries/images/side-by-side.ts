import { encoded, loadSharp, type Picture, SIDE_LIMIT, turns } from './picture.ts'

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
