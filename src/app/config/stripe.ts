import type { StripeSettings } from '#accounts/payments/payments.ts'
import { type Environment, secretsFrom, serverOf, variable } from '#platform/environment.ts'

export const STRIPE_VARIABLES = {
  TIDINGS_STRIPE_SECRET_KEY: variable<string | null>({
    about:
      'The API key of the Stripe account that receives payments for plans. Default: none; every account has everything.',
    example: 'sk_live_…',
    fallback: null,
    read: text => like(text, /^[sr]k_\w+$/, 'sk_live_… or rk_live_…'),
  }),
  TIDINGS_STRIPE_WEBHOOK_SECRET: variable<string[]>({
    about: 'The secret that Stripe signs its webhooks with. Separate several with commas.',
    example: 'whsec_…',
    fallback: [],
    read: text => secretsFrom(text, secret => /^whsec_\w+$/.test(secret)),
  }),
  TIDINGS_STRIPE_PRICE: variable<string | null>({
    about: 'The Stripe ID of the price of the paid plan.',
    example: 'price_…',
    fallback: null,
    read: text => like(text, /^price_\w+$/, 'price_…'),
  }),
}

function like(text: string, form: RegExp, example: string): string {
  if (form.test(text)) return text
  throw new Error(`expected ${example}`)
}

/** Reads the payment settings. Reports a fault when only some of them are set. */
export function stripeFrom(environment: Environment): StripeSettings | null {
  const { all, faults } = environment
  const values = all(STRIPE_VARIABLES)
  if (values === null) return null
  const { TIDINGS_STRIPE_SECRET_KEY: secretKey, TIDINGS_STRIPE_PRICE: price } = values
  const { TIDINGS_STRIPE_WEBHOOK_SECRET: webhookSecrets } = values
  const apiUrl = serverOf(environment, 'stripe', 'https://api.stripe.com')
  const isMeant = secretKey !== null || price !== null || webhookSecrets.length > 0
  const lacks = (name: string) => faults.push(`${name}: needed with the other TIDINGS_STRIPE_ variables`)
  if (isMeant && secretKey === null) lacks('TIDINGS_STRIPE_SECRET_KEY')
  if (isMeant && webhookSecrets.length === 0) lacks('TIDINGS_STRIPE_WEBHOOK_SECRET')
  if (isMeant && price === null) lacks('TIDINGS_STRIPE_PRICE')
  return secretKey === null || price === null ? null : { secretKey, webhookSecrets, price, apiUrl }
}
