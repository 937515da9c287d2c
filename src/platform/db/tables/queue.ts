import type { Fixed } from './column.ts'

export interface SlotTable {
  id: Fixed<string>
  account_id: Fixed<string>
  /** Null: of the entries under no set. */
  set_id: Fixed<string | null>
  /** 1, Monday, to 7, Sunday. */
  weekday: Fixed<number>
  /** Of the day on the wall of the account's time zone. */
  minute: Fixed<number>
  created_at: Fixed<number>
}

/** A queue that stands still. */
export interface QueuePauseTable {
  account_id: Fixed<string>
  /** `all`, a set's id, or `none` for the entries under no set. */
  line: Fixed<string>
  paused_at: Fixed<number>
  paused_by: Fixed<string>
}

/** A queued entry that was due and could not be published. */
export interface PublishFailureTable {
  entry_id: Fixed<string>
  attempts: number
  /** Of the last attempt. */
  error: string
  /** Null: given up until a person retries it. */
  retry_at: number | null
}

/** What an account lets be published without a person; none: nothing. */
export interface PublishingPolicyTable {
  account_id: Fixed<string>
  mode: string
  least_magnitude: string
  least_confidence: string
  /** JSON list. */
  kinds: string
  changed_at: number
}
