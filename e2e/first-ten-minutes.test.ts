import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { generateRepository } from '../bench/repository.ts'
import { aRepository, type Repository } from '../testing/repositories.ts'
import { visit } from './browser.ts'
import { aFolder } from './checkout.ts'
import { DESKTOP, faultsOf, heading, looksWell, nothingWrong } from './looks.ts'
import { type RunningTidings, runTidings } from './running.ts'
import { browser } from './test-browser.ts'

const PHONE = { colorScheme: 'dark', viewport: { width: 320, height: 640 } } as const

test('by keyboard alone from the set-up link to a page that customers read', async context => {
  using repository = await aRepository({ name: 'acme' })
  await writeHistory(repository)
  const tidings = await runTidings(context, { TIDINGS_GIT_ROOTS: dirname(repository.folder) })
  const stranger = await visit(browser, `${tidings.baseUrl}/app/`, DESKTOP)
  await heading(stranger.page, 'Set up Tidings first')
  assert.doesNotMatch(await stranger.page.content(), /set-up#/, 'the link itself stays with the operator')
  await looksWell(stranger.page, 'no-owner')
  await stranger.page.goto(`${tidings.baseUrl}/app/set-up`)
  await heading(stranger.page, 'This link is not valid')
  await stranger.page.getByText('tidings serve').waitFor()
  await looksWell(stranger.page, 'set-up-link-cut')
  await stranger.page.close()

  const owner = await visit(browser, await tidings.link('set-up'), DESKTOP)
  const { page } = owner
  await heading(page, 'Set up Tidings')
  // The first field has the focus.
  await page.keyboard.type('Acme')
  await typeInto(page, 'Your name', 'Ada Lovelace')
  await typeInto(page, 'Email address', 'ada@example.com')
  await typeInto(page, 'Password', 'correct horse battery')
  await page.keyboard.press('Enter')

  await heading(page, 'Your first ten minutes')
  await openStep(page, 'Choose where merges come from').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await looksWell(page, 'start-source')
  await tabTo(page, 'Import')
  await page.keyboard.press('Enter')

  await openStep(page, 'See what was found').waitFor({ timeout: 30_000 })
  assert.equal(await focusedText(page), 'See what was found', 'the next step has the focus')
  const found = '5 of 7 merges would interest your customers; 1 of them is already announced elsewhere.'
  await page.getByText(found).waitFor()
  await page.getByText('4 drafts wait in Review.').waitFor()
  await page.getByRole('heading', { level: 3, name: 'The editor has a dark mode' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await looksWell(page, 'start-review')
  await page.reload()
  await openStep(page, 'See what was found').waitFor()
  await tabTo(page, 'Continue')
  await page.keyboard.press('Enter')

  await openStep(page, 'Publish an entry').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await page.getByRole('button', { name: /^Show: / }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await looksWell(page, 'start-publish')
  await tabTo(page, 'Edit')
  await page.keyboard.press('Enter')
  await page.getByLabel('Headline').waitFor()
  await tabTo(page, 'Your first ten minutes')
  await page.keyboard.press('Enter')
  await openStep(page, 'Publish an entry').waitFor()
  await page.getByText(/^Your customers see it dated .* the day of the merge\.$/).waitFor()
  await tabTo(page, 'Publish')
  await page.keyboard.press('Enter')
  await page.getByText('1 entry is published.').waitFor({ timeout: 30_000 })
  await openStep(page, 'Show it to your customers').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await looksWell(page, 'start-page')

  await tabTo(page, 'Publish')
  await page.keyboard.press('Enter')
  await heading(page, 'Your changelog is ready')
  await page.getByText('Your customers cannot read the page yet.').waitFor()
  const shown = await page.getByRole('link', { name: 'Open the page' }).boundingBox()
  assert.ok(shown && shown.y > 0 && shown.y < 300, 'the address is what one sees first')
  await page.getByText('TIDINGS_BASE_URL=').waitFor()
  await page.getByRole('link', { name: 'Connect your code host' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await looksWell(page, 'start-done')
  await tabTo(page, 'Copy the address of the page')
  await page.keyboard.press('Enter')
  await page.getByText('Copied', { exact: true }).waitFor()

  await tabTo(page, 'Show: See what was found')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Start from today' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: 'No drafts', checked: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: 'Your own changelog', checked: true }).waitFor()
  await page.getByRole('row', { name: 'Export reports as CSV Export reports as CSV' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await looksWell(page, 'start-own-changelog')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: 'Publish the past', checked: true }).waitFor()
  await page.getByRole('button', { name: 'Select all to read first' }).press('Enter')
  assert.deepEqual(await faultsOf(page), [])
  await looksWell(page, 'start-past')
  await tabTo(page, /^Publish \d entr/)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  await page.getByText(/^[2-9] entries are published\.$/).waitFor({ timeout: 30_000 })

  const address = `${tidings.baseUrl}/c/acme`
  const customer = await visit(browser, address, DESKTOP)
  await customer.page.getByRole('heading', { name: 'The editor has a dark mode' }).waitFor()
  await customer.page.getByRole('heading', { name: 'Receipts show the currency of the account' }).waitFor()
  const dates = await customer.page
    .locator('time')
    .evaluateAll(all => all.map(one => one.getAttribute('datetime')))
  assert.ok(
    dates.every(date => date?.startsWith('2026-01-')),
    'the past has the dates of its merges, the entry that was published alone too',
  )
  nothingWrong(owner)
})

test('an import goes on by itself after the server was killed, and records nothing twice', async context => {
  const root = aFolder(context)
  const merges = 2_600
  await generateRepository(join(root, 'app'), merges)
  const tidings = await runTidings(context, { TIDINGS_GIT_ROOTS: root })
  const account = await anAccount(tidings)
  const owner = await visit(browser, await aSignInLink(tidings, account), DESKTOP)
  const { page } = owner
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Your first ten minutes')
  await page.getByLabel('How far back').selectOption('all')
  await page.getByRole('button', { name: 'Import' }).click()
  const far = page.getByText(/Deciding what customers would notice: \d/)
  await far.waitFor({ timeout: 60_000 })
  await tidings.kill()
  await page
    .getByText(/server cannot be reached/i)
    .first()
    .waitFor()
  await far.waitFor()
  await looksWell(page, 'start-reading')
  await tidings.startAgain()
  await openStep(page, 'See what was found').waitFor({ timeout: 120_000 })
  const { pulls } = JSON.parse(await tidings.command('pull', 'list', '--account', account, '--json'))
  const numbers = pulls.map(({ number }: { number: number }) => number)
  assert.equal(numbers.length, merges)
  assert.equal(new Set(numbers).size, merges)
})

test('what was chosen while the server was slow to answer stays', async context => {
  const root = aFolder(context)
  await generateRepository(join(root, 'app'), 1)
  const tidings = await runTidings(context, { TIDINGS_GIT_ROOTS: root })
  const owner = await visit(browser, await aSignInLink(tidings, await anAccount(tidings)), DESKTOP)
  const { page } = owner
  await page.clock.install()
  const released = Promise.withResolvers<void>()
  await page.route('**/sources', async route => {
    await released.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('status', { name: 'Loading how far you have come' }).waitFor()
  released.resolve()
  const span = page.getByLabel('How far back')
  await span.selectOption('all')
  await page.clock.fastForward(5_000)
  assert.equal(await span.inputValue(), 'all')
  nothingWrong(owner)
})

test('a viewer sees how far it is and changes nothing, and the path can be skipped', async context => {
  const tidings = await runTidings(context)
  const account = await anAccount(tidings)
  const viewer = await visit(browser, await aSignInLink(tidings, account, 'viewer'), PHONE)
  await heading(viewer.page, 'Sign in to Tidings')
  // The button has the focus.
  await viewer.page.keyboard.press('Enter')
  await heading(viewer.page, 'Review')
  await viewer.page.goto(`${tidings.baseUrl}/app/${account}/start`)
  await viewer.page.getByText('Only owners can connect repositories').waitFor()
  assert.equal(await viewer.page.locator('main form').count(), 0)
  assert.equal(await viewer.page.locator('main').getByRole('button').count(), 0)

  const owner = await visit(browser, await aSignInLink(tidings, account), DESKTOP)
  const { page } = owner
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Your first ten minutes')
  await page.getByRole('radio', { name: 'Git directory' }).check()
  await page.getByText('The server may not read any folder yet').waitFor()
  await looksWell(page, 'start-no-directory')
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await heading(page, 'Review')
  await page.goto(`${tidings.baseUrl}/app/`)
  await heading(page, 'Review')
  await page.getByRole('link', { name: 'Get started', exact: true }).click()
  await heading(page, 'Your first ten minutes')
  await page.getByRole('radio', { name: 'Webhook' }).check()
  await page.getByRole('textbox', { name: 'Repository' }).fill('acme/app')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('The secret is shown only once').waitFor()
  await looksWell(page, 'start-webhook')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Waiting for the first merge').waitFor()
  await looksWell(page, 'start-waiting')
  nothingWrong(owner)
})

/** Writes seven merges: one already in the changelog, two with release notes, two others for customers, two not noticed by customers. */
async function writeHistory(repository: Repository): Promise<void> {
  const note = (text: string) => `\`\`\`release-note\n${text}\n\`\`\`\n`
  await repository.squash('feat: export reports as CSV', {
    number: 1,
    body: 'Any report can be downloaded as a CSV file.',
  })
  await repository.squash('fix: wrong currency', {
    number: 2,
    body: note('Receipts show the currency of the account.'),
    files: { 'src/receipts.ts': 'export {}' },
  })
  await repository.squash('ci: cache packages', {
    number: 3,
    files: { '.github/workflows/ci.yml': 'on: push' },
  })
  await repository.squash('feat: dark mode', {
    number: 4,
    body: note('The editor has a dark mode.\n\nIt follows the colors of your system.'),
    files: { 'src/theme.ts': 'export {}' },
  })
  await repository.squash('chore: bump dependencies', { number: 5, files: { 'package-lock.json': '{}' } })
  await repository.squash('feat: search in all projects', {
    number: 6,
    files: { 'src/search.ts': 'export {}' },
  })
  await repository.squash('feat: keyboard shortcuts', {
    number: 7,
    body: 'Users can now see all keyboard shortcuts in the help menu.',
    files: { 'src/shortcuts.ts': 'export {}' },
  })
  const changelog = '# Changelog\n\n## 1.0.0 - 2026-01-06\n\n- Export reports as CSV (#1)\n'
  await repository.commit('Release 1.0.0', { files: { 'CHANGELOG.md': changelog } })
}

const anAccount = async (tidings: RunningTidings): Promise<string> =>
  JSON.parse(await tidings.command('account', 'create', '--name', 'Acme', '--json')).account_id

async function aSignInLink(tidings: RunningTidings, account: string, role = 'owner'): Promise<string> {
  const words = ['--email', `${role}@example.com`, '--role', role, '--account', account, '--json']
  return JSON.parse(await tidings.command('user', 'create', ...words)).link
}

/** The heading of the step that is open. */
const openStep = (page: Page, title: string) =>
  page.locator('li[aria-current="step"]').getByRole('heading', { level: 2, name: title, exact: true }).first()

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (typeof name === 'string' ? focused.trim() === name : name.test(focused.trim())) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not reach ${name}.`)
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label)
  for (let presses = 0; presses < 20; presses++) {
    if (await field.evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(text)
}
