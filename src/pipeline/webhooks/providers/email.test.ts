import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { WebhookRequest } from '#platform/webhooks/provider.ts'
import { email } from './email.ts'

const secretOf = (seed: number) => `whsec_${Buffer.alloc(24, seed).toString('base64')}`
const SECRET = secretOf(1)
const NOW = Date.parse('2026-03-02T09:00:00Z')
const ID = 'msg_1'
const PAYLOAD = JSON.stringify({ type: 'email.bounced', data: { to: ['ada@example.com'], subject: 'Grüße' } })

/** Headers signed by the library of the scheme. */
const signed = (secret = SECRET, at = NOW, payload = PAYLOAD) =>
  new Webhook(secret).sign(ID, new Date(at), payload)
const callback = (
  signature: string | undefined,
  more: Record<string, string | undefined> = {},
  body: Uint8Array = Buffer.from(PAYLOAD),
): WebhookRequest => ({
  headers: {
    'webhook-id': ID,
    'webhook-timestamp': `${NOW / 1000}`,
    'webhook-signature': signature,
    ...more,
  },
  body,
})
const proves = (one: WebhookRequest, secrets = [SECRET], now = NOW) => email.verify(one, secrets, now)

test('a signed webhook is accepted, with new and old header names', () => {
  assert.equal(proves(callback(signed())), true)
  const headers = { 'svix-id': ID, 'svix-timestamp': `${NOW / 1000}`, 'svix-signature': signed() }
  const old = { headers, body: Buffer.from(PAYLOAD) }
  assert.equal(proves(old), true)
  assert.equal(email.deliveryIdOf(old, {}), ID)
  assert.equal(email.deliveryIdOf(callback(signed()), {}), ID)
})

test('during a secret rotation, one matching pair of signature and secret is enough', () => {
  const both = `${signed(secretOf(2))} v1a,${signed().slice(3)} ${signed()}`
  assert.equal(proves(callback(both)), true)
  assert.equal(proves(callback(signed()), [secretOf(2), SECRET]), true)
  assert.equal(proves(callback(`v1a,${signed().slice(3)}`)), false)
})

test('a signature is valid for five minutes', () => {
  const received = [-301_000, -300_000, 0, 300_000, 301_000]
  assert.deepEqual(
    received.map(offset => proves(callback(signed()), [SECRET], NOW + offset)),
    [false, true, true, true, false],
  )
})

test('any other signature is refused without an exception', () => {
  const digest = signed().slice(3)
  const wrong: WebhookRequest[] = [
    ...[
      undefined,
      '',
      ' ',
      'v1',
      'v1,',
      `v1,${digest.slice(4)}`,
      `v2,${digest}`,
      digest,
      'v1,%%%',
      '\uD800',
    ].map(one => callback(one)),
    callback(signed(secretOf(2))),
    callback(signed(), { 'webhook-id': 'msg_2' }),
    callback(signed(), { 'webhook-id': undefined }),
    callback(signed(), { 'webhook-id': 'a b' }),
    callback(signed(), { 'webhook-timestamp': undefined }),
    callback(signed(), { 'webhook-timestamp': `${NOW / 1000}.0` }),
    callback(signed(), { 'webhook-timestamp': `${NOW / 1000 + 1}` }),
    callback(undefined, { 'svix-signature': signed() }),
    callback(signed(), {}, Buffer.from(`${PAYLOAD} `)),
    callback(signed(), {}, new Uint8Array()),
  ]
  for (const one of wrong) assert.equal(proves(one), false, JSON.stringify(one.headers))
  const forged = createHmac('sha256', '')
    .update(`${ID}.${NOW / 1000}.${PAYLOAD}`)
    .digest('base64')
  for (const secret of ['', 'whsec_', 'whsec_%']) {
    assert.equal(proves(callback(`v1,${forged}`), [secret]), false)
    assert.equal(proves(callback(signed()), [secret]), false)
  }
})

const bounce = (data: object) => email.parse('email.bounced', { type: 'email.bounced', data })

test('a permanent bounce names the address', () => {
  const event = { type: 'mail', outcome: 'bounced', addresses: ['ada@example.com'] }
  const to = ['Ada <ada@Example.com>', 'ada@example.com']
  assert.deepEqual(bounce({ to, bounce: { type: 'Permanent', subType: 'General' } }), event)
  assert.deepEqual(bounce({ email: 'ada@example.com' }), event)
  assert.deepEqual(bounce({ to: 'ada@example.com' }), event)
  for (const type of ['Transient', 'Undetermined', 'soft'])
    assert.equal(bounce({ to, bounce: { type } }), null)
})

test('common names of the three events are recognised, and no others', () => {
  const known = {
    'email.bounced': 'bounced',
    bounce: 'bounced',
    'email.complained': 'complained',
    complaint: 'complained',
    'message.delivered': 'delivered',
  }
  for (const [type, outcome] of Object.entries(known)) {
    const payload = { type, data: { email: 'ada@example.com' } }
    assert.equal(email.eventNameOf(callback(''), payload), type)
    assert.equal(email.parse(type, payload)?.outcome, outcome)
  }
  const unknown = [{ type: 'email.opened' }, { type: 'toString' }, { type: 7 }, {}, null, [], 'bounced']
  for (const payload of unknown) assert.equal(email.eventNameOf(callback(''), payload), null)
  assert.equal(email.parse('email.opened', {}), null)
})

test('an invalid address is ignored, and an undocumented payload is refused', () => {
  assert.equal(bounce({ to: ['not an address', '\u0000', 'a@b'] }), null)
  const odd = [{}, { to: 7 }, { to: [7] }, { to: null }, { to: 'a@b.example', bounce: 'hard' }]
  for (const data of odd) assert.throws(() => bounce(data), { code: 'invalid_parameter' })
  assert.throws(() => email.parse('email.bounced', null), { code: 'invalid_parameter' })
  assert.throws(() => bounce({ to: Array.from({ length: 1_001 }, () => 'a@b.example') }), /documents/)
})
