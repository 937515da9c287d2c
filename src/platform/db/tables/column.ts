import type { ColumnType } from 'kysely'

/** Written once, never updated. */
export type Fixed<T> = ColumnType<T, T, never>
