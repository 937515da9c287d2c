import type { Fixed } from './column.ts'

/** A past merge with what its team's own record says of it. Append-only, one of each merge. */
export interface ExampleTable {
  account_id: Fixed<string>
  repository_id: Fixed<string>
  /** `#12`, or `@` and a commit's hash. */
  pull_key: Fixed<string>
  /** `history`, or `silence` where the record says nothing of it. */
  source: Fixed<string>
  visibility: Fixed<string>
  kind: Fixed<string | null>
  magnitude: Fixed<string | null>
  merged_at: Fixed<number>
  /** JSON: the merge without the record, as far as habits are about it. */
  pull: Fixed<string>
  read_at: Fixed<number>
}

/** That a repository's past was read, whatever was found there. */
export interface HistoryReadingTable {
  repository_id: Fixed<string>
  account_id: Fixed<string>
  read_at: Fixed<number>
}
