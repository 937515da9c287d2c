import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt } from '../testing/second-factor.ts'
import { visit } from './browser.ts'
import { DESKTOP, heading, looksWell, nothingWrong, skipFirstSteps } from './looks.ts'
import { type RunningTidings, runTidings } from './running.ts'
import { browser } from './test-browser.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse battery'
const STEP_MS = 30_000

/** Ada, an owner, on the page about herself. */
async function ada(context: TestContext) {
  const tidings = await runTidings(context)
  const { account_id } = JSON.parse(await tidings.command('account', 'create', '--name', 'Acme', '--json'))
  const words = ['--email', EMAIL, '--account', account_id, '--role', 'owner', '--json']
  const { link } = JSON.parse(await tidings.command('user', 'create', ...words))
  const visited = await visit(browser, link, DESKTOP)
  await visited.page.getByRole('button', { name: 'Sign in' }).click()
  await skipFirstSteps(visited.page)
  await openAccountPage(visited.page)
  return { tidings, ...visited }
}

async function openAccountPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account: ada' }).click()
  await page.getByRole('menuitem', { name: 'Name, password, devices' }).click()
  await heading(page, 'Your account')
}

/** Signs out, and signs in again with the password. */
async function signInWithPassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account: ada' }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await heading(page, 'Sign in')
  await page.getByLabel('Email address').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await heading(page, 'Enter your code')
}

const codeField = (page: Page) => page.getByLabel('Code', { exact: true })

async function giveRecoveryCode(page: Page, code: string, verb: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Use a recovery code' }).check()
  await page.getByLabel('Recovery code', { exact: true }).fill(code)
  await page.getByRole('button', { name: verb, exact: true }).last().click()
}

/** Turns the second factor on. Gives the authenticator app's key and the recovery codes. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Add two-factor authentication' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await looksWell(page, 'second-factor-set-up')
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await codeField(page).fill('000000')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('alert').getByText('That code is wrong or was used already').waitFor()
  await codeField(page).fill(codeAt(secret, Date.now()))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  await looksWell(page, 'second-factor-recovery-codes')
  const list = page.getByRole('dialog', { name: 'Save your recovery codes' }).getByRole('listitem')
  const codes = await list.allTextContents()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'tidings-recovery-codes.txt')
  assert.ok((await readFile(await download.path(), 'utf8')).endsWith(`${codes.join('\n')}\n`))
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('10 recovery codes are left').waitFor()
  return { secret, codes }
}

async function bySignInLink(page: Page, tidings: RunningTidings): Promise<void> {
  const { link } = JSON.parse(await tidings.command('user', 'link', '--email', EMAIL, '--json'))
  await page.context().clearCookies()
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Enter your code')
}

test('a second factor is set up, asked for, and turned off', async context => {
  const { page, tidings, ...visited } = await ada(context)
  await page.getByRole('button', { name: 'Add a password' }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Password saved.').waitFor()
  const { secret, codes } = await turnOn(page)
  await looksWell(page, 'second-factor-on')

  await signInWithPassword(page)
  await looksWell(page, 'sign-in-code')
  await codeField(page).fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').getByText('That code is wrong or was used already').waitFor()
  // The code is that of the next half minute, because the present one has been used.
  await codeField(page).fill(codeAt(secret, Date.now() + STEP_MS))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await heading(page, 'Review')

  await bySignInLink(page, tidings)
  await giveRecoveryCode(page, codes[0] ?? '', 'Sign in')
  await heading(page, 'Review')
  await openAccountPage(page)
  await page.getByText('9 recovery codes are left').waitFor()

  await tidings.command('user', 'sign-out', '--email', EMAIL)
  await page.getByLabel('Your name').fill('Ada')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await giveRecoveryCode(page, codes[1] ?? '', 'Sign in')
  await page.getByText('Saved.').waitFor()

  await page.getByRole('button', { name: 'Remove two-factor authentication' }).click()
  await page.getByRole('dialog').waitFor()
  await looksWell(page, 'second-factor-off')
  await giveRecoveryCode(page, codes[2] ?? '', 'Remove')
  await page.getByText('Two-factor authentication is off.').waitFor()
  nothingWrong({ page, ...visited })
})
