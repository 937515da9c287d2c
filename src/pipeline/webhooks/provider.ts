import type { Instant } from '#platform/clock.ts'

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
