import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startDnsServer } from '../testing/dns-server.ts'
import { type OidcServer, startOidcServer } from '../testing/oidc-server.ts'
import { freePort } from '../testing/postgres.ts'
import { visit } from './browser.ts'
import { DESKTOP, heading, looksWell, nothingWrong, openSettings, skipFirstSteps } from './looks.ts'
import { type RunningTidings, runTidings } from './running.ts'
import { browser } from './test-browser.ts'

/** Starts Tidings with an OpenID Connect provider, and with Ada, who owns two accounts. */
async function aCompany(context: TestContext, more: Record<string, string> = {}) {
  const port = await freePort()
  const provider = await startOidcServer(`http://127.0.0.1:${port}`)
  context.after(() => provider.close())
  const tidings = await runTidings(context, {
    ...provider.env,
    TIDINGS_OIDC_NAME: 'Acme',
    PORT: String(port),
    ...more,
  })
  for (const name of ['Acme', 'Beta']) {
    const account = JSON.parse(await tidings.command('account', 'create', '--name', name, '--json'))
    const words = ['--email', 'ada@example.com', '--account', account.account_id, '--role', 'owner']
    await tidings.command('user', 'create', ...words)
  }
  return { provider, tidings }
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Acme' })

/** Ada invites this address to the account that she sees, and gives the link. */
async function invited(ada: Page, tidings: RunningTidings, email: string): Promise<string> {
  tidings.forget()
  await ada.getByLabel('Email address').fill(email)
  await ada.getByRole('button', { name: 'Invite' }).click()
  return tidings.link('invitation')
}

async function openMembers(page: Page, account: string): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitemradio', { name: account }).click()
  await page.getByRole('button', { name: `Account: ${account}.` }).waitFor()
  await heading(page, 'Review')
  await openSettings(page, 'People')
}

async function signedInAda(tidings: RunningTidings, provider: OidcServer) {
  provider.be({ sub: '1', email: 'ada@example.com', email_verified: true, name: 'Ada' })
  const ada = await visit(browser, `${tidings.baseUrl}/app/`, DESKTOP)
  await signInButton(ada.page).click()
  await skipFirstSteps(ada.page)
  return ada
}

test('members and invited people sign in with the company’s provider', async context => {
  const { provider, tidings } = await aCompany(context)
  const ada = await visit(browser, `${tidings.baseUrl}/app/`, DESKTOP)
  await heading(ada.page, 'Sign in')
  await signInButton(ada.page).waitFor()
  await looksWell(ada.page, 'sign-in-with-provider')
  provider.be({ sub: '1', email: 'ada@example.com', email_verified: false })
  await signInButton(ada.page).click()
  await ada.page.getByRole('alert').getByText('Acme has not verified your email address').waitFor()
  await looksWell(ada.page, 'sign-in-unverified')
  nothingWrong(ada, [provider.issuer])

  const { page } = await signedInAda(tidings, provider)
  await openMembers(page, 'Acme')
  const toAcme = await invited(page, tidings, 'bo@example.com')
  provider.be({ sub: '2', email: 'bo@example.com', email_verified: true, name: 'Bo Diddley' })
  const bo = await visit(browser, toAcme, DESKTOP)
  await heading(bo.page, 'Join Acme')
  await looksWell(bo.page, 'invitation-with-provider')
  await signInButton(bo.page).click()
  await heading(bo.page, 'Review')
  await bo.page.getByRole('button', { name: 'Your account: Bo Diddley' }).click()
  await bo.page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await heading(bo.page, 'Sign in')

  await openMembers(page, 'Beta')
  await bo.page.goto(await invited(page, tidings, 'bo@example.com'))
  await heading(bo.page, 'Join Beta')
  await bo.page.getByRole('link', { name: 'Sign in' }).click()
  await signInButton(bo.page).click()
  await heading(bo.page, 'Join Beta')
  await bo.page.getByRole('button', { name: 'Accept' }).click()
  await heading(bo.page, 'Review')
  nothingWrong(bo, [provider.issuer])
})

test('an account that requires the provider is shown only to who signed in with it', async context => {
  const { provider, tidings } = await aCompany(context)
  const link = ['user', 'link', '--email', 'ada@example.com', '--json']
  const linked = await visit(browser, JSON.parse(await tidings.command(...link)).link, DESKTOP)
  await linked.page.getByRole('button', { name: 'Sign in' }).click()
  await heading(linked.page, 'Your first ten minutes')
  const { page } = await signedInAda(tidings, provider)
  await openMembers(page, 'Acme')
  await page.getByRole('checkbox', { name: 'Require Acme' }).click()
  await page.getByText('Members have to sign in with Acme').waitFor()
  await looksWell(page, 'members-sign-on-required')
  await linked.page.goto(page.url())
  await heading(linked.page, 'Acme requires single sign-on')
  await linked.page.getByRole('button', { name: 'Continue to Beta' }).waitFor()
  await looksWell(linked.page, 'sign-on-required')
  await signInButton(linked.page).click()
  await heading(linked.page, 'People')
  await page.getByRole('checkbox', { name: 'Require Acme' }).click()
  await page.getByText('Members can sign in however they like').waitFor()
})

test('whoever has an address of the company’s domain joins by signing in', async context => {
  const dns = await startDnsServer()
  context.after(() => dns.close())
  const { provider, tidings } = await aCompany(context, {
    NODE_OPTIONS: `--import=${new URL('local-dns.ts', import.meta.url)}`,
    LOCAL_DNS_PORT: String(dns.port),
  })
  const ada = await signedInAda(tidings, provider)
  const { page } = ada
  await openMembers(page, 'Acme')
  const domains = page.getByRole('region', { name: 'Join by domain' })
  await domains.getByLabel('Domain', { exact: true }).fill('gmail.com')
  await domains.getByRole('button', { name: 'Add', exact: true }).click()
  await domains.getByRole('alert').getByText('no public mail host').waitFor()
  await domains.getByLabel('Domain', { exact: true }).fill('Acme.example')
  await domains.getByLabel('Role', { exact: true }).selectOption('Writer')
  await domains.getByRole('button', { name: 'Add', exact: true }).click()
  const proof = domains.getByRole('region', { name: 'Proof of acme.example' })
  await proof.getByRole('button', { name: 'Check' }).click()
  await domains.getByRole('alert').getByText('has no TXT record with the value').waitFor()
  await looksWell(page, 'members-domain-waits')
  const [name = '', value = ''] = await proof.locator('code').allTextContents()
  dns.records.set(name, [value])
  await proof.getByRole('button', { name: 'Check' }).click()
  await domains.getByText('Verified').waitFor()
  await looksWell(page, 'members-domain-proven')

  provider.be({ sub: '5', email: 'eve@acme.example', email_verified: true, name: 'Eve Adams' })
  const eve = await visit(browser, `${tidings.baseUrl}/app/`, DESKTOP)
  await signInButton(eve.page).click()
  await heading(eve.page, 'Review')
  await page.getByLabel('Role of Eve Adams').waitFor()
  assert.equal(await page.getByLabel('Role of Eve Adams').inputValue(), 'writer')
  await openSettings(page, 'Data')
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByText('domain: acme.example').waitFor()
  for (const visitor of [ada, eve]) nothingWrong(visitor, [provider.issuer])
})

test('when the provider is gone, the operator lets people in', async context => {
  const { provider, tidings } = await aCompany(context)
  await provider.close()
  const { page } = await visit(browser, `${tidings.baseUrl}/app/`, DESKTOP)
  await signInButton(page).click()
  await page.getByRole('alert').getByText('Signing in with Acme is not available right now').waitFor()
  const { link } = JSON.parse(await tidings.command('user', 'link', '--email', 'ada@example.com', '--json'))
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Your first ten minutes')
  const said = await tidings.command('user', 'sessions', '--email', 'ada@example.com')
  assert.match(said, /last seen .* on Linux/)
})
