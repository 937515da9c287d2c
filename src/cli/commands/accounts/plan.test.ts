import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { accountByPublicId } from '#accounts/account.ts'
import { applyPlanEvent } from '#accounts/payments/subscriptions.ts'
import { openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import { startStripeServer } from '#testing/stripe-server.ts'
import { manualClock } from '#testing/world.ts'

async function aPaidAccount(context: TestContext) {
  const stripe = await startStripeServer()
  const cli = aCommandLine({
    TIDINGS_STRIPE_SECRET_KEY: 'sk_test_1',
    TIDINGS_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TIDINGS_STRIPE_PRICE: 'price_1',
    TIDINGS_TEST_STRIPE: stripe.address,
    TIDINGS_BASE_URL: 'https://news.acme.example',
  })
  context.after(async () => {
    cli.remove()
    await stripe.close()
  })
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  return { cli, stripe, account }
}

/** Subscribes the account, as a webhook of Stripe would. */
async function subscribe(cli: CommandLine, publicId: string): Promise<void> {
  const file = join(cli.directory, 'data', 'tidings.db')
  const db = await openDatabase({ engine: 'sqlite', file }, { migrate: false })
  const account = await accountByPublicId(db.read, publicId)
  await db.write(tx =>
    applyPlanEvent(tx, manualClock(), randomIds, {
      type: 'plan',
      source: 'subscription',
      subscriptionId: 'sub_1',
      customerId: 'cus_7',
      accountId: account.id,
      status: 'active',
      at: 10_000,
    }),
  )
  await db.close()
}

test('an account at the limit of its plan is referred to a command that leads to the checkout', async context => {
  const { cli, stripe, account } = await aPaidAccount(context)
  const connect = (repo: string) =>
    cli.run('source', 'create', 'github', '--account', account, '--repo', repo)
  for (const repo of ['acme/a', 'acme/b', 'acme/c']) assert.equal((await connect(repo)).code, 0)
  const [named = ''] = /tidings plan \w+/.exec((await connect('acme/d')).err) ?? []
  const { code, out } = await cli.run(...named.split(' ').slice(1), '--account', account)
  assert.deepEqual([code, out], [0, 'https://checkout.stripe.com/c/pay/cs_1\n'])
  assert.equal(stripe.asked[0]?.form.get('cancel_url'), `https://news.acme.example/app/${account}/plan`)
})

test('an account with a subscription gets the billing portal, one without gets the checkout', async context => {
  const { cli, account } = await aPaidAccount(context)
  const early = await cli.run('plan', 'portal', '--account', account)
  assert.equal(early.code, 1)
  assert.match(early.err, /tidings plan checkout/)
  await subscribe(cli, account)
  const twice = await cli.run('plan', 'checkout', '--account', account)
  assert.equal(twice.code, 1)
  assert.match(twice.err, /tidings plan portal/)
  const { url } = await cli.json('plan', 'portal', '--account', account)
  assert.equal(url, 'https://billing.stripe.com/p/session/1')
})
