import type { Fixed } from './column.ts'

/**
 * One row for each pull request that is a highlight, ready to be answered: kept in line by `entries/highlights.ts`, so that a
 * question reads one short row for each highlight and none of those that it follows from.
 */
export interface HighlightTable {
  pull_request_id: Fixed<string>
  account_id: Fixed<string>
  repository_id: Fixed<string>
  kind: string
  magnitude: string
  /** `-merged_at`: with it the order "newest first, ties by id" ascends in both columns, and an index can be entered at any row. */
  newest_first: number
  /** What is answered but for the id and the repository's name: a JSON object, in text. */
  content: string
}
