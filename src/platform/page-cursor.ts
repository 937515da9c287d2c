import { AppError } from './errors.ts'

/** Where a page of a list ended: what the list is ordered by, and the id. */
export interface CursorPosition {
  at: number
  id: string
}

/** For a page to hand back as it is. */
export const cursorOf = ({ at, id }: CursorPosition): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** `invalid_parameter` for a text that no page was given. */
export function positionFrom(cursor: string): CursorPosition {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Number.isSafeInteger(at) && typeof id === 'string') return { at, id }
  } catch {
    // Told below.
  }
  throw new AppError('invalid_parameter', 'That is no page of this list; begin at its first.')
}

/** What a list is searched for, as a pattern: the words anywhere, none of their characters with a meaning of its own. */
export const searchPattern = (words: string): string => `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
