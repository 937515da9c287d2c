import type { ReviewState } from '#pipeline/reviewing/review-states.ts'
import type { DeliveryState } from '#pipeline/webhooks/deliveries.ts'
import type { Fixed } from '#platform/db/schema.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    /** One webhook as it was received. */
    delivery: {
      id: Fixed<string>
      /** The source's id, or `github`, `stripe` or `email`. */
      connection: Fixed<string>
      /** The provider's id of the delivery, which stays the same when it is sent again. */
      delivery_id: Fixed<string>
      account_id: Fixed<string | null>
      provider: Fixed<string>
      event: Fixed<string>
      /** As JSON, without the headers that prove the sender. */
      headers: Fixed<string>
      body: string
      /** `received`, `processed`, `ignored`, `refused` or `failed`. */
      state: DeliveryState
      detail: string | null
      received_at: Fixed<number>
      settled_at: number | null
    }
    /** An open pull request of a source with reviews. */
    review: {
      source_id: Fixed<string>
      number: Fixed<number>
      state: ReviewState
      /** The fingerprint of the key that signed our comment; null where there is none. */
      signed_by: string | null
    }
  }
}
