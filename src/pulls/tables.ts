import type { Generated } from 'kysely'
import type { Fixed } from '#platform/db/schema.ts'
import type { AnnounceOn } from '#pulls/repositories.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    repository: {
      id: Fixed<string>
      account_id: Fixed<string>
      host: string
      /** `owner/name`; follows the host when it is renamed or transferred. */
      name: string
      /** The host's permanent id, once it is known. */
      external_id: string | null
      /** When its drafts may be told: `merge`, or the first `release` or `tag` that holds them. */
      announce_on: Generated<AnnounceOn>
      /** JSON lists of globs: which merges belong to the account. */
      include_paths: Generated<string>
      exclude_paths: Generated<string>
      /** JSON list of {glob, set}: which set drafts are filed under. */
      set_rules: Generated<string>
      /** 1 or 0 as its host says; null: not known, which counts as private. */
      is_public: number | null
      /** JSON list of {path, text}: how its team configured its release notes; null: not known, or not at all. */
      release_config: string | null
      /** Which local repository without a remote it is: `commit:` and its first commit, or `path:` and its folder; null: not known. */
      local_id: string | null
      /** The default branch as the host last named it; null: not known, and every branch counts as released. */
      default_branch: string | null
      /** What it says of itself, in a line: its description on its host, or the beginning of its README; null: not known. */
      about: string | null
      /** When examples were first taken from its past, whatever was found there. */
      history_read_at: number | null
      created_at: Fixed<number>
    }
    pull_request: {
      id: Fixed<string>
      account_id: Fixed<string>
      repository_id: Fixed<string>
      /** Null: a commit without a pull request, which `commit_key` then names. */
      number: number | null
      commit_key: string | null
      title: string
      body: string
      author: string | null
      author_is_bot: number
      labels: string
      base_branch: string | null
      /** The branch of the same repository that was merged; null for one of a fork, and where it is not known. */
      head_branch: string | null
      /** 1: merged into a branch that is not released, and that was not merged into one since. */
      waits_for_merge: Generated<number>
      merge_commit: string | null
      merged_at: number
      /** Of a commit that belongs to no pull request: when its author made it, which rewriting a history does not change. */
      authored_at: number | null
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
      /** Why its text could not be processed; null where it could be. */
      classification_error: string | null
      /** Since when it waits for a person to classify it, because it could not be processed. */
      classification_failed_at: number | null
      /** The decision in force. */
      decision_id: string | null
      /** What this one says it reverts, of several the first: a number of the same repository (0: only a title), or the first seven digits of a hash. */
      reverts_number: number | null
      reverts_commit: string | null
      reverted_at: number | null
      /** When a release first held it, for repositories that are told on release. */
      shipped_at: number | null
      /** The tag of that release. */
      shipped_in: string | null
      /** Up to which of its repository's shipments it was looked for, by `shipment.seq`. */
      shipments_checked: Generated<number>
      /** When the host last saw a change of it, so that news that comes late is known for old. */
      host_changed_at: number | null
      promoted_at: number | null
      promoted_by: string | null
      recorded_at: Fixed<number>
      updated_at: number
    }
    /** What the code host said of an issue that a pull request closes. */
    issue_title: {
      repository_id: Fixed<string>
      number: Fixed<number>
      /** Null: there is no such issue that may be told of. */
      title: Fixed<string | null>
      read_at: Fixed<number>
    }
    /** A release or tag that the host listed. */
    shipment: {
      repository_id: Fixed<string>
      /** `release` or `tag`. */
      kind: Fixed<string>
      tag: Fixed<string>
      commit_hash: Fixed<string>
      /** The number of the shipment in the order in which the repository's became known, from 1. */
      seq: Fixed<number>
    }
  }
}
