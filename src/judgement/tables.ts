import type {
  Confidence,
  Kind,
  Layer,
  Magnitude,
  Visibility,
} from '#judgement/classification/classification.ts'
import type { ExampleSource } from '#judgement/classification/team/examples.ts'
import type { Fixed } from '#platform/db/schema.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    decision: {
      id: Fixed<string>
      account_id: Fixed<string>
      pull_request_id: Fixed<string>
      made_at: Fixed<number>
      /** Who decided: `explicit`, `model` or `person`. */
      layer: Fixed<Layer>
      version: Fixed<string>
      input_hash: Fixed<string>
      visibility: Fixed<Visibility>
      kind: Fixed<Kind>
      magnitude: Fixed<Magnitude>
      confidence: Fixed<Confidence>
      score: Fixed<number>
      reason: Fixed<string>
      evidence: Fixed<string>
      /** 1 or 0: who uses it may have to change something. */
      is_breaking: Fixed<number>
      /** Why customers cannot have it yet. */
      not_live: Fixed<string | null>
      /** The log-odds that customers notice more than a patch. */
      notable: Fixed<number | null>
    }
    /** A past merge with what its team's own record says of it. Append-only, one of each merge. */
    example: {
      account_id: Fixed<string>
      repository_id: Fixed<string>
      /** `#12`, or `@` and a commit's hash. */
      pull_key: Fixed<string>
      /** `history`, or `silence` where the record says nothing of it. */
      source: Fixed<ExampleSource>
      visibility: Fixed<Visibility>
      kind: Fixed<Kind | null>
      magnitude: Fixed<Magnitude | null>
      merged_at: Fixed<number>
      /** JSON: the merge without the record, as far as habits are about it. */
      pull: Fixed<string>
    }
  }
}
