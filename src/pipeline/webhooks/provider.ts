import type { MailEvent } from '#accounts/mail/suppressions.ts'
import type { PlanEvent } from '#accounts/subscriptions.ts'
import type { PullChange } from '#pipeline/reviewing/review-job.ts'
import type { Instant } from '#platform/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** A webhook request: header names in lower case, and the exact bytes of the body, over which signatures are computed. */
export interface WebhookRequest {
  headers: Readonly<Record<string, string | undefined>>
  body: Uint8Array
}

/** What the names of events about open pull requests begin with. Only connections with reviews store them. */
export const OPEN_PULL = 'open '

/** How one service signs and describes its webhooks. Implementations are pure: they never use the database or the network. */
export interface WebhookProvider<Event extends WebhookEvent = WebhookEvent> {
  /** The provider's part of the address: `/api/callbacks/<name>`. */
  name: string
  /**
   * Whether one of the secrets signed the request and, where the scheme signs a time, whether `now` is close enough to it.
   * Compares in constant time and never throws.
   */
  verify(request: WebhookRequest, secrets: readonly string[], now: Instant): boolean
  /** The provider's id of this delivery, which stays the same when it is sent again; null if the provider gives none. */
  deliveryIdOf(request: WebhookRequest, payload: unknown): string | null
  /** The name under which the event is stored and later parsed; null for events that Tidings does not use. */
  eventNameOf(request: WebhookRequest, payload: unknown): string | null
  /**
   * Validates the payload of an event with that name; null if there is nothing to do about it. Throws `invalid_parameter` if the payload
   * differs from what the provider documents.
   */
  parse(name: string, payload: unknown): Event | null
}

/** Everything that a provider can report. `type` tells the events apart. */
export type WebhookEvent = HostEvent | PlanEvent | MailEvent

/** A repository as a payload names it. */
export interface EventRepository {
  name: string
  /** The host's id, which a rename does not change. */
  id: string
  /** Absent where the payload does not name it. */
  defaultBranch?: string
}

interface EventPlace {
  repo: EventRepository
  /** The installation of our app that sent the event; null for a repository's own webhook. */
  installationId: string | null
}

/** An event of a code host. Pull requests have no files, commits and changelog fragments here: payloads don't contain them. */
export type HostEvent =
  | { type: 'ping' }
  | ({ type: 'merged'; pull: MergedPull } & EventPlace)
  /** The title, body or labels of a merged pull request changed; `pull` is its state after the change. */
  | ({ type: 'edited'; pull: MergedPull } & EventPlace)
  /** A pull request was opened, or changed while it is open. */
  | ({ type: 'proposed' } & PullChange & EventPlace)
  /** `repo` has the new name, `before` is the old one. */
  | ({
      type: 'repository'
      change: 'renamed' | 'transferred' | 'deleted'
      before?: string
    } & EventPlace)
  | {
      type: 'installation'
      installationId: string
      change: 'created' | 'deleted' | 'suspend' | 'unsuspend' | 'new_permissions_accepted'
      account: string
      repositories: EventRepository[]
    }
  | {
      type: 'installation-repositories'
      installationId: string
      added: EventRepository[]
      removed: EventRepository[]
    }
