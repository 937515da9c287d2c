import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../testing/until.ts'
import { findingsOf } from './browser.ts'
import { heading, looksWell, nothingWrong } from './looks.ts'
import { aTeam, selected } from './team.ts'

const MERGES = 10_000
const MOST_ROWS = 40

const ledger = (page: Page) => page.getByRole('list', { name: 'Pull requests', exact: true })
const chip = (page: Page, name: RegExp) =>
  page.getByLabel('Place in the ledger').getByRole('option', { name })
const said = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor()

test('a writer searches the ledger, corrects one merge and several at once, and takes it back', async () => {
  const { join } = await aTeam(12)
  const visitor = await join('writer', 'merges')
  const { page } = visitor
  await heading(page, 'Merges')
  await chip(page, /^In review \(12\)$/).waitFor({ state: 'attached' })
  await selected(page).waitFor()
  await ledger(page)
    .getByRole('heading', { name: /^Today$|^\w+, / })
    .first()
    .waitFor()
  const why = page.getByRole('region', { name: 'Why' })
  await why.getByRole('term').getByText('For customers', { exact: true }).waitFor()
  const strongest = (await why.getByRole('definition').first().textContent())?.replace(' · strong', '') ?? ''
  const sentence = why.getByRole('paragraph').getByText(strongest)
  await sentence.waitFor()
  await why.getByText(/^All \d facts$/).click()
  await why.getByRole('term').first().waitFor({ state: 'hidden' })
  await sentence.waitFor()
  await why.getByText(/^All \d facts$/).click()
  await page.getByRole('region', { name: 'Description' }).waitFor()
  const [path = ''] = await page
    .getByRole('region', { name: 'The merge' })
    .getByRole('listitem')
    .allTextContents()
  assert.match(path, /\/.+\.ts/)
  assert.equal(
    await page.getByText(path, { exact: true }).count(),
    1,
    'a fact leads to its files without listing them',
  )
  await why.locator('a[href$="/files"]').first().waitFor()
  await looksWell(page, 'pulls')

  const actions = page.getByRole('toolbar', { name: 'Actions' })
  await actions.getByRole('button', { name: 'Not for customers' }).click()
  await said(page, 'Marked as not for customers')
  await chip(page, /^In review \(11\)$/).waitFor({ state: 'attached' })
  await page.getByText('Decided by a person. Before:').waitFor()
  await why.getByText('Customers').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Merges' }).click()
  await page.keyboard.press('z')
  await said(page, 'Undone')
  await chip(page, /^In review \(12\)$/).waitFor({ state: 'attached' })
  await actions.getByRole('button', { name: 'Not for customers' }).click()
  await chip(page, /^In review \(11\)$/).waitFor({ state: 'attached' })
  const filter = page.getByLabel('Place in the ledger')
  await filter.selectOption('Dismissed (1)')
  await until(
    async () => (await ledger(page).getByRole('listitem').count()) === 1,
    'the one that is dismissed',
  )
  await page.getByRole('button', { name: 'Show to customers', exact: true }).click()
  await page.getByText('Nothing matches').waitFor()
  await filter.selectOption('All merges (12)')
  await chip(page, /^In review \(12\)$/).waitFor({ state: 'attached' })

  // The command palette offers what the keys do, under the title of the current merge.
  const title = (await selected(page).locator('[dir=auto]').first().textContent()) ?? ''
  await page.keyboard.press('Control+k')
  const ofCurrent = page.getByRole('group', { name: title })
  await ofCurrent.getByRole('option', { name: 'Not for customers' }).waitFor()
  await page.getByRole('dialog').getByRole('combobox').fill('kind: impr')
  await page.keyboard.press('Enter')
  await said(page, 'Kind is now “Improved”')
  await page.keyboard.press('z')
  await said(page, 'Undone')

  // The size has its key here too.
  await page.keyboard.press('m')
  await said(page, /^Magnitude is now/)
  await page.keyboard.press('z')
  await said(page, 'Undone')

  await page.keyboard.press('Control+a')
  await page.getByText('12 selected').waitFor()
  await page.keyboard.press('Escape')
  // Selects merges with keys first, then a range with Shift and the mouse.
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.getByText('2 selected').waitFor()
  await ledger(page)
    .getByRole('link', { name: /number 8 / })
    .click({ modifiers: ['Shift'] })
  await page.getByText('5 selected').waitFor()
  await looksWell(page, 'pulls-selected')
  await page.getByRole('button', { name: 'Set the kind' }).click()
  await page.getByRole('menuitem', { name: /Improved/ }).waitFor()
  assert.deepEqual(await findingsOf(page), [])
  await page.getByRole('menuitem', { name: /Improved/ }).click()
  await said(page, '5 entries changed')
  assert.equal(await page.getByText('selected', { exact: false }).count(), 0)
  await page.keyboard.press('z')
  await said(page, 'Undone for 5')

  // A merge that the list does not show opens on its code host too.
  const elsewhere = new URL(page.url())
  elsewhere.searchParams.set('place', 'dismissed')
  await page.goto(elsewhere.href)
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('region', { name: 'Why' }).waitFor()
  await page.evaluate(() =>
    Object.assign(window, { open: (url: string) => (document.title = `opened ${url}`) }),
  )
  await page.keyboard.press('o')
  await page.waitForFunction(() => document.title.startsWith('opened http'))
  await page.goto(page.url().replace(/&?place=dismissed/, ''))
  await selected(page).waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('#7')
  await said(page, '1 merge matches')
  await ledger(page)
    .getByRole('link', { name: /number 7 / })
    .waitFor()
  assert.equal(await ledger(page).getByRole('listitem').count(), 1)
  nothingWrong(visitor)
})

test('ten thousand merges leave the documents of the ledger and the inbox small, and a viewer changes none of them', async () => {
  const { join, account, tidings } = await aTeam(MERGES)
  const visitor = await join('viewer', 'merges')
  const { page } = visitor
  await chip(page, /^All merges \(10,000\)$/).waitFor({ state: 'attached' })
  await selected(page).waitFor()
  const fewRows = async () => {
    const rows = await page.locator('[data-item]').count()
    assert.ok(rows > 0 && rows <= MOST_ROWS, `${rows} rows in the document`)
  }
  await fewRows()
  await ledger(page).hover()
  for (let step = 0; step < 20; step++) await page.mouse.wheel(0, 3_000)
  await ledger(page)
    .getByRole('link', { name: /number 9[0-8]\d\d / })
    .first()
    .waitFor()
  await fewRows()

  assert.equal(await page.getByRole('main').getByRole('combobox').count(), 1, 'only the place in the ledger')
  assert.equal(await page.getByRole('checkbox').count(), 0)
  await page.keyboard.press('x')
  await page.keyboard.press('i')
  await page.getByRole('status').getByText('Ask an owner for the Writer role to edit.').waitFor()
  const status = await page.evaluate(async address => {
    const { pulls } = await (await fetch(`${address}/pulls?limit=1`)).json()
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ id: pulls[0].id, visibility: 'internal' })
    const answer = await fetch(`${address}/actions/pull.classify`, {
      method: 'POST',
      headers,
      body,
    })
    return answer.status
  }, `${tidings.baseUrl}/app/api/accounts/${account}`)
  assert.equal(status, 403)
  await looksWell(page, 'pulls-viewer')

  await page.goto(`${tidings.baseUrl}/app/${account}/review`)
  await selected(page).waitFor()
  await fewRows()
  const first = await page.locator('[data-item]').first().textContent()
  await page.locator('[data-item]').first().hover()
  await page.mouse.wheel(0, 60_000)
  await until(
    async () => (await page.locator('[data-item]').first().textContent()) !== first,
    'the scrolling',
  )
  await fewRows()
  nothingWrong(visitor)
})
