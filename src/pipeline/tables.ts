import type { GitImport } from '#pipeline/ingest/git-imports.ts'
import type { ReviewState } from '#pipeline/reviewing/review-states.ts'
import type { DraftOutcome, Rewording } from '#pipeline/rewording/rewordings.ts'
import type { DeliveryState } from '#pipeline/webhooks/deliveries.ts'
import type { Fixed } from '#platform/db/schema.ts'
import type { Past } from '#pulls/past.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    /** One callback, as it was received. */
    delivery: {
      id: Fixed<string>
      /** The source's id, or `github`, `stripe`, `email`. */
      connection: Fixed<string>
      /** The provider's id: the same when it is sent again. */
      delivery_id: Fixed<string>
      account_id: Fixed<string | null>
      provider: Fixed<string>
      event: Fixed<string>
      /** JSON; without what proves the sender. */
      headers: Fixed<string>
      body: Fixed<string>
      /** `received`, `processed`, `ignored`, `refused` or `failed`. */
      state: DeliveryState
      detail: string | null
      received_at: Fixed<number>
      settled_at: number | null
    }
    /** How many callbacks came to nothing, by day. */
    callback_tally: {
      day: Fixed<string>
      provider: Fixed<string>
      outcome: Fixed<string>
      count: number
    }
    /** An import of a git directory that was started in the dashboard. */
    git_import: {
      id: Fixed<string>
      account_id: Fixed<string>
      directory: Fixed<string>
      repo: Fixed<string | null>
      since: Fixed<number | null>
      last: Fixed<number | null>
      past: Fixed<Past>
      state: GitImport['state']
      detail: string | null
      /** Null until the merges are counted. */
      total: number | null
      /** Read from the repository, and recorded afterwards. */
      read: number
      seen: number
      recorded: number
      user_facing: number
      announced: number
      started_by: Fixed<string>
      started_at: Fixed<number>
      settled_at: number | null
    }
    /** Drafts that the writer words anew, because a person asked for it. Its id is that of the change that undoes it. */
    rewording: {
      id: Fixed<string>
      account_id: Fixed<string>
      /** `provider/model`. */
      model: Fixed<string>
      state: Rewording['state']
      /** Why it failed. */
      detail: string | null
      started_by: Fixed<string>
      started_at: Fixed<number>
      ended_at: number | null
    }
    /** An open pull request that was seen by a source with reviews. */
    review: {
      source_id: Fixed<string>
      number: Fixed<number>
      state: ReviewState
    }
    /** One draft of a rewording. */
    rewording_draft: {
      rewording_id: Fixed<string>
      entry_id: Fixed<string>
      /** The newest merge first, from 0. */
      position: Fixed<number>
      /** Null until it had its turn. */
      outcome: DraftOutcome | null
      /** Why its words are not the writer's. */
      detail: string | null
    }
  }
}
