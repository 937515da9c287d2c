import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'

/** A webhook request: header names in lower case, and the exact bytes of the body, over which signatures are computed. */
export interface WebhookRequest {
  headers: Readonly<Record<string, string | undefined>>
  body: Uint8Array
}

/** How one service signs and describes its webhooks. Implementations are pure: they never use the database or the network. */
export interface WebhookProvider<Event = unknown> {
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

/** A provider's delivery id if it is fit for a key: at most 200 visible ASCII characters. Otherwise null. */
export const parseDeliveryId = (text: string | undefined): string | null =>
  text !== undefined && /^[\x21-\x7e]{1,200}$/.test(text) ? text : null

/** Validates a payload. Throws `invalid_parameter`, which names the invalid fields but not their values. */
export function parsePayload<T>(schema: z.ZodType<T>, payload: unknown): T {
  const result = schema.safeParse(payload)
  if (result.success) return result.data
  const fields = result.error.issues
    .slice(0, 3)
    .map(({ path }) => path.slice(0, 5).join('.') || 'the payload')
  throw new AppError('invalid_parameter', `Not what the provider documents: ${fields.join(', ')}.`)
}

const actionShape = z.object({ action: z.string() })

/** The payload's `action`; empty if it has none. */
export const actionOf = (payload: unknown): string => actionShape.safeParse(payload).data?.action ?? ''
