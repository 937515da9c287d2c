import type { ColumnType, Kysely, Transaction } from 'kysely'

/**
 * The tables. Times are integer milliseconds, ids are UUIDs as text, yes/no is 1/0, lists are JSON as text: the same on both
 * engines, so that one query serves both. What a column promises stands with the type that it is read into.
 */
export interface Schema {
  account: AccountTable
  social_set: SocialSetTable
  feed: FeedTable
  repository: RepositoryTable
  pull_request: PullRequestTable
  decision: DecisionTable
  pitch: PitchTable
  entry: EntryTable
  entry_pull_request: EntryPullRequestTable
  activity: ActivityTable
  language_model_usage: LanguageModelUsageTable
  language_model_hold: LanguageModelHoldTable
  language_model_answer: LanguageModelAnswerTable
}

/** For reading. On SQLite it refuses to write. */
export type Reader = Kysely<Schema>

/** For reading and writing, inside one transaction. */
export type Tx = Transaction<Schema>

/** Written once, never updated. */
type Fixed<T> = ColumnType<T, T, never>

interface AccountTable {
  id: Fixed<string>
  /** The `account_id` of addresses and the command line; rotates. */
  public_id: string
  name: string
  /** JSON list of origins that may read the feeds from a browser; null: any. */
  allowed_origins: string | null
  /** BCP 47 tag of the language that the entries are written in. */
  language: string
  created_at: Fixed<number>
}

interface SocialSetTable {
  id: Fixed<string>
  account_id: Fixed<string>
  name: string
  created_at: Fixed<number>
}

interface FeedTable {
  /** The feed's own permanent id, not part of any address. */
  id: Fixed<string>
  account_id: Fixed<string>
  /** Null: the account-wide feed. */
  set_id: Fixed<string | null>
  /** Raised by whatever changes the feed, in the same transaction. */
  revision: number
  /** When that was; never goes back, also when the clock does. */
  changed_at: number
  created_at: Fixed<number>
}

interface RepositoryTable {
  id: Fixed<string>
  account_id: Fixed<string>
  host: string
  name: string
  created_at: Fixed<number>
}

interface PullRequestTable {
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

interface DecisionTable {
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

interface PitchTable {
  pull_request_id: Fixed<string>
  account_id: Fixed<string>
  headline: string
  body: string
  writer: string
  written_at: number
}

interface EntryTable {
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

interface EntryPullRequestTable {
  entry_id: Fixed<string>
  pull_request_id: Fixed<string>
  account_id: Fixed<string>
  /** 1 while the entry is neither dismissed nor withdrawn: a pull request is in at most one such entry. */
  live: number
}

interface ActivityTable {
  id: Fixed<string>
  account_id: Fixed<string>
  at: Fixed<number>
  actor: Fixed<string>
  action: Fixed<string>
  subject: Fixed<string>
  before: Fixed<string | null>
  after: Fixed<string | null>
}

/** What an account's calls of a model came to in a month. */
interface LanguageModelUsageTable {
  account_id: Fixed<string>
  /** `2026-03`, in UTC. */
  month: Fixed<string>
  /** `provider/model`. */
  model: Fixed<string>
  calls: number
  input_tokens: number
  output_tokens: number
  /** 0 for a model whose price is not known. */
  micro_dollars: number
}

/** What a call under way may use up; counts as spent until the call is settled. */
interface LanguageModelHoldTable {
  id: Fixed<string>
  account_id: Fixed<string>
  month: Fixed<string>
  tokens: Fixed<number>
  micro_dollars: Fixed<number>
  held_until: Fixed<number>
}

interface LanguageModelAnswerTable {
  account_id: Fixed<string>
  /** SHA-256 (hex) of all that was asked, and of whom. */
  question: Fixed<string>
  answer: Fixed<string>
  answered_at: Fixed<number>
}
