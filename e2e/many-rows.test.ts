import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { nothingWrong } from './looks.ts'
import { aTeam } from './team.ts'

const ROWS = 10_000
const MOST_IN_DOCUMENT = 40

let browser: Browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

const rowsIn = (page: Page): Promise<number> => page.locator('[data-item]').count()

test('of ten thousand rows a list has forty in the document, wherever it is scrolled to', {
  timeout: 180_000,
}, async () => {
  const { join, tidings, account } = await aTeam(browser, ROWS)
  const visitor = await join('writer')
  const { page } = visitor
  for (const path of ['inbox', 'pulls']) {
    await page.goto(`${tidings.baseUrl}/app/${account}/${path}`, { waitUntil: 'networkidle' })
    await page.locator('[data-item]').first().waitFor()
    const first = await page.locator('[data-item]').first().textContent()
    for (const distance of [0, 2_000, 60_000]) {
      await page.locator('[data-item]').first().hover()
      await page.mouse.wheel(0, distance)
      await page.waitForLoadState('networkidle')
      const rows = await rowsIn(page)
      assert.ok(rows > 0 && rows <= MOST_IN_DOCUMENT, `${path} has ${rows} rows in the document`)
    }
    assert.notEqual(await page.locator('[data-item]').first().textContent(), first, `${path} has scrolled`)
  }
  nothingWrong(visitor)
})
