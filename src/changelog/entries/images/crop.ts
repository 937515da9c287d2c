import { AppError } from '#platform/errors.ts'

/** The part of a picture that is kept, in fractions of its width and height. */
export interface Crop {
  x: number
  y: number
  width: number
  height: number
}

const ACCEPTED =
  'four fractions between 0 and 1 inside the picture: left, top, width and height, as in 0.1,0,0.5,1'
const FRACTION = /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/
/** How far a part may extend beyond the picture because of rounding. */
const ROUNDED = 0.001

/** Parses `left,top,width,height`, fractions between 0 and 1. Throws `invalid_parameter`. */
export function cropFrom(text: string): Crop {
  const parts = text.split(',')
  const [x = 0, y = 0, width = 0, height = 0] = parts.map(Number)
  const isCrop =
    parts.length === 4 &&
    parts.every(part => FRACTION.test(part)) &&
    Math.min(width, height) > 0 &&
    Math.max(x + width, y + height) <= 1 + ROUNDED
  if (isCrop) return { x, y, width, height }
  throw new AppError('invalid_parameter', `A crop is ${ACCEPTED}.`, {
    parameters: [{ name: 'crop', got: text.slice(0, 100), accepts: ACCEPTED }],
  })
}
