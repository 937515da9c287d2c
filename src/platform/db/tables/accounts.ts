import type { Generated } from 'kysely'
import type { Fixed } from './column.ts'

export interface AccountTable {
  id: Fixed<string>
  /** The `account_id` of addresses and the command line; rotates. */
  public_id: string
  name: string
  /** JSON list of origins that may read the feeds from a browser; null: any. */
  allowed_origins: string | null
  /** 1: its feeds leave out the addresses of pull requests in private repositories. */
  hides_private_pulls: Generated<number>
  /** BCP 47 tag of the language that the entries are written in. */
  language: string
  /** IANA name: where its slots are times on the wall. */
  time_zone: Generated<string>
  /** How long after its time an entry may still go out by itself. */
  lateness_ms: Generated<number>
  /** When the weekly summary is sent, in the account's time zone: the ISO number of the weekday, and the minute of the day. */
  summary_weekday: Generated<number>
  summary_minute: Generated<number>
  /** The number of its last event. */
  event_seq: Generated<number>
  created_at: Fixed<number>
}

/** A change that has no number yet; written by the transaction that makes it. */
export interface EventOutboxTable {
  id: Fixed<string>
  account_id: Fixed<string>
  topic: Fixed<string>
  /** JSON list of ids. */
  subjects: Fixed<string>
}

/** A change in an account, kept for a day. */
export interface AccountEventTable {
  account_id: Fixed<string>
  seq: Fixed<number>
  topic: Fixed<string>
  /** JSON list of ids; null for too many to list. */
  subjects: Fixed<string | null>
  at: Fixed<number>
}

/** How an account wants its copy to sound; lists are JSON. */
export interface VoiceTable {
  account_id: Fixed<string>
  product: string
  audience: string
  guide: string
  words_to_use: string
  words_to_avoid: string
  changed_at: number
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

/** A subscription at Stripe, as the newest event about it says. */
export interface SubscriptionTable {
  /** Stripe's. */
  id: Fixed<string>
  /** Null until an event names the account. */
  account_id: string | null
  /** Stripe's; null until an event names it. */
  customer_id: string | null
  /** In Stripe's words. */
  status: string
  /** 1: it will never be anything else again. */
  ended: number
  /** When Stripe made the event that says so; 0 before any did. */
  status_at: number
  /** Which of several events of one second is believed: the heavier. */
  weight: number
}

export interface AccountPlanTable {
  account_id: Fixed<string>
  plan: string
}

export interface MailSuppressionTable {
  /** The address as all its spellings have it in common. */
  address_key: Fixed<string>
  /** `bounced` or `complained`. */
  reason: string
  suppressed_at: Fixed<number>
}

/** A person who asked for the weekly summary. */
export interface SummarySubscriptionTable {
  id: Fixed<string>
  account_id: Fixed<string>
  address: string
  address_key: Fixed<string>
  /** Stands in the address that ends it. Kept as it is, since every mail repeats it, and it can do nothing else. */
  token: Fixed<string>
  due_at: number
  created_at: Fixed<number>
}

/** How an account shows its changelog as a page. An account without a row has the page turned off. */
export interface ChangelogPageTable {
  account_id: Fixed<string>
  is_on: number
  /** Stands for the `account_id` in the page's address; unique. */
  name: string | null
  /** A host name of the team's own that shows the page at its root; unique, in lower case. */
  host: string | null
  /** One that is to serve instead once it is proven. Several accounts may claim the same. */
  claimed_host: string | null
  title: string | null
  /** One sentence below the title. */
  intro: string | null
  /** The SHA-256 of an image of the account. */
  logo: string | null
  /** `#rrggbb`. */
  accent: string | null
  home_url: string | null
  /** 1: search engines may list the page. */
  is_listed: number
  /** 1: entries link to the pull requests of public repositories. */
  shows_pull_requests: number
}

/** A name that a page has or had. */
export interface PageNameTable {
  /** What the name looks like, so that no two accounts have names that readers would confuse. */
  skeleton: string
  /** Unique. */
  name: string
  account_id: string
  /** Null: the page has it now. Another account can take it a year after this. */
  given_up_at: number | null
}
