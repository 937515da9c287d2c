import type { Instant } from '#platform/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** One inbound request as it came. Header names in lower case; the body's exact bytes. */
export interface WebhookRequest {
  headers: Readonly<Record<string, string | undefined>>
  body: Uint8Array
}

/** How one provider proves, names and describes what it sends. Data and a few verbs; nothing here touches the database. */
export interface WebhookProvider<Event> {
  name: string
  /** Whether one of the secrets proves the raw bytes, in constant time, within the scheme's replay window. Never throws. */
  verify(callback: WebhookRequest, secrets: readonly string[], now: Instant): boolean
  /** The provider's id of this delivery, the same when it is sent again; null where it names none. */
  deliveryIdOf(callback: WebhookRequest, payload: unknown): string | null
  /** Its name of the event when we know what to do with it; null: accepted, counted, not stored. */
  eventNameOf(callback: WebhookRequest, payload: unknown): string | null
  /** What it tells us, checked and cleaned; null where it is nothing to us after all. `invalid_parameter` when it is not what the provider documents. */
  parse(name: string, payload: unknown): Event | null
}

/** A repository as a payload names it: whether it is the connection's is for the reader to check, by the id. */
export interface EventRepository {
  name: string
  /** The host's own number for it, which stays. */
  id: string
}

/** Where a repository's event comes from. */
interface OfRepository {
  repo: EventRepository
  /** Through which installation of our app it came; null for a repository's own webhook. */
  installationId: string | null
}

/** What the code hosts tell us, in one form. Records have no files, commits and fragments: payloads do not name them. */
export type HostEvent =
  | { type: 'ping' }
  | ({ type: 'merged'; pull: MergedPull } & OfRepository)
  /** The title, body or labels of one that is merged; the record is as it stands after the change. */
  | ({ type: 'edited'; pull: MergedPull } & OfRepository)
  /** `before` is the name that it had; `repo` the one that it has. */
  | ({ type: 'repository'; change: 'renamed' | 'transferred' | 'deleted'; before?: string } & OfRepository)
  | {
      type: 'installation'
      installationId: string
      change: 'created' | 'deleted' | 'suspend' | 'unsuspend'
      account: string
      repositories: EventRepository[]
    }
  | {
      type: 'installation-repositories'
      installationId: string
      added: EventRepository[]
      removed: EventRepository[]
    }
