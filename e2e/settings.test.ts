import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startStripeServer } from '../testing/stripe-server.ts'
import { until } from '../testing/until.ts'
import { findingsOf, type Visit, visit } from './browser.ts'
import { DESKTOP, heading, nothingWrong, openSettings, skipFirstSteps } from './looks.ts'
import { type RunningTidings, runTidings } from './running.ts'
import { browser } from './test-browser.ts'

const PAGES = {
  settings: 'General',
  'settings/writing': 'Writing',
  'settings/publishing': 'Publishing',
  'settings/people': 'People',
  'settings/data': 'Data',
  'settings/plan': 'Plan',
  'settings/activity': 'Activity',
  'channels/page': 'Changelog page',
  'channels/feeds': 'Feeds',
}

interface Workplace {
  tidings: RunningTidings
  account: string
  signIn(role: string): Promise<Visit>
  open(page: Page, path: keyof typeof PAGES): Promise<void>
}

async function aWorkplace(
  context: Parameters<typeof runTidings>[0],
  environment: Record<string, string> = {},
): Promise<Workplace> {
  const tidings = await runTidings(context, environment)
  const made = await tidings.command('account', 'create', '--name', 'Acme', '--json')
  const account: string = JSON.parse(made).account_id
  return {
    ...{ tidings, account },
    async signIn(role) {
      const words = ['user', 'create', '--email', `${role}@example.com`, '--role', role, '--json']
      const { link } = JSON.parse(await tidings.command(...words, '--account', account))
      const visitor = await visit(browser, link, DESKTOP)
      await visitor.page.getByRole('button', { name: 'Sign in' }).click()
      await visitor.page.waitForURL(/\/app\/[0-9a-f-]{36}\//)
      await visitor.page.waitForLoadState('networkidle')
      return visitor
    },
    async open(page, path) {
      await page.goto(`${tidings.baseUrl}/app/${account}/${path}`)
      await heading(page, PAGES[path])
      await page.waitForLoadState('networkidle')
    },
  }
}

test('what an owner types into settings survives a reload and is saved', async context => {
  const { signIn, open } = await aWorkplace(context, {
    TIDINGS_SMTP_URL: 'smtp://127.0.0.1:1',
    TIDINGS_MAIL_FROM: 'Acme <news@acme.example>',
  })
  const owner = await signIn('owner')
  const { page } = owner
  await open(page, 'settings/writing')
  await page.getByLabel('Product').fill('Bookkeeping for small teams')
  await page.getByText('Not saved yet.').waitFor()
  await open(page, 'settings/writing')
  assert.equal(await page.getByLabel('Product').inputValue(), 'Bookkeeping for small teams')
  // It was saved as the page was left; a field also saves itself when it loses the focus.
  await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
  await page.getByLabel('Audience').fill('Bookkeepers')
  await page.getByLabel('Product').focus()
  await page.getByText('Saved.').waitFor()
  await open(page, 'settings/publishing')
  assert.equal(await page.getByLabel('Minimum size').count(), 0, 'nothing is shown that does nothing')
  await page.getByLabel('Who approves').selectOption('Queue matching drafts automatically')
  await page.getByText('Saved.').waitFor()
  await page.getByText('Drafts of minor or above magnitude').waitFor()
  await page.getByText('Advanced').first().click()
  // What the page could not read again after it was saved is not put back by the next change.
  await page.route('**/policy', route => route.fulfill({ status: 404 }))
  await page.getByLabel('Minimum size').selectOption('Major')
  await page.getByText('Saved.').waitFor()
  await page.getByLabel('Documentation').check()
  await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
  await page.unroute('**/policy')
  await open(page, 'settings/publishing')
  assert.equal(await page.getByLabel('Minimum size').inputValue(), 'major')
  assert.ok(await page.getByLabel('Documentation').isChecked())
  assert.equal(await page.getByText('Not saved yet.').count(), 0)
  await open(page, 'settings')
  const tooLong = 'x'.repeat(300)
  let timesSent = 0
  page.on('request', request => {
    if (request.postData()?.includes(tooLong)) timesSent++
  })
  await page.getByLabel('Name').fill(tooLong)
  await page.getByLabel('Name').press('Enter')
  await page.getByRole('alert').first().waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Acme')
  assert.equal(await page.getByText('Must be').count(), 0, 'the error goes with the value')
  assert.equal(timesSent, 1, 'leaving the field does not send again what was refused')
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByText('Saved.').first().waitFor()
  const subscription = page.getByLabel('Send it to me')
  await subscription.focus()
  await page.keyboard.press('Space')
  await until(
    async () => (await subscription.isChecked()) && subscription.isEnabled(),
    'the subscription is stored',
  )
  assert.ok(await subscription.evaluate(box => box === document.activeElement), 'it keeps the focus')
  await open(page, 'settings/data')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Everything as JSON' }).click()
  assert.equal((await download).suggestedFilename(), 'tidings.json')
  nothingWrong(owner)
})

test('an owner invites a colleague with a link, resends it, and finds it all in the activity log', async context => {
  const { signIn, open } = await aWorkplace(context)
  const owner = await signIn('owner')
  const { page } = owner
  await open(page, 'settings/people')
  await page.getByText('What each role may do').click()
  await page.getByText('The only owner cannot leave before somebody else is one.').waitFor()
  assert.equal(
    await page.getByRole('button', { name: /^More actions/ }).count(),
    0,
    'the only owner cannot leave',
  )
  await page.getByLabel('Email address').fill('bob@example.com')
  await page.getByRole('button', { name: 'Invite' }).click()
  const link = page.locator('code').filter({ hasText: '/app/invitation#' })
  const first = await link.innerText()
  await page.getByRole('button', { name: 'Resend the invitation for bob@example.com' }).click()
  await link.filter({ hasNotText: first }).waitFor()
  assert.equal(await link.count(), 1, 'the link that no longer works is gone')
  await page.getByRole('button', { name: 'Cancel the invitation for bob@example.com' }).click()
  await page.getByRole('button', { name: 'Cancel the invitation for bob@example.com' }).waitFor({
    state: 'detached',
  })
  await link.waitFor({ state: 'detached' })
  await open(page, 'settings/publishing')
  await page.getByRole('button', { name: /^Add Tuesday and Thursday/ }).click()
  await page.getByRole('button', { name: /^Remove Thursday/ }).waitFor()

  await open(page, 'settings/activity')
  const invited = page.locator('section > div').filter({ hasText: 'invited bob@example.com' }).first()
  assert.match(await invited.innerText(), /^\d+:\d\d.*\sowner\s.*\sInvited bob@example\.com\s/s)
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Action').selectOption('Added a time to the schedule')
  await page.getByText('invited bob@example.com').first().waitFor({ state: 'detached' })
  await page.getByText('Thursday 10:00').waitFor()
  assert.match(page.url(), /action=time(?:\+|%20)added/)
  await page.getByLabel('Until').fill('2020-01-01')
  await page.getByText('Nothing matches').waitFor()
  await page.getByLabel('Until').fill('')
  await page.getByText('Thursday 10:00').waitFor()
  await page.getByLabel('Action').selectOption('Everything')
  await page.getByText('cancelled the invitation of bob@example.com').waitFor()
  nothingWrong(owner)
})

test('an owner gives the changelog page a logo, and replaces the feed addresses by typing the name', async context => {
  const { signIn, open, tidings, account } = await aWorkplace(context)
  const owner = await signIn('owner')
  const { page } = owner
  await open(page, 'channels/page')
  await page.getByLabel('Show the changelog as a page').check()
  await page.getByLabel('Title').fill('What is new at Acme')
  await page.getByLabel('Introduction').focus()
  await page.getByText('Saved.').waitFor()
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page
    .getByLabel('Add a logo: choose a file')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByAltText('Current logo').waitFor()
  const shown = await (await fetch(`${tidings.baseUrl}/c/${account}`)).text()
  assert.match(shown, /images\/[0-9a-f]{64}\.png/)

  await open(page, 'channels/feeds')
  await page.getByRole('button', { name: 'Replace all addresses' }).click()
  await page.getByLabel('Type “Acme” to confirm').fill('acme')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await page.getByText("Type the account's name, “Acme”").waitFor()
  await page.getByLabel('Type “Acme” to confirm').fill('Acme')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await page.waitForURL(url => !url.pathname.includes(account))
  assert.equal((await fetch(`${tidings.baseUrl}/changelog/${account}`)).status, 404)
  nothingWrong(owner)
})

test('an owner sees what the plan leaves, and goes to the payment provider to upgrade', async context => {
  const stripe = await startStripeServer()
  context.after(() => stripe.close())
  const { signIn, open } = await aWorkplace(context, {
    TIDINGS_STRIPE_SECRET_KEY: 'sk_test_1',
    TIDINGS_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TIDINGS_STRIPE_PRICE: 'price_1',
    TIDINGS_TEST_STRIPE: stripe.address,
  })
  const owner = await signIn('owner')
  const { page } = owner
  await skipFirstSteps(page)
  await openSettings(page, 'Plan')
  await page.getByText('1 of 3').waitFor()
  await page.route('https://checkout.stripe.com/**', route => route.fulfill({ body: 'Pay here' }))
  await page.getByRole('button', { name: 'Upgrade' }).click()
  await page.getByText('Pay here').waitFor()
  const [checkout] = stripe.asked
  await page.goto(checkout?.form.get('success_url') ?? '')
  await page.getByText('Thank you.').waitFor()
  assert.deepEqual(await findingsOf(page), [])

  const viewer = await signIn('viewer')
  await open(viewer.page, 'settings/plan')
  assert.equal(await viewer.page.getByRole('link', { name: 'Plan' }).count(), 0)
  await viewer.page.getByText('Only owners see the plan.').waitFor()
  nothingWrong(owner, ['https://checkout.stripe.com'])
})
