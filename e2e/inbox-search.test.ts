import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { looksWell, nothingWrong } from './looks.ts'
import { aTeam, DRAFTS, selected } from './team.ts'

const PHONE = { width: 390, height: 844 }

const headings = (page: Page) =>
  page.getByRole('region', { name: 'Drafts' }).getByRole('heading', { level: 2 }).allTextContents()

test('a search covers all drafts, says how many are under each heading, and leads to the list', async () => {
  const { join } = await aTeam()
  const visitor = await join('writer')
  const { page } = visitor
  await selected(page).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('number 3')
  await page.keyboard.press('Enter')
  // The search finds number 3 and numbers 30 to 39.
  await page.getByRole('status').getByText('11 found').waitFor()
  assert.deepEqual(await headings(page), ['Ready · 11'])
  assert.ok(await selected(page).evaluate(row => row === document.activeElement), 'enter leads to the list')
  await page.keyboard.press('ArrowDown')
  await page.waitForFunction(() =>
    document.querySelector('[data-item][aria-current=true]')?.textContent?.includes('number 38 '),
  )
  assert.ok(await selected(page).evaluate(row => row === document.activeElement), 'arrows move the selection')
  await looksWell(page, 'inbox-search')

  await page.keyboard.press('Control+a')
  await page.getByRole('heading', { name: '11 selected' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ArrowDown')
  await page.getByText(`Ready · ${DRAFTS}`).waitFor()
  nothingWrong(visitor)
})

test('publishing more than five at once is asked first, with their number', async () => {
  const { join } = await aTeam(12)
  const visitor = await join('publisher')
  const { page } = visitor
  await selected(page).waitFor()
  await page.keyboard.press('Control+a')
  await page.getByRole('heading', { name: '12 selected' }).waitFor()
  assert.equal(await page.getByRole('toolbar').count(), 1, 'one bar')
  assert.equal(await page.getByRole('list', { name: 'Selected' }).getByRole('listitem').count(), 12)
  await page.keyboard.press('p')
  const question = page.getByRole('alertdialog', { name: 'Publish 12 entries?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: '12 selected' }).waitFor()
  await page.keyboard.press('p')
  await question.getByRole('button', { name: 'Publish 12' }).click()
  await page.getByRole('status').getByText('12 entries go out in 10 seconds').waitFor()
  await page.keyboard.press('z')
  await page.getByRole('status').getByText('Undone for 12 entries').waitFor()
  await page.getByRole('heading', { name: '12 selected' }).waitFor()
  nothingWrong(visitor)
})

test('on a phone the actions are at the foot of the screen, and rows are picked with Select', async () => {
  const { join } = await aTeam(12)
  const visitor = await join('publisher')
  const { page } = visitor
  await page.setViewportSize(PHONE)
  await page.locator('[data-item]').nth(1).click()
  const actions = page.getByRole('toolbar', { name: 'Actions' })
  const box = await actions.boundingBox()
  assert.equal(box && Math.round(box.y + box.height), PHONE.height)
  assert.equal(await page.getByRole('navigation', { name: 'Pages' }).count(), 0, 'in place of the pages')
  await actions.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('status').getByText('Dismissed: ').waitFor()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('[data-item]'))

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const row of [0, 1, 2]) await page.locator('[data-item]').nth(row).click()
  await page.getByRole('heading', { name: '3 selected' }).waitFor()
  await page
    .getByRole('toolbar', { name: 'Selected entries' })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await page.getByRole('status').getByText('3 entries dismissed').waitFor()
  nothingWrong(visitor)
})
