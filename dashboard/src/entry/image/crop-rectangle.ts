/** A part of a picture, in its pixels. */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

interface Point {
  x: number
  y: number
}

/** Smallest side of a part, in pixels. */
const LEAST = 16

/** The largest part with this aspect ratio, in the middle; without an aspect ratio the whole picture. */
export function largest({ width, height }: Size, aspect: number | null): Rectangle {
  const ratio = aspect ?? width / height
  const part = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) }
  return { x: (width - part.width) / 2, y: (height - part.height) / 2, ...part }
}

/** The part after a move within the picture. */
export const moved = (part: Rectangle, by: Point, whole: Size): Rectangle => ({
  ...part,
  x: within(part.x + by.x, whole.width - part.width),
  y: within(part.y + by.y, whole.height - part.height),
})

/** The part between a fixed corner and a dragged one, within the picture. */
export function spanned(corner: Point, to: Point, whole: Size, aspect: number | null): Rectangle {
  const start = { x: within(corner.x, whole.width), y: within(corner.y, whole.height) }
  const [isRight, isDown] = [to.x >= start.x, to.y >= start.y]
  const room = {
    width: isRight ? whole.width - start.x : start.x,
    height: isDown ? whole.height - start.y : start.y,
  }
  const asked = {
    width: Math.max(LEAST, Math.abs(to.x - start.x)),
    height: Math.max(LEAST, Math.abs(to.y - start.y)),
  }
  const width =
    aspect === null
      ? Math.min(asked.width, room.width)
      : Math.min(Math.max(asked.width, asked.height * aspect), room.width, room.height * aspect)
  const height = aspect === null ? Math.min(asked.height, room.height) : width / aspect
  return { x: isRight ? start.x : start.x - width, y: isDown ? start.y : start.y - height, width, height }
}

/** The part after its lower right corner was moved. */
export function sized(part: Rectangle, by: Point, whole: Size, aspect: number | null): Rectangle {
  const width = part.width + (by.x || (aspect === null ? 0 : by.y * aspect))
  const height = aspect === null ? part.height + by.y : width / aspect
  return spanned(part, { x: part.x + width, y: part.y + height }, whole, aspect)
}

/** The rectangle as the server takes it: left, top, width and height as fractions of the whole. */
export const cropText = ({ x, y, width, height }: Rectangle, whole: Size): string =>
  [x / whole.width, y / whole.height, width / whole.width, height / whole.height]
    .map(part => within(part, 1).toFixed(6))
    .join(',')

const within = (value: number, most: number): number => Math.max(0, Math.min(value, most))
