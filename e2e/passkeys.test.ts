import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../testing/postgres.ts'
import { visit } from './browser.ts'
import { DESKTOP, heading, looksWell, nothingWrong, skipFirstSteps } from './looks.ts'
import { runTidings } from './running.ts'
import { browser } from './test-browser.ts'

/** Gives the page an authenticator that recognizes its owner, as Chromium simulates it. */
async function withDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  })
}

/** Starts Tidings at an address with a host name; gives a link that signs its owner in. */
async function anOwner(context: TestContext): Promise<string> {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const tidings = await runTidings(context, { PORT: String(port), TIDINGS_BASE_URL: address })
  const { account_id } = JSON.parse(await tidings.command('account', 'create', '--name', 'Acme', '--json'))
  const words = ['--email', 'ada@example.com', '--account', account_id, '--role', 'owner', '--json']
  return JSON.parse(await tidings.command('user', 'create', ...words)).link
}

test('a passkey is added, signs in, and is removed', async context => {
  const ada = await visit(browser, await anOwner(context), DESKTOP, { prepare: withDevice })
  const { page } = ada
  await page.getByRole('button', { name: 'Sign in' }).click()
  await skipFirstSteps(page)
  await openAccountPage(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey added.').waitFor()
  await page.getByText(/^Added with .* on Linux$/).waitFor()
  await looksWell(page, 'passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('alert').getByText('This device already has a passkey for you.').waitFor()

  await page.getByRole('button', { name: 'Your account: ada' }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await heading(page, 'Sign in')
  await looksWell(page, 'sign-in-with-passkey')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await heading(page, 'Review')
  await openAccountPage(page)
  await page.getByText(/last used/).waitFor()
  await page.getByRole('button', { name: /^Remove the passkey/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(/^Added with/).waitFor({ state: 'detached' })
  nothingWrong(ada)
  assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 1)
})

async function openAccountPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account: ada' }).click()
  await page.getByRole('menuitem', { name: 'Name, password, devices' }).click()
  await heading(page, 'Your account')
}
