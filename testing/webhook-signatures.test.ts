import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { type TestService, withRunningService } from './service.ts'
import { azureMerge, bitbucketMerge, forgejoMerge, gitLabMerge, hmacHex } from './webhook-payloads.ts'

const MAIL_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const STRIPE_SECRET = 'whsec_stripe'
const ENV = {
  TIDINGS_STRIPE_SECRET_KEY: 'sk_test_1',
  TIDINGS_STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
  TIDINGS_STRIPE_PRICE: 'price_1',
  TIDINGS_EMAIL_WEBHOOK_SECRET: MAIL_SECRET,
}

type Headers = Record<string, string>

/** A provider's request with a good proof, and with each kind of bad proof. */
interface Sender {
  name: string
  path: string
  body: string
  good: Headers
  bad: Record<string, Headers>
  /** The name of the event in the stored delivery. */
  event: string
}

const HOUR_S = 3_600

async function senders(it: TestService): Promise<Sender[]> {
  const now = Math.floor(it.clock.now() / 1000)
  return [
    ...[await gitLab(it), await forgejo(it), await bitbucket(it), await azure(it)],
    ...[stripe(now), mail('webhook', now), mail('svix', now)],
  ]
}

async function gitLab(it: TestService): Promise<Sender> {
  const host = {
    provider: 'gitlab',
    host: 'gitlab.example.org',
    apiUrl: 'https://gitlab.example.org/api/v4',
  } as const
  const { source, secret } = await it.connect({ ...host, repo: 'acme/mobile/app' })
  const event = { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-event-uuid': 'one' }
  return {
    name: 'gitlab',
    path: `/api/callbacks/gitlab/${source.id}`,
    body: JSON.stringify(gitLabMerge()),
    good: { ...event, 'x-gitlab-token': secret },
    bad: {
      wrong: { ...event, 'x-gitlab-token': `${secret}x` },
      missing: event,
      malformed: { ...event, 'webhook-signature': 'v1,,;', 'webhook-id': 'x', 'webhook-timestamp': 'soon' },
    },
    event: 'merge_request.merge',
  }
}

async function forgejo(it: TestService): Promise<Sender> {
  const host = {
    provider: 'forgejo',
    host: 'forge.example.org',
    apiUrl: 'https://forge.example.org/api/v1',
  } as const
  const { source, secret } = await it.connect({ ...host, repo: 'acme/app' })
  const body = JSON.stringify(forgejoMerge())
  const event = { 'x-forgejo-event': 'pull_request', 'x-forgejo-delivery': 'one' }
  return {
    name: 'forgejo',
    path: `/api/callbacks/forgejo/${source.id}`,
    body,
    good: { ...event, 'x-forgejo-signature': hmacHex(secret, body) },
    bad: {
      wrong: { ...event, 'x-forgejo-signature': hmacHex('another', body) },
      missing: event,
      malformed: { ...event, 'x-forgejo-signature': 'zz' },
      'of another body': { ...event, 'x-forgejo-signature': hmacHex(secret, `${body} `) },
    },
    event: 'pull_request.closed',
  }
}

async function bitbucket(it: TestService): Promise<Sender> {
  const { source, secret } = await it.connect({
    provider: 'bitbucket',
    host: 'bitbucket.org',
    repo: 'acme/app',
  })
  const body = JSON.stringify(bitbucketMerge())
  const event = { 'x-event-key': 'pullrequest:fulfilled', 'x-request-uuid': 'one', 'x-attempt-number': '1' }
  const signed = (key: string, text: string) => ({
    ...event,
    'x-hub-signature': `sha256=${hmacHex(key, text)}`,
  })
  return {
    name: 'bitbucket',
    path: `/api/callbacks/bitbucket/${source.id}`,
    body,
    good: signed(secret, body),
    bad: {
      wrong: signed('another', body),
      missing: event,
      malformed: { ...event, 'x-hub-signature': hmacHex(secret, body) },
      'of another body': signed(secret, `${body} `),
    },
    event: 'pullrequest:fulfilled',
  }
}

async function azure(it: TestService): Promise<Sender> {
  const named = { provider: 'azure', host: 'dev.azure.com', repo: 'acme/My Shop/app' } as const
  const { source, secret } = await it.connect(named)
  const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })
  return {
    name: 'azure',
    path: `/api/callbacks/azure/${source.id}`,
    body: JSON.stringify(azureMerge()),
    good: basic(`anybody:${secret}`),
    bad: {
      wrong: basic(`anybody:${secret}x`),
      missing: {},
      'as the user': basic(`${secret}:`),
      'without a user': basic(secret),
      'another header': { 'x-tidings-secret': `${secret}x` },
      malformed: { authorization: `Bearer ${secret}` },
    },
    event: 'git.pullrequest.merged',
  }
}

function stripe(now: number): Sender {
  const object = { id: 'sub_1', customer: 'cus_1', status: 'active', metadata: {} }
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'customer.subscription.created',
    created: now,
    data: { object },
  })
  const signed = (secret: string, timestamp: number) => ({
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
  })
  return {
    name: 'stripe',
    path: '/api/callbacks/stripe',
    body,
    good: signed(STRIPE_SECRET, now),
    bad: {
      wrong: signed('whsec_other', now),
      missing: {},
      stale: signed(STRIPE_SECRET, now - HOUR_S),
      'from the future': signed(STRIPE_SECRET, now + HOUR_S),
      malformed: { 'stripe-signature': 't=,v1=' },
    },
    event: 'customer.subscription.created',
  }
}

function mail(prefix: 'webhook' | 'svix', now: number): Sender {
  const body = JSON.stringify({ type: 'email.bounced', data: { to: ['ada@example.com'] } })
  const signed = (secret: string, seconds: number) => ({
    [`${prefix}-id`]: `${prefix}-1`,
    [`${prefix}-timestamp`]: `${seconds}`,
    [`${prefix}-signature`]: new Webhook(secret).sign(`${prefix}-1`, new Date(seconds * 1000), body),
  })
  return {
    name: `email, ${prefix}`,
    path: '/api/callbacks/email',
    body,
    good: signed(MAIL_SECRET, now),
    bad: {
      wrong: signed(`whsec_${Buffer.alloc(24, 8).toString('base64')}`, now),
      missing: {},
      stale: signed(MAIL_SECRET, now - HOUR_S),
      'from the future': signed(MAIL_SECRET, now + HOUR_S),
      malformed: { ...signed(MAIL_SECRET, now), [`${prefix}-signature`]: 'v1' },
    },
    event: 'email.bounced',
  }
}

withRunningService(
  'each provider’s webhook is accepted with a valid signature and refused without',
  async it => {
    for (const { name, path, body, good, bad, event } of await senders(it)) {
      const send = (headers: Headers) =>
        it.ask(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: Buffer.from(body),
        })
      for (const [fault, headers] of Object.entries(bad))
        assert.equal((await send(headers)).status, 401, `${name}, ${fault}`)
      const stored = () =>
        it.service.db.read.selectFrom('delivery').select('event').where('event', '=', event).execute()
      const before = (await stored()).length
      assert.equal((await send(good)).status, 202, name)
      assert.equal((await stored()).length, before + 1, name)
    }
    await it.settle()
    const places = (await it.ledger()).map(line => line.replace(/^\w+ /, ''))
    assert.deepEqual(places.toSorted(), [
      'Export reports as CSV',
      'Keep drafts when the connection drops',
      'Show totals in the right currency',
      'Sort orders by date',
    ])
  },
  ENV,
)
