import type { Generated } from 'kysely'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import type { EventTopic } from '#accounts/events.ts'
import type { SubscriptionStatus } from '#accounts/plan.ts'
import type { Fixed } from '#platform/db/schema.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    account: {
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
      /** JSON list of the BCP 47 tags of the languages that its entries are translated into. */
      translated_into: Generated<string>
      /** IANA name: where the times of its schedule are times on the wall. */
      time_zone: Generated<string>
      /** How long after its time an entry may still go out by itself. */
      lateness_ms: Generated<number>
      /** When the weekly summary is sent, in the account's time zone: the ISO number of the weekday, and the minute of the day. */
      summary_weekday: Generated<number>
      summary_minute: Generated<number>
      /** Drafts merged from then on are in editions; null while entries go out one by one. */
      editions_since: number | null
      /** 1: what is breaking or about security does not wait for the edition. */
      urgent_at_once: Generated<number>
      /** 1: feeds list the entries of an edition instead of the edition. */
      feeds_list_items: Generated<number>
      /** 1: members see it only after signing in with the company's provider. */
      requires_sign_on: Generated<number>
      /** The time between the publication of an entry and its posts. */
      post_delay_ms: Generated<number>
      /** When it is deleted; 0: that has begun, and nobody ends it any more; null: never. */
      deletes_at: number | null
      /** The number of its last event. */
      event_seq: Generated<number>
      created_at: Fixed<number>
    }
    /** The one record of what happened: the history of entries, the activity log, undo and the events of open pages are read from it. */
    activity: {
      id: Fixed<string>
      account_id: Fixed<string>
      /** 0 for an event alone, until it is numbered. */
      at: number
      /** Empty for an event alone. */
      actor: Fixed<string>
      /** Null: it is not told by itself. */
      action: Fixed<ActivityAction | null>
      subject: Fixed<string>
      /** Of an entry after the action. */
      version: Fixed<number | null>
      /** JSON: of an entry the fields that changed, of an event alone the ids of what changed, of anything else what the log tells of it. */
      before: string | null
      after: string | null
      /** What a person did in one go, with which it is undone; null for what no undo takes back. */
      change_id: string | null
      /** The item of the change that it belongs to, and the place of that in the change. */
      item: Fixed<string>
      position: Fixed<number>
      /** When it was undone; of what undoes another, its own time. */
      undone_at: number | null
      topic: Fixed<EventTopic>
      /** The number of its event for open pages of the dashboard. Null: it has none yet. 0: it gets none. */
      seq: number | null
    }
    /** What was erased, so that it is known again without being kept. */
    erased: {
      /** Of what it was, for what it was kept. */
      hash: Fixed<string>
      account_id: Fixed<string | null>
      /** Of the name of an author how many words it has; null for anything else. */
      words: Fixed<number | null>
    }
    social_set: {
      id: Fixed<string>
      account_id: Fixed<string>
      name: string
      created_at: Fixed<number>
    }
    /** A subscription at Stripe, as the newest event about it says. */
    subscription: {
      /** Stripe's. */
      id: Fixed<string>
      /** Null until an event names the account. */
      account_id: string | null
      /** Stripe's; null until an event names it. */
      customer_id: string | null
      /** The status as Stripe names it. */
      status: SubscriptionStatus
      /** 1: it will never be anything else again. */
      ended: number
      /** When Stripe made the event that says so; 0 before any did. */
      status_at: number
      /** Of several events of one second the one with the greatest weight is believed. */
      weight: number
    }
    account_plan: {
      account_id: Fixed<string>
      plan: string
    }
    /** A person who asked for the weekly summary. */
    summary_subscription: {
      id: Fixed<string>
      account_id: Fixed<string>
      address: string
      address_key: Fixed<string>
      /** Stands in the address that ends it. Kept as it is, since every mail repeats it, and it can do nothing else. */
      token: Fixed<string>
      due_at: number
      created_at: Fixed<number>
    }
    mail_suppression: {
      /** The address as all its spellings have it in common. */
      address_key: Fixed<string>
      /** `bounced` or `complained`. */
      reason: string
      suppressed_at: Fixed<number>
    }
  }
}
