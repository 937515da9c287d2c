import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import { isUuid } from '../ids.ts'

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
    if (Number.isSafeInteger(at) && typeof id === 'string' && isUuid(id)) return { at, id }
  } catch {
    // A text that cannot be decoded is reported below.
  }
  throw new AppError('invalid_parameter', 'The cursor is not valid; start with the first page.')
}

/** The condition for rows after a position, of rows that are ordered by the column `at`, newest first, and by the column `id`. */
export const isAfter = (position: CursorPosition, at: string, id: string) => {
  const [time, key] = [sql.ref(at), sql.ref(id)]
  return sql<boolean>`(${time} < ${position.at} or (${time} = ${position.at} and ${key} > ${position.id}))`
}

/** A page of at most `limit` rows, of which one more was read to know whether another page follows; `next` is null on the last. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => CursorPosition,
): { shown: Row[]; next: CursorPosition | null } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { shown, next: last ? positionOf(last) : null }
}
