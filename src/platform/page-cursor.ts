import { AppError } from './errors.ts'

/** The last row of a page: its sort key and its id. */
export interface CursorPosition {
  at: number
  id: string
}

/** Encodes a position as an opaque cursor. */
export const cursorOf = ({ at, id }: CursorPosition): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** Decodes a cursor. `invalid_parameter` for any other text. */
export function positionFrom(cursor: string): CursorPosition {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Number.isSafeInteger(at) && typeof id === 'string') return { at, id }
  } catch {
    // Reported below.
  }
  throw new AppError('invalid_parameter', 'The cursor is not valid; start with the first page.')
}

/** A LIKE pattern that finds the words anywhere in a lower-case text; wildcards in them are escaped. */
export const searchPattern = (words: string): string => `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
