import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findingsOf } from './browser.ts'
import { heading, looksWell, nothingWrong } from './looks.ts'
import { aTeam } from './team.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const titles = (page: Page): Promise<string[]> => cards(page).locator('[data-entry]').allTextContents()
const said = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor()

/** The name of the day that an element stands under. */
const dayOf = (element: Locator): Promise<string | null> =>
  element.evaluate(one => one.closest('section')?.getAttribute('aria-label') ?? null)

test('an owner takes the proposed times, fills them, and moves entries by key, menu and mouse', async () => {
  const { join } = await aTeam(4)
  const visitor = await join('owner', 'calendar')
  const { page } = visitor
  await heading(page, 'Calendar')
  await page.getByRole('link', { name: 'Change the time zone' }).waitFor()
  await looksWell(page, 'queue-empty')
  await page.getByRole('button', { name: 'Add Tuesday and Thursday' }).click()
  await page.getByText('Free', { exact: true }).first().waitFor()

  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Review/ })
    .click()
  for (let queued = 0; queued < 4; queued++) {
    await page.getByRole('button', { name: /Approve for/ }).waitFor()
    await page.keyboard.press('Enter')
    await said(page, 'Queued for')
  }
  await page.getByRole('link', { name: /^Calendar/ }).click()
  await heading(page, 'Calendar')
  await cards(page).nth(3).waitFor()
  const [first = '', second = '', ...others] = await titles(page)
  const days = [await dayOf(cards(page).nth(0)), await dayOf(cards(page).nth(1))].map(String).map(day)
  assert.deepEqual(days.toSorted(), ['Thu', 'Tue'])
  await page
    .getByRole('heading', { name: /^\w+, .* in \d+ (min|h|d)$/ })
    .first()
    .waitFor()
  await looksWell(page, 'queue')

  // With the keys, the entry takes the time of the next one, which moves up; the entry keeps the focus.
  await page.locator('[data-entry]').first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await said(page, 'Moved to')
  await shows(page, [second, first, ...others])
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), first)
  await page.keyboard.press('z')
  await said(page, 'Undone')
  await shows(page, [first, second, ...others])
  await page.reload()
  await shows(page, [first, second, ...others])

  // With the mouse, the entry is dragged onto the entry of the other day.
  await cards(page).nth(1).dragTo(cards(page).nth(0))
  await said(page, 'Moved to')
  await shows(page, [second, first, ...others])
  await page.reload()
  await shows(page, [second, first, ...others])
  await page.keyboard.press('z')
  await shows(page, [first, second, ...others])

  // With the menu, the entry moves to a free time.
  await page.getByRole('button', { name: `Move or publish ${first}` }).click()
  const free = page.getByRole('menuitem', { name: /^Move to/ }).first()
  await free.waitFor()
  assert.deepEqual(await findingsOf(page), [])
  await free.click()
  await said(page, 'Moved to')
  await page.getByRole('article', { name: first }).waitFor()

  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('Nothing goes out until it is resumed').waitFor()
  await looksWell(page, 'queue-paused')
  await page.getByRole('button', { name: `Move or publish ${first}` }).click()
  await page.getByRole('menuitem', { name: /^Publish/ }).click()
  await page.getByRole('region', { name: 'Going out now' }).getByText(first).waitFor()

  assert.deepEqual(await findingsOf(page, ['target-size']), [])
  await page.getByRole('button', { name: `More: ${first}` }).click()
  await page.getByRole('menuitem', { name: 'Withdraw…' }).click()
  const question = page.getByRole('alertdialog', { name: `Withdraw “${first}”?` })
  await question.getByText('leaves the feeds and the page at once').waitFor()
  await looksWell(page, 'published-withdraw')
  await page.setViewportSize({ width: 390, height: 844 })
  assert.ok(await question.isVisible(), 'a narrower window keeps the question')
  await page.setViewportSize({ width: 1280, height: 800 })
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await said(page, 'Withdrawn')
  await page.getByText('Nothing is published yet').waitFor()
  await page.keyboard.press('z')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: `More: ${first}` }).waitFor()
  nothingWrong(visitor)
})

const day = (name: string): string => name.split(',')[0] ?? ''

/** Waits until the week shows the entries with these titles, in this order. */
async function shows(page: Page, wanted: readonly string[]): Promise<void> {
  await page.waitForFunction(
    texts =>
      JSON.stringify([...document.querySelectorAll('[data-entry]')].map(one => one.textContent)) === texts,
    JSON.stringify(wanted),
  )
}

test('a viewer sees the queue and moves nothing, by page or by request', async () => {
  const { join, account, tidings } = await aTeam(2)
  await tidings.command('schedule', 'add', '--account', account, '--day', 'tuesday', '--time', '10:00')
  const list = JSON.parse(await tidings.command('entry', 'list', '--account', account, '--json'))
  for (const { id } of list.entries) await tidings.command('entry', 'queue', id, '--next')
  const visitor = await join('viewer', 'calendar')
  const { page } = visitor
  await heading(page, 'Calendar')
  await cards(page).first().waitFor()
  const changing = /Move|Publish|Pause|Unqueue|Remove|Add time/
  assert.equal(await page.getByRole('main').getByRole('button', { name: changing }).count(), 0)
  const before = await titles(page)
  await page.locator('[data-entry]').first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  assert.deepEqual(await titles(page), before)
  const status = await page.evaluate(async address => {
    const { entries } = await (await fetch(`${address}/queue`)).json()
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ id: entries[0].id, last: true })
    return (await fetch(`${address}/actions/queue.move`, { method: 'POST', headers, body })).status
  }, `${tidings.baseUrl}/app/api/accounts/${account}`)
  assert.equal(status, 403)
  await looksWell(page, 'queue-viewer')
  nothingWrong(visitor)
})
