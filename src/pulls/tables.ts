import type { Generated } from 'kysely'
import type { Fixed } from '#platform/db/schema.ts'
import type { AnnounceOn } from './repositories/repositories.ts'

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
      /** When its drafts may be announced: on `merge`, or with the first `release` or `tag` that contains them. */
      announce_on: Generated<AnnounceOn>
      /** JSON lists of globs that decide which merges belong to the account. */
      include_paths: Generated<string>
      exclude_paths: Generated<string>
      /** A JSON list of {glob, set} that decides which set drafts are filed under. */
      set_rules: Generated<string>
      /** 1 or 0 as its host says; null if unknown, which counts as private. */
      is_public: number | null
      /** A JSON list of {path, text} with the configuration of its release notes; null if it is unknown or there is none. */
      release_config: string | null
      /**
       * The identity of a local repository without a remote: `commit:` and its first commit, or `path:` and its folder; null if unknown.
       */
      local_id: string | null
      /** The default branch as the host last named it; null if unknown, and then every branch counts as released. */
      default_branch: string | null
      /** The repository's description in one line, from its host or from the beginning of its README; null if unknown. */
      about: string | null
      /** When examples were first read from its past, whether any were found or not. */
      history_read_at: number | null
      created_at: Fixed<number>
    }
    pull_request: {
      id: Fixed<string>
      account_id: Fixed<string>
      repository_id: Fixed<string>
      /** Null for a commit without a pull request, which `commit_key` then identifies. */
      number: number | null
      commit_key: string | null
      title: string
      body: string
      author: string | null
      author_is_bot: number
      labels: string
      base_branch: string | null
      /** The branch of the same repository that was merged; null for a branch of a fork, and if it is unknown. */
      head_branch: string | null
      /** 1 if it was merged into a branch that is not released and has not been merged into a released one since. */
      waits_for_merge: Generated<number>
      merge_commit: string | null
      merged_at: number
      /** When the author made the commit, for a commit that belongs to no pull request. Rewriting a history does not change this. */
      authored_at: number | null
      url: string | null
      files: string
      files_changed: number
      additions: number
      deletions: number
      linked_issues: string
      commits: string
      fragments: string
      /** Its place in the ledger; see `changelog/ledger/places.ts`. */
      place: string
      /** Why its text could not be processed; null if it could. */
      classification_error: string | null
      /** When it began to wait for a person to classify it, because it could not be processed. */
      classification_failed_at: number | null
      /** The decision that is in force. */
      decision_id: string | null
      /**
       * The first target that it says it reverts: a number of the same repository (0 if it only has a title),
       * or the first seven digits of a hash.
       */
      reverts_number: number | null
      reverts_commit: string | null
      reverted_at: number | null
      /** When a release first contained it, for repositories that announce on release. */
      shipped_at: number | null
      /** The tag of that release. */
      shipped_in: string | null
      /** The last shipment (`shipment.seq`) of the repository that it was looked for in. */
      shipments_checked: Generated<number>
      /** When the host last saw a change to it, so that data which arrives late is recognised as old. */
      host_changed_at: number | null
      promoted_at: number | null
      promoted_by: string | null
      recorded_at: Fixed<number>
    }
    /** The title, on its code host, of an issue that a pull request closes. */
    issue_title: {
      repository_id: Fixed<string>
      number: Fixed<number>
      /** Null if there is no such issue, or if it must not be shown. */
      title: Fixed<string | null>
    }
    /** A release or tag that the host listed. */
    shipment: {
      repository_id: Fixed<string>
      /** `release` or `tag`. */
      kind: Fixed<string>
      tag: Fixed<string>
      commit_hash: Fixed<string>
      /** The number of the shipment in the order in which the repository's shipments became known, from 1. */
      seq: Fixed<number>
    }
  }
}
