import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { visit } from './browser.ts'
import { aFolder } from './checkout.ts'
import { DESKTOP, heading, looksWell, nothingWrong, openSettings, skipFirstSteps } from './looks.ts'
import { runTidings } from './running.ts'
import { browser } from './test-browser.ts'

const PASSWORD = 'correct horse battery'

test('from the set-up link to a team: set up, sign out and in, invite, accept, change a role', async context => {
  const tidings = await runTidings(context)
  const owner = await visit(browser, await tidings.link('set-up'), DESKTOP)
  const { page } = owner
  await heading(page, 'Set up Tidings')
  await looksWell(page, 'set-up')
  await page.getByLabel('Your team or product').fill('Acme')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, 'Your first ten minutes')
  const places = page.getByRole('navigation', { name: 'Pages' })
  assert.equal(await places.count(), 0, 'the first steps are one path')
  await skipFirstSteps(page)

  await page.getByRole('button', { name: 'Your account: Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await heading(page, 'Sign in')
  await looksWell(page, 'sign-in')
  // The first field has the focus.
  await page.keyboard.type('ada@example.com')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('or password is wrong').waitFor()
  await looksWell(page, 'sign-in-refused')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await heading(page, 'Review')
  await openSettings(page, 'People')

  await page.getByLabel('Email address').fill('bo@example.com')
  await page.getByLabel('Role', { exact: true }).selectOption('writer')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.locator('code').filter({ hasText: '/app/invitation#' }).waitFor()
  await page.getByRole('heading', { name: 'Pending invitations' }).waitFor()

  const guest = await visit(browser, await tidings.link('invitation'), DESKTOP)
  await heading(guest.page, 'Join Acme')
  await looksWell(guest.page, 'invitation')
  await guest.page.keyboard.type('Bo Diddley')
  await guest.page.keyboard.press('Enter')
  await heading(guest.page, 'Review')
  await openSettings(guest.page, 'People')
  assert.equal(await guest.page.getByRole('combobox').count(), 0, 'a writer changes no role')
  await looksWell(guest.page, 'members-writer')

  await page.reload()
  await page.getByLabel('Role of Bo Diddley').selectOption('publisher')
  await guest.page.reload()
  await guest.page.getByRole('paragraph').filter({ hasText: 'Publisher' }).waitFor()
  assert.equal(await page.getByLabel('Role of Ada Lovelace').count(), 0, 'the only owner keeps the role')
  await looksWell(page, 'members')

  await page.getByRole('link', { name: 'Channels' }).click()
  await page.getByRole('link', { name: 'HTTP API' }).click()
  await heading(page, 'HTTP API')
  await page.getByText('No tokens yet').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Sales assistant')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('it is shown only once').waitFor()
  await page.getByRole('button', { name: 'Remove Sales assistant' }).waitFor()
  await looksWell(page, 'api')
  await openSettings(page, 'People')

  await page.getByRole('button', { name: 'More actions for Bo Diddley' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog', { name: 'Delete Bo Diddley?' }).waitFor()
  await looksWell(page, 'members-erase')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Bo Diddley', { exact: true }).waitFor({ state: 'detached' })
  await guest.page.reload()
  await guest.page.waitForURL(/\/sign-in/)
  nothingWrong(owner)
  nothingWrong(guest)
})

test('a person changes their name and their password, and sees where they are signed in', async context => {
  const tidings = await runTidings(context)
  const account = JSON.parse(
    await tidings.command('account', 'create', '--name', 'Acme', '--json'),
  ).account_id
  const words = ['user', 'create', '--email', 'cy@example.com', '--role', 'viewer', '--json', '--account']
  const { link } = JSON.parse(await tidings.command(...words, account))
  const visitor = await visit(browser, link, DESKTOP)
  const { page } = visitor
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Review')
  await page.getByRole('button', { name: 'Your account: cy' }).click()
  await page.getByRole('menuitem', { name: 'Name, password, devices' }).click()
  await heading(page, 'Your account')
  await page.getByLabel('Your name').fill('Cy Twombly')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Your account: Cy Twombly' }).waitFor()
  await page.getByRole('button', { name: 'Add a password' }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You are signed out on all other devices').waitFor()
  await page.getByText('(this device)').waitFor()
  await looksWell(page, 'you')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await heading(page, 'Sign in')
  await page.getByLabel('Email address').fill('cy@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Review')
  await page.goto(`${tidings.baseUrl}/app/${account}/you`)
  await page.getByRole('button', { name: 'Replace the password' }).click()
  await page.getByLabel('Current password').fill('not the current one')
  await page.getByLabel('New password').fill('another long password')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('That is not your current password').waitFor()
  await looksWell(page, 'you-refused')
  nothingWrong(visitor)
})

test('a link lets in by keyboard alone, to every account that one is in', async context => {
  const tidings = await runTidings(context)
  const accounts = ['Acme', 'Beta'].map(name =>
    tidings.command('account', 'create', '--name', name, '--json'),
  )
  const [acme, beta] = (await Promise.all(accounts)).map(text => JSON.parse(text).account_id)
  const words = ['user', 'create', '--email', 'cy@example.com', '--role', 'viewer', '--json', '--account']
  await tidings.command(...words, acme)
  const { link } = JSON.parse(await tidings.command(...words, beta))
  const visitor = await visit(browser, link, DESKTOP)
  const { page } = visitor
  await heading(page, 'Sign in to Tidings')
  await looksWell(page, 'link')
  // The button has the focus.
  await page.keyboard.press('Enter')
  await heading(page, 'Review')
  await openSettings(page, 'People')
  await page.getByText('Only owners can change this').waitFor()
  await page.getByRole('button', { name: /Switch account/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: /Beta/ }).waitFor()
  await looksWell(page, 'switch')
  await page.getByRole('menuitemradio', { name: /Acme/ }).click()
  await page.getByRole('menuitemradio').first().waitFor({ state: 'detached' })
  await heading(page, 'People')
  const answer = Promise.withResolvers<void>()
  await page.route('**/open', async route => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /Switch account/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: /Beta/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(beta))
  await page.getByRole('button', { name: 'Account: Beta. Switch account' }).waitFor()
  await openSettings(page, 'People')
  const answered = page.waitForResponse('**/open')
  answer.resolve()
  await answered
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await heading(page, 'People')

  // On a phone there is no sidebar; the settings are a list of their parts, with the menus of the account and the person above it.
  await page.setViewportSize({ width: 390, height: 844 })
  await openSettings(page, 'General')
  await page.getByRole('link', { name: '← Settings' }).click()
  await heading(page, 'Settings')
  assert.equal(await page.getByLabel('Time zone').count(), 0, 'the list stands alone')
  await looksWell(page, 'settings')
  await page.getByRole('button', { name: 'Account: Beta. Switch account' }).click()
  await page.getByRole('menuitemradio', { name: /Acme/ }).click()
  await page.waitForURL(new RegExp(acme))
  if (DESKTOP.viewport) await page.setViewportSize(DESKTOP.viewport)

  const file = join(aFolder(context), 'merges.jsonl')
  const merge = {
    repo: 'acme/app',
    number: 1,
    title: 'feat: export reports as CSV',
    author: 'ada',
    files: [],
  }
  writeFileSync(file, JSON.stringify({ ...merge, body: '', merged_at: '2026-01-01T00:00:00Z', labels: [] }))
  await tidings.command('import', 'jsonl', file, '--account', acme, '--past', 'drafts')
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: 'Export reports as CSV' })
  await row.waitFor()
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Account: Acme. Switch account' }).click()
  await page.getByRole('menuitemradio', { name: /Beta/ }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  assert.ok(asked.some(path => path.endsWith(`/accounts/${beta}/inbox`)))
  const entries = asked.filter(path => path.includes(`/accounts/${beta}/entries/`))
  assert.deepEqual(entries, [], 'no entry of one account is looked for in another')

  const again = await visit(browser, link, DESKTOP)
  await again.page.getByRole('button', { name: 'Sign in' }).click()
  await again.page.getByRole('alert').getByText('already used').waitFor()
  await again.page.getByRole('link', { name: 'Request a new link' }).click()
  await again.page.getByLabel('Email address').fill('cy@example.com')
  await again.page.getByRole('button', { name: 'Sign in' }).click()
  await heading(again.page, 'Check the terminal')
  await looksWell(again.page, 'link-sent')
  assert.match(await tidings.link('sign-in/link'), /#[\w-]{43}$/)

  await page.goto(`${tidings.baseUrl}/app/nowhere`)
  await heading(page, 'Page not found')
  await looksWell(page, 'not-found')
  await page.context().setOffline(true)
  await page.getByText('Offline. Decisions wait').waitFor()
  await page.context().setOffline(false)
  nothingWrong(visitor)
  nothingWrong(again)
})
