/**
 * Stands before the text of a query that is asked so often, and takes so long to plan, that PostgreSQL is to keep its plan. Such a
 * query names its columns. On SQLite it is a comment: there each plan is kept.
 */
export const PREPARED = '/* prepared */ '
