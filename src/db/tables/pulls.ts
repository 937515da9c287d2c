import type { Fixed } from './column.ts'

export interface RepositoryTable {
  id: Fixed<string>
  account_id: Fixed<string>
  host: string
  name: string
  created_at: Fixed<number>
}

export interface PullRequestTable {
  id: Fixed<string>
  account_id: Fixed<string>
  repository_id: Fixed<string>
  /** Null: a commit without a pull request, which `commit_key` then names. */
  number: Fixed<number | null>
  commit_key: Fixed<string | null>
  title: string
  body: string
  author: string | null
  author_is_bot: number
  labels: string
  base_branch: string | null
  merge_commit: string | null
  merged_at: number
  url: string | null
  files: string
  files_changed: number
  additions: number
  deletions: number
  linked_issues: string
  commits: string
  fragments: string
  /** Where the ledger has it; see `entries/ledger.ts`. */
  place: string
  /** The decision in force. */
  decision_id: string | null
  /** What this one says it reverts: a number of the same repository, or the first seven digits of a commit's hash. */
  reverts_number: Fixed<number | null>
  reverts_commit: Fixed<string | null>
  reverted_at: number | null
  promoted_at: number | null
  promoted_by: string | null
  recorded_at: Fixed<number>
  updated_at: number
}

export interface DecisionTable {
  id: Fixed<string>
  account_id: Fixed<string>
  pull_request_id: Fixed<string>
  made_at: Fixed<number>
  /** Who decided: `explicit`, `model`, `language-model` or `person`. */
  layer: Fixed<string>
  version: Fixed<string>
  input_hash: Fixed<string>
  visibility: Fixed<string>
  kind: Fixed<string>
  magnitude: Fixed<string>
  confidence: Fixed<string>
  score: Fixed<number>
  reason: Fixed<string>
  evidence: Fixed<string>
}

export interface PitchTable {
  pull_request_id: Fixed<string>
  account_id: Fixed<string>
  headline: string
  body: string
  writer: string
  written_at: number
}
