import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import Stripe from 'stripe'
import type { PlanEvent } from '#accounts/payments/subscriptions.ts'
import type { WebhookRequest } from '#platform/webhooks/provider.ts'
import { stripe } from './stripe.ts'

const SECRET = 'whsec_test'
const NOW = Date.parse('2026-03-02T09:00:00Z')
const NOW_S = NOW / 1000
const ACCOUNT = '0b9d2c7e-1f4a-4d57-8a34-3b6f0c1d2e3f'
const OURS = { tidings_account: ACCOUNT }

const eventOf = (type: string, object: object) => ({
  id: 'evt_1',
  object: 'event',
  type,
  created: NOW_S,
  data: { object },
})
const PAYLOAD = JSON.stringify(eventOf('invoice.paid', { note: 'Grüße, 你好' }))

/** A header signed by Stripe's own library. */
const headerFor = (payload: string, more: { timestamp?: number; secret?: string } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: NOW_S, ...more })
const callback = (signature: string | undefined, body: string | Buffer = PAYLOAD): WebhookRequest => ({
  headers: { 'stripe-signature': signature },
  body: Buffer.isBuffer(body) ? body : Buffer.from(body),
})
const proves = (one: WebhookRequest, secrets = [SECRET], now = NOW) => stripe.verify(one, secrets, now)

test('a webhook signed with any of the secrets is accepted', () => {
  const one = callback(headerFor(PAYLOAD))
  assert.ok(Stripe.webhooks.constructEvent(PAYLOAD, headerFor(PAYLOAD), SECRET, 300, undefined, NOW))
  assert.equal(proves(one), true)
  assert.equal(proves(one, ['whsec_older', SECRET]), true)
  const signature = headerFor(PAYLOAD)
  assert.equal(proves(callback(`${signature.replace('v1=', 'v1=00,v0=11,v1=')}`)), true)
})

test('a signature is valid for five minutes', () => {
  const signedAt = (timestamp: number) => proves(callback(headerFor(PAYLOAD, { timestamp })))
  assert.deepEqual(
    [-301, -300, 0, 300, 301].map(offset => signedAt(NOW_S + offset)),
    [false, true, true, true, false],
  )
})

test('any other signature is refused without an exception', () => {
  const good = headerFor(PAYLOAD)
  const [, digest = ''] = good.split('v1=')
  const wrong: WebhookRequest[] = [
    callback(undefined),
    ...['', 'x', ',', '=', 't=', 't=1,v1=', `t=${NOW_S}`, `v1=${digest}`, `t=${NOW_S},v0=${digest}`].map(
      one => callback(one),
    ),
    ...[`t=${NOW_S},v1=${digest.slice(2)}`, `t=${NOW_S},v1=${digest}00`, `t=${NOW_S},v1=zz`].map(one =>
      callback(one),
    ),
    ...[
      `t=-1,v1=${digest}`,
      `t=1e9,v1=${digest}`,
      `t= ${NOW_S},v1=${digest}`,
      `t=${NOW_S + 1},v1=${digest}`,
    ].map(one => callback(one)),
    callback(headerFor(PAYLOAD, { secret: 'whsec_other' })),
    callback(good, PAYLOAD.replace('Gr', 'gr')),
    callback(good, ''),
    callback(good.repeat(500), 'x'),
    callback('\u0000\uD800'),
  ]
  for (const one of wrong) assert.equal(proves(one), false, one.headers['stripe-signature'] ?? 'none')
  assert.equal(proves(callback(good), []), false)
  const forged = createHmac('sha256', '').update(`${NOW_S}.${PAYLOAD}`).digest('hex')
  assert.equal(proves(callback(`t=${NOW_S},v1=${forged}`), ['']), false)
})

test('the bytes of a body are signed, not its text', () => {
  const text = '{"id":"evt_\uFFFD"}'
  const lookalike = Buffer.from(
    Buffer.from(text).toString('latin1').replace('\xEF\xBF\xBD', '\xFF'),
    'latin1',
  )
  assert.equal(lookalike.toString(), text)
  assert.equal(proves(callback(headerFor(text), text)), true)
  assert.equal(proves(callback(headerFor(text), lookalike)), false)
})

test('events are read by type, and the delivery id is the event id', () => {
  const one = callback('')
  assert.equal(stripe.deliveryIdOf(one, eventOf('invoice.paid', {})), 'evt_1')
  assert.equal(stripe.eventNameOf(one, eventOf('invoice.paid', {})), 'invoice.paid')
  const odd = [
    null,
    1,
    'x',
    [],
    {},
    { type: 'toString', id: 7 },
    { type: '__proto__' },
    { type: 'invoice.voided' },
  ]
  for (const payload of odd) {
    assert.equal(stripe.deliveryIdOf(one, payload), null)
    assert.equal(stripe.eventNameOf(one, payload), null)
  }
})

const read = (type: string, object: object) => stripe.parse(type, eventOf(type, object))
const plan = (more: Partial<PlanEvent>): PlanEvent => ({
  type: 'plan',
  source: 'subscription',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  accountId: ACCOUNT,
  status: 'active',
  at: NOW,
  ...more,
})
const subscription = { id: 'sub_1', customer: 'cus_1', status: 'active', metadata: OURS }

test('a subscription event has its status, and a deletion ends it', () => {
  assert.deepEqual(read('customer.subscription.created', subscription), plan({}))
  assert.deepEqual(
    read('customer.subscription.updated', { ...subscription, status: 'past_due', metadata: {} }),
    plan({ status: 'past_due', accountId: null }),
  )
  assert.deepEqual(read('customer.subscription.deleted', subscription), plan({ status: 'canceled' }))
})

test('an invoice shows whether its subscription was paid, in both API versions', () => {
  const details = { subscription: 'sub_1', metadata: OURS }
  const now = {
    customer: { id: 'cus_1' },
    parent: { type: 'subscription_details', subscription_details: details },
  }
  const then = { customer: 'cus_1', subscription: 'sub_1', subscription_details: { metadata: OURS } }
  for (const invoice of [now, then]) {
    assert.deepEqual(read('invoice.paid', invoice), plan({ source: 'invoice' }))
    const failed = (billing_reason: string) => read('invoice.payment_failed', { ...invoice, billing_reason })
    assert.deepEqual(failed('subscription_cycle'), plan({ source: 'invoice', status: 'past_due' }))
    assert.deepEqual(failed('subscription_create'), plan({ source: 'invoice', status: 'incomplete' }))
  }
  assert.equal(read('invoice.paid', { customer: 'cus_1', subscription: null, parent: null }), null)
})

test('a checkout links the account to its subscription', () => {
  const session = {
    mode: 'subscription',
    payment_status: 'paid',
    customer: 'cus_1',
    subscription: 'sub_1',
    client_reference_id: ACCOUNT,
    metadata: OURS,
  }
  const paid = plan({ source: 'checkout' })
  assert.deepEqual(read('checkout.session.completed', session), paid)
  assert.deepEqual(read('checkout.session.completed', { ...session, metadata: {} }), paid)
  assert.deepEqual(read('checkout.session.completed', { ...session, payment_status: 'unpaid' }), {
    ...paid,
    status: 'incomplete',
  })
  assert.equal(read('checkout.session.completed', { ...session, mode: 'payment' }), null)
  const foreign = { ...session, metadata: {}, client_reference_id: "x'; drop table" }
  assert.equal(read('checkout.session.completed', foreign)?.accountId, null)
})

test('an undocumented payload is refused without echoing it', () => {
  const odd: unknown[] = [
    ...[null, 1, 'x', [], {}, { data: null }, { created: NOW_S, data: { object: [] } }],
    { created: -1, data: { object: subscription } },
    { created: 1.5, data: { object: subscription } },
    { created: 1e300, data: { object: subscription } },
    eventOf('', { ...subscription, id: 'geheim geheim' }),
    eventOf('', { ...subscription, id: 'a'.repeat(256) }),
    eventOf('', { ...subscription, status: 'geheim' }),
    eventOf('', { ...subscription, metadata: 'geheim' }),
  ]
  for (const payload of odd)
    assert.throws(
      () => stripe.parse('customer.subscription.updated', payload),
      (error: Error) =>
        'code' in error && error.code === 'invalid_parameter' && !/geheim/.test(error.message),
    )
  assert.equal(stripe.parse('toString', eventOf('toString', {})), null)
})
