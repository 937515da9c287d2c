import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { plainText } from '../src/social/networks/linkedin/little-text.ts'
import { openBrowser } from './browser.ts'
import { looksWell, nothingWrong } from './looks.ts'
import { aSocialFixture } from './social-fixture.ts'

let browser: Browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

test('an owner connects an organization on LinkedIn, posts with its card and withdraws the post', {
  timeout: 180_000,
}, async context => {
  const fixture = await aSocialFixture(context, browser)
  const owner = await fixture.join('owner')
  const { page } = owner
  await page.goto(fixture.address('social'))
  await page.getByRole('button', { name: 'LinkedIn' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect LinkedIn' })
  await dialog.getByText('Continue to LinkedIn').waitFor()
  await dialog.getByLabel('Organization').first().fill('https://www.linkedin.com/company/nobody/')
  await page.getByRole('button', { name: 'Continue to LinkedIn' }).click()
  await page.getByText(/LinkedIn has no organization nobody/).waitFor()
  await page.goto(fixture.address('social'))
  await page.getByRole('button', { name: 'LinkedIn' }).click()
  await dialog.getByLabel('Organization').first().fill('company/acme')
  await page.getByRole('button', { name: 'Continue to LinkedIn' }).click()
  await page.getByText(/ on LinkedIn is connected\./).waitFor()
  await page.getByText('Connected', { exact: true }).waitFor()

  await fixture.merge(
    'feat: export reports as CSV (#7)',
    'Customers can download every report as a CSV file.',
  )
  await page.goto(fixture.address(`entries/${await fixture.draft()}`))
  await page.getByRole('article', { name: 'Post on LinkedIn' }).waitFor()
  await looksWell(page, 'entry-linkedin')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('Goes out in').first().waitFor()
  await page.getByRole('button', { name: /^Send now/ }).click()
  await page.getByRole('link', { name: 'Open on LinkedIn' }).waitFor()
  const [post] = fixture.linkedin.posts
  assert.equal(post?.author, 'urn:li:organization:2414183')
  assert.match(plainText(post.commentary), /^.*CSV.*\n\n[\s\S]*\/e\//)
  assert.equal(fixture.linkedin.images.get(post.content.article.thumbnail)?.status, 'AVAILABLE')

  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText(/^Removed ./).waitFor()
  assert.deepEqual(fixture.linkedin.posts, [])
  nothingWrong(owner, [fixture.linkedin.origin])
})
