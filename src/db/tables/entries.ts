import type { Fixed } from './column.ts'

export interface EntryTable {
  id: Fixed<string>
  account_id: Fixed<string>
  set_id: string | null
  state: string
  title: string
  body: string
  /** The machine's words, kept apart so that a person's are never overwritten. */
  machine_title: string
  machine_body: string
  kind: string
  magnitude: string
  primary_pull_request_id: string
  /** The decision that made it. */
  decision_id: Fixed<string | null>
  author: string | null
  /** Why a person should look at it again: `reverted` when it was published before its revert came. */
  flag: string | null
  queued_for: number | null
  published_at: number | null
  /** Of the content; a change of state alone does not move it. */
  updated_at: number
  created_at: Fixed<number>
}

export interface EntryPullRequestTable {
  entry_id: Fixed<string>
  pull_request_id: Fixed<string>
  account_id: Fixed<string>
  /** 1 while the entry is neither dismissed nor withdrawn: a pull request is in at most one such entry. */
  live: number
}
