import type { Generated } from 'kysely'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import type { EventTopic } from '#accounts/events.ts'
import type { SuppressionReason } from '#accounts/mail/suppressions.ts'
import type { Plan, SubscriptionStatus } from '#accounts/plan.ts'
import type { Fixed } from '#platform/db/schema.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    account: {
      id: Fixed<string>
      /** The `account_id` of addresses and the command line; rotates. */
      public_id: string
      name: string
      /** A JSON list of origins whose pages may read the feeds; null for any. */
      allowed_origins: string | null
      /** 1 if its feeds leave out the addresses of pull requests in private repositories. */
      hides_private_pulls: Generated<number>
      /** BCP 47 tag of the language that the entries are written in. */
      language: string
      /** JSON list of the BCP 47 tags of the languages that its entries are translated into. */
      translated_into: Generated<string>
      /** IANA name of the time zone in which the times of its schedule are local times. */
      time_zone: Generated<string>
      /** Drafts that were merged from then on go into editions; null while entries are published one by one. */
      editions_since: number | null
      /** 1 if breaking and security changes are published without waiting for the edition. */
      urgent_at_once: Generated<number>
      /** 1 if feeds list the entries of an edition instead of the edition. */
      feeds_list_items: Generated<number>
      /** 1 if members see it only after signing in with the company's provider. */
      requires_sign_on: Generated<number>
      /** When it is deleted; null for never; 0 once the deletion has begun and cannot be cancelled any more. */
      deletes_at: number | null
      /** The number of its last event. */
      event_seq: Generated<number>
      created_at: Fixed<number>
    }
    /** The only record of what happened: the history of entries, the activity log, undo and the events of open pages are read from it. */
    activity: {
      id: Fixed<string>
      account_id: Fixed<string>
      /** The time; 0 for a line that is only an event, until it is numbered. */
      at: number
      /** Empty for a line that is only an event. */
      actor: Fixed<string>
      /** Null if the line is not shown by itself. */
      action: Fixed<ActivityAction | null>
      subject: Fixed<string>
      /** The version of an entry after the action. */
      version: Fixed<number | null>
      /**
       * As JSON: for an entry the fields that changed, for an event the ids of what changed, otherwise what the log shows about the object.
       */
      before: string | null
      after: string | null
      /** The change of a person that it is part of and is undone with; null for what no undo takes back. */
      change_id: string | null
      /** The item of the change that it belongs to, and the item's position in the change. */
      item: Fixed<string>
      position: Fixed<number>
      /** When it was undone; for a line that undoes another, its own time. */
      undone_at: number | null
      topic: Fixed<EventTopic>
      /** The number of its event for open pages of the dashboard; null if it has none yet, 0 if it gets none. */
      seq: number | null
    }
    /** Hashes of what was erased, so that it is recognised without being stored. */
    erased: {
      /** The hash of the value together with its kind and account. */
      hash: Fixed<string>
      account_id: Fixed<string | null>
      /** For the name of an author, the number of its words; null for anything else. */
      words: Fixed<number | null>
    }
    social_set: {
      id: Fixed<string>
      account_id: Fixed<string>
      name: string
      created_at: Fixed<number>
    }
    /** A subscription at Stripe, as of the newest event about it. */
    subscription: {
      /** Stripe's id of the subscription. */
      id: Fixed<string>
      /** Null until an event names the account. */
      account_id: string | null
      /** Stripe's id of the customer; null until an event names it. */
      customer_id: string | null
      /** The status as Stripe names it. */
      status: SubscriptionStatus
      /** 1 if the status is final. */
      ended: number
      /** When Stripe created the event with this status; 0 before any event had one. */
      status_at: number
      /** Of several events in the same second, the one with the greatest weight counts. */
      weight: number
    }
    account_plan: {
      account_id: Fixed<string>
      plan: Plan
    }
    /** A person who asked for the weekly summary. */
    summary_subscription: {
      id: Fixed<string>
      account_id: Fixed<string>
      address: string
      address_key: Fixed<string>
      /** The token in the address that unsubscribes. It is not hashed, since every mail repeats it and it can do nothing else. */
      token: Fixed<string>
      due_at: number
      created_at: Fixed<number>
    }
    mail_suppression: {
      /** The key of the address, which all its spellings share. */
      address_key: Fixed<string>
      reason: SuppressionReason
      suppressed_at: Fixed<number>
    }
  }
}
