import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visit } from './browser.ts'
import { DESKTOP, heading, looksWell, nothingWrong } from './looks.ts'
import { runTidings } from './running.ts'
import { browser } from './test-browser.ts'

const PAGES = {
  channels: 'Channels',
  'channels/page': 'Changelog page',
  'channels/feeds': 'Feeds',
  'channels/widget': 'Widget',
  'channels/api': 'HTTP API',
  'settings/assistants': 'Assistants (MCP)',
  'settings/repositories': 'Repositories',
  'settings/publishing': 'Publishing',
  'settings/data': 'Data',
  'settings/insights': 'Insights',
  'settings/activity': 'Activity',
}

test('an owner connects a repository, tries the page and copies a snippet; a viewer changes nothing', async context => {
  const tidings = await runTidings(context)
  const account = JSON.parse(
    await tidings.command('account', 'create', '--name', 'Acme', '--json'),
  ).account_id
  const signIn = async (role: string) => {
    const words = ['user', 'create', '--email', `${role}@example.com`, '--role', role, '--json', '--account']
    const { link } = JSON.parse(await tidings.command(...words, account))
    const visitor = await visit(browser, link, DESKTOP)
    await visitor.page.getByRole('button', { name: 'Sign in' }).click()
    await visitor.page.waitForURL(url => url.pathname.includes(account))
    await visitor.page.waitForLoadState('networkidle')
    return visitor
  }
  const owner = await signIn('owner')
  const { page } = owner
  const open = (path: string) => page.goto(`${tidings.baseUrl}/app/${account}/${path}`)

  await open('settings/repositories')
  await page.getByRole('radio', { name: 'Webhook' }).check()
  await page.getByLabel('Repository', { exact: true }).fill('acme/app')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const hooks = page.getByRole('link', { name: 'Open its webhooks on github.com' })
  assert.equal(await hooks.getAttribute('href'), 'https://github.com/acme/app/settings/hooks')
  await page.getByText('The secret is shown only once').waitFor()
  await page.getByRole('button', { name: /^Copy the webhook address/ }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Connect with GitHub' }).count(), 0, 'there is no app')

  await open('channels/page')
  await page.getByLabel('Show the changelog as a page').check()
  await page.getByLabel('Title').fill('What is new at Acme')
  await page.frameLocator('iframe').getByRole('heading', { name: 'What is new at Acme' }).waitFor()

  await open('settings/assistants')
  await page.getByLabel('Client', { exact: true }).selectOption('Zed')
  await page.getByText('"context_servers"').waitFor()

  for (const [path, name] of Object.entries(PAGES)) {
    await open(path)
    await heading(page, name)
    await page.waitForLoadState('networkidle')
    await looksWell(page, path.replace('/', '-'))
  }

  const viewer = await signIn('viewer')
  for (const [path, name] of Object.entries(PAGES)) {
    await viewer.page.goto(`${tidings.baseUrl}/app/${account}/${path}`)
    await heading(viewer.page, name)
    await viewer.page.waitForLoadState('networkidle')
    const changing = viewer.page.getByRole('button', { name: /^(Save|Connect|Remove|Add|Replace)/ })
    for (const button of await changing.all())
      assert.ok(await button.isDisabled(), `${name} has no way to change`)
  }
  await viewer.page.goto(`${tidings.baseUrl}/app/${account}/settings/repositories`)
  await viewer.page.getByText('An owner has to add its webhook').waitFor()
  nothingWrong(owner)
  nothingWrong(viewer)
})
