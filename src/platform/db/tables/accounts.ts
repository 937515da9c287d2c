import type { Generated } from 'kysely'
import type { Fixed } from './column.ts'

export interface AccountTable {
  id: Fixed<string>
  /** The `account_id` of addresses and the command line; rotates. */
  public_id: string
  name: string
  /** JSON list of origins that may read the feeds from a browser; null: any. */
  allowed_origins: string | null
  /** BCP 47 tag of the language that the entries are written in. */
  language: string
  /** IANA name: where its slots are times on the wall. */
  time_zone: Generated<string>
  /** How long after its time an entry may still go out by itself. */
  lateness_ms: Generated<number>
  created_at: Fixed<number>
}

export interface SocialSetTable {
  id: Fixed<string>
  account_id: Fixed<string>
  name: string
  created_at: Fixed<number>
}

export interface FeedTable {
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

export interface ActivityTable {
  id: Fixed<string>
  account_id: Fixed<string>
  at: Fixed<number>
  actor: Fixed<string>
  action: Fixed<string>
  subject: Fixed<string>
  before: Fixed<string | null>
  after: Fixed<string | null>
}
