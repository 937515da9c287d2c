import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { createAccount } from '#accounts/account.ts'
import { suppressionOf } from '#accounts/mail/suppressions.ts'
import { planOf } from '#accounts/plan.ts'
import type { WebhookReceiver } from '#pipeline/webhooks/receive.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import type { WebhookRequest } from '#platform/webhooks/provider.ts'
import { onBothEngines } from '#testing/databases.ts'
import { until } from '#testing/until.ts'
import { readConfig } from './config/config.ts'
import { openService } from './open.ts'
import type { Service } from './service.ts'
import { openWebhooks } from './webhooks.ts'
import { openWorker } from './worker.ts'

const MAIL_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const KEY = `test:${Buffer.alloc(32, 7).toString('base64')}`
const ENV = {
  TIDINGS_ENCRYPTION_KEY: KEY,
  TIDINGS_STRIPE_SECRET_KEY: 'sk_test_1',
  TIDINGS_STRIPE_WEBHOOK_SECRET: 'whsec_1',
  TIDINGS_STRIPE_PRICE: 'price_1',
  TIDINGS_EMAIL_WEBHOOK_SECRET: MAIL_SECRET,
}

const ada = mailAddressFrom('ada@example.com')

const sendStripeEvent = (
  receiver: WebhookReceiver,
  event: { id: string; type: string; object: object },
  secret = 'whsec_1',
) => {
  const { object, ...rest } = event
  const payload = JSON.stringify({ ...rest, created: Math.floor(Date.now() / 1000), data: { object } })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  const request = { headers: { 'stripe-signature': signature }, body: Buffer.from(payload) }
  return receive(receiver, 'stripe', request)
}

const sendMailEvent = (receiver: WebhookReceiver, type: string, id: string) => {
  const body = JSON.stringify({ type, data: { to: ['ada@example.com'] } })
  const now = new Date()
  const headers = {
    'svix-id': id,
    'svix-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'svix-signature': new Webhook(MAIL_SECRET).sign(id, now, body),
  }
  return receive(receiver, 'email', { headers, body: Buffer.from(body) })
}

async function receive(receiver: WebhookReceiver, provider: string, request: WebhookRequest): Promise<void> {
  const address = { provider, connectionId: null }
  await receiver.receive(address, await receiver.connectionsAt(address), request)
}

async function workUntil(service: Service, isDone: () => Promise<boolean>): Promise<void> {
  const stop = new AbortController()
  const worker = await openWorker(service)
  const running = worker.run(stop.signal)
  await until(isDone)
  stop.abort()
  await running
}

onBothEngines('an event from Stripe or the mail provider is stored and processed once', async location => {
  const config = { ...readConfig(ENV, '/', () => ''), database: location }
  const service = await openService(config, () => {}, { migrate: true })
  const { db, clock, ids } = service
  const receiver = openWebhooks(service)
  const { id: accountId } = await db.write(tx => createAccount(tx, clock, ids, { name: 'Acme' }))
  const object = {
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    metadata: { tidings_account: accountId },
  }
  const subscribed = { id: 'evt_1', type: 'customer.subscription.created', object }

  await assert.rejects(sendStripeEvent(receiver, subscribed, 'whsec_2'), { code: 'unauthorized' })
  await Promise.all([1, 2, 3].map(() => sendStripeEvent(receiver, subscribed)))
  await sendMailEvent(receiver, 'email.bounced', 'msg_1')
  await sendMailEvent(receiver, 'email.opened', 'msg_2')
  const deliveries = () => db.read.selectFrom('delivery').select(['provider', 'state']).execute()
  await workUntil(service, async () => (await deliveries()).every(({ state }) => state !== 'received'))

  assert.deepEqual((await deliveries()).map(({ provider, state }) => `${provider} ${state}`).sort(), [
    'email processed',
    'stripe processed',
  ])
  assert.equal(await planOf(db.read, accountId), 'active')
  assert.equal(await suppressionOf(db.read, ada), 'bounced')
  await service.close()
})

onBothEngines(
  'events from Stripe and the mail provider are refused unless their secrets are configured',
  async location => {
    const config = { ...readConfig({ TIDINGS_ENCRYPTION_KEY: KEY }, '/', () => ''), database: location }
    const service = await openService(config, () => {}, { migrate: true })
    const receiver = openWebhooks(service)
    const event = { id: 'evt_1', type: 'invoice.paid', object: {} }
    await assert.rejects(sendStripeEvent(receiver, event), { code: 'unauthorized' })
    await assert.rejects(sendStripeEvent(receiver, event, ' '), { code: 'unauthorized' })
    await assert.rejects(sendMailEvent(receiver, 'email.bounced', 'msg_1'), { code: 'unauthorized' })
    await service.close()
  },
)
