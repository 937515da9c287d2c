import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../testing/until.ts'
import { looksWell, nothingWrong } from './looks.ts'
import { aSocialFixture } from './social-fixture.ts'
import { aTeam } from './team.ts'
import { browser } from './test-browser.ts'

test('an owner connects Mastodon, words a post before it goes out, sees it there and withdraws it', async context => {
  const fixture = await aSocialFixture(context, browser)
  const owner = await fixture.join('owner')
  const { page } = owner
  await page.goto(fixture.address('channels'))
  await page.getByText('No social account is connected yet.').waitFor()
  await page.getByRole('button', { name: 'Mastodon' }).click()
  await page.getByRole('dialog').getByLabel('Server').first().fill(fixture.mastodon.origin)
  await page.getByRole('button', { name: 'Continue to Mastodon' }).click()
  await page.getByText(/ on Mastodon is connected\./).waitFor()
  await page.getByText('Connected', { exact: true }).waitFor()

  const note = '## Release notes\n\nCustomers can download every report as a CSV file.'
  await fixture.merge('feat: export reports as CSV', note)
  await page.goto(fixture.address(`entries/${await fixture.draft()}?tab=posts`))
  const post = page.getByRole('article', { name: 'Post on Mastodon' })
  await post.getByText('Customers can download every report').first().waitFor()
  await page.getByText('Goes out 5 minutes after the entry is published.').waitFor()
  await looksWell(page, 'entry-posts')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Goes out in').first().waitFor()
  assert.deepEqual(fixture.mastodon.statuses, [], 'nothing is posted before its time')

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const field = page.getByLabel('Text for Mastodon')
  await field.fill('x'.repeat(501))
  await page.getByText('501 of 500').waitFor()
  assert.ok(
    await page.getByRole('button', { name: 'Save', exact: true }).isDisabled(),
    'too long is not saved',
  )
  await field.fill('Reports as CSV')
  await page.reload()
  assert.equal(await field.inputValue(), 'Reports as CSV', 'what was typed is kept')
  await page.getByRole('button', { name: 'Words', exact: true }).click()
  await page.getByRole('button', { name: 'Posts', exact: true }).click()
  assert.equal(await field.inputValue(), 'Reports as CSV')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /^Post: / }).click()
  await page.getByRole('link', { name: 'Open on Mastodon' }).waitFor()
  assert.deepEqual(
    fixture.mastodon.statuses.map(({ text }) => text),
    ['Reports as CSV'],
  )

  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText(/^Removed ./).waitFor()
  assert.deepEqual(fixture.mastodon.statuses, [])
  nothingWrong(owner, [fixture.mastodon.origin])
})

test('posts that wait are settled on the page; a viewer sees them and changes nothing', async context => {
  const fixture = await aSocialFixture(context, browser)
  const owner = await fixture.join('owner')
  const { page } = owner
  await page.goto(fixture.address('channels'))
  await page.getByRole('button', { name: 'Bluesky' }).click()
  const dialog = page.getByRole('dialog')
  const bySecret = dialog.getByText('With an app password instead')
  if (await bySecret.isVisible()) await bySecret.click()
  await dialog.getByLabel('Handle').last().fill(fixture.bluesky.handle)
  await dialog.getByLabel('App password').fill(fixture.bluesky.anAppPassword())
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'X', exact: true }).click()
  await page.getByRole('button', { name: 'Continue to X' }).click()
  await page.getByText('@acme on X is connected.').waitFor()
  await page.getByRole('link', { name: 'X', exact: true }).click()
  await page.getByText('$0.00 of $10.00 spent this month').waitFor()
  await page.getByRole('radio', { name: 'Larger changes' }).check()
  await page.getByText('Saved.').waitFor()
  await page.reload()
  await page.getByRole('radio', { name: 'Larger changes', checked: true }).waitFor()
  await page.getByRole('radio', { name: 'Post everything' }).check()
  await page.getByText('Saved.').waitFor()
  await looksWell(page, 'social-account')

  await fixture.merge('fix: show receipts in the right currency')
  await page.goto(fixture.address(`entries/${await fixture.draft()}?tab=posts`))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Goes out in').first().waitFor()
  await page.getByRole('button', { name: /^Pause/ }).click()
  fixture.x.revoke()
  await page.getByRole('group', { name: 'Which social account' }).getByRole('button', { name: 'X' }).click()
  await page.getByRole('button', { name: /^Post: / }).click()
  await page.getByText('It goes out once an owner reconnects the social account.').waitFor()

  await page.goto(fixture.address('channels'))
  const waiting = page.getByRole('listitem').filter({ hasText: '1 post held' })
  await waiting.getByText('1 other needs attention').waitFor()
  await waiting.getByText('1 post held').click()
  await waiting.getByText('Somebody held them back.').waitFor()
  await page.getByText('Not connected', { exact: true }).waitFor()
  await looksWell(page, 'social')
  const viewer = await fixture.join('viewer')
  await viewer.page.goto(fixture.address('channels'))
  await viewer.page.getByText('1 post held').click()
  await viewer.page.getByText('Somebody held them back.').waitFor()
  const main = viewer.page.getByRole('main')
  const buttons = await main.getByRole('button').allTextContents()
  assert.deepEqual([...new Set(buttons)], ['Copy'], 'a viewer only copies addresses')
  assert.equal(await main.getByRole('textbox').count(), 0, 'a viewer has no field')
  await viewer.page.setViewportSize({ width: 390, height: 844 })
  const address = main.getByTitle(/\/changelog\/[\w-]+$/)
  assert.ok(((await address.boundingBox())?.height ?? 99) < 24, 'an address is one line')
  assert.ok(
    await address.evaluate(shown => shown.scrollWidth <= shown.clientWidth),
    'its end, which tells it apart, is seen',
  )
  const copied = await address.evaluate(shown => {
    getSelection()?.selectAllChildren(shown)
    return String(getSelection())
  })
  assert.equal(copied, await address.getAttribute('title'), 'what is selected is all of it')
  const left = async (text: string) => (await main.getByText(text, { exact: true }).boundingBox())?.x ?? 0
  assert.ok((await left('Not connected')) > (await left('@acme')), 'the state stands after the handle')

  await page.getByRole('link', { name: 'X', exact: true }).click()
  await page.getByRole('button', { name: /^Reconnect / }).click()
  await page.getByRole('button', { name: 'Continue to X' }).click()
  await page.getByText('@acme on X is connected.').waitFor()
  await until(() => fixture.x.posts.length === 1)
  await waiting.getByText('1 post held').click()
  await waiting.getByRole('button', { name: /^More actions for / }).click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  await waiting.waitFor({ state: 'detached' })
  assert.equal(fixture.bluesky.records.size, 0)
  nothingWrong(owner, [fixture.x.origin])
  nothingWrong(viewer)
})

test('a network that the operator has not set up says which settings are missing', async () => {
  const team = await aTeam(1)
  const owner = await team.join('owner', 'channels')
  const { page } = owner
  await page.getByRole('button', { name: 'LinkedIn' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect LinkedIn' })
  await dialog.getByText('TIDINGS_LINKEDIN_CLIENT_ID').waitFor()
  await dialog.getByText('TIDINGS_LINKEDIN_CLIENT_SECRET').waitFor()
  await dialog.getByText(`${team.tidings.baseUrl}/social/linkedin/return`).waitFor()
  await looksWell(page, 'social-not-set-up')
  nothingWrong(owner)
})
