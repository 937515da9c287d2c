/** The Stripe account that the operator configured. */
export interface StripeSettings {
  secretKey: string
  /** Any of them proves a callback. */
  webhookSecrets: readonly string[]
  /** The id of the one price that is sold. */
  price: string
  /** Without a slash at the end. */
  apiUrl: string
}
