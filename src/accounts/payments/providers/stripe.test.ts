import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createAccount } from '#accounts/account.ts'
import { applyPlanEvent } from '#accounts/payments/subscriptions.ts'
import { openPayments } from '#app/registry.ts'
import { randomIds } from '#platform/ids.ts'
import { withDatabase } from '#testing/databases.ts'
import { type StripeServer, startStripeServer } from '#testing/stripe-server.ts'
import { manualClock } from '#testing/world.ts'
import { checkoutLink, type PaymentProvider, portalLink } from '../payments.ts'

let server: StripeServer
let payments: PaymentProvider
before(async () => {
  server = await startStripeServer()
  payments = await openPayments({
    secretKey: 'sk_test_geheim',
    webhookSecrets: ['whsec_1'],
    price: 'price_1',
    apiUrl: server.address,
  })
})
beforeEach(() => {
  server.asked.length = 0
  server.behave(() => null)
})
after(() => server.close())

const ACCOUNT = '0b9d2c7e-1f4a-4d57-8a34-3b6f0c1d2e3f'
const checkout = {
  accountId: ACCOUNT,
  customerId: null,
  successUrl: 'https://t.example/p?payment=done',
  cancelUrl: 'https://t.example/p',
}

test('a checkout puts the account id on every event that follows', async () => {
  assert.equal(await payments.checkoutLink(checkout), 'https://checkout.stripe.com/c/pay/cs_1')
  const [asked] = server.asked
  assert.equal(asked?.path, '/v1/checkout/sessions')
  assert.equal(asked.headers.authorization, 'Bearer sk_test_geheim')
  assert.deepEqual(Object.fromEntries(asked.form), {
    mode: 'subscription',
    'line_items[0][price]': 'price_1',
    'line_items[0][quantity]': '1',
    client_reference_id: ACCOUNT,
    'metadata[tidings_account]': ACCOUNT,
    'subscription_data[metadata][tidings_account]': ACCOUNT,
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  })
})

test('a failed request is retried with the same idempotency key', async () => {
  server.behave(n => (n === 1 ? { status: 500, body: { error: { type: 'api_error', message: 'x' } } } : null))
  await payments.checkoutLink(checkout)
  const keys = server.asked.map(({ headers }) => headers['idempotency-key'])
  assert.equal(keys.length, 2)
  assert.ok(keys[0])
  assert.equal(keys[0], keys[1])
})

test('a refusal by Stripe becomes our own message, without the key', async () => {
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_geheim' }
  for (const status of [400, 401, 403]) {
    server.behave(() => ({ status, body: { error } }))
    await assert.rejects(payments.checkoutLink(checkout), error => {
      assert.ok(error instanceof Error)
      assert.match(error.message, /^Stripe does not accept the key/)
      assert.doesNotMatch(error.message, /sk_test/)
      return true
    })
  }
  server.behave(() => ({ status: 200, body: { object: 'checkout.session', url: 'http://evil.example/' } }))
  await assert.rejects(payments.checkoutLink(checkout), { code: 'unavailable', message: /gave no address/ })
})

test('an unreachable Stripe is reported as unavailable', async () => {
  const away = await openPayments({
    secretKey: 'sk_test_1',
    webhookSecrets: [],
    price: 'price_1',
    apiUrl: 'http://127.0.0.1:9',
  })
  await assert.rejects(away.portalLink({ customerId: 'cus_1', returnTo: 'https://t.example/' }), {
    code: 'unavailable',
    message: /cannot be reached just now/,
  })
})

withDatabase('an owner subscribes, manages the subscription, and never pays twice', async db => {
  const clock = manualClock()
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  const page = 'https://t.example/app/settings'
  const tell = (status: 'active' | 'canceled', at: number) =>
    db.write(tx =>
      applyPlanEvent(tx, clock, randomIds, {
        type: 'plan',
        source: 'subscription',
        subscriptionId: 'sub_1',
        customerId: 'cus_7',
        accountId: account.id,
        status,
        at,
      }),
    )
  await assert.rejects(portalLink(db.read, payments, account, page), { code: 'not_found' })
  assert.match(await checkoutLink(db.read, payments, account, page), /^https:\/\/checkout/)
  assert.equal(server.asked[0]?.form.get('success_url'), `${page}?payment=done`)

  await tell('active', 10_000)
  await assert.rejects(checkoutLink(db.read, payments, account, page), { code: 'conflict' })
  assert.equal(await portalLink(db.read, payments, account, page), 'https://billing.stripe.com/p/session/1')
  assert.deepEqual(Object.fromEntries(server.asked.at(-1)?.form ?? []), {
    customer: 'cus_7',
    return_url: page,
  })

  await tell('canceled', 20_000)
  await checkoutLink(db.read, payments, account, page)
  assert.equal(server.asked.at(-1)?.form.get('customer'), 'cus_7')
})
