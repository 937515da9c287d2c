import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { heading, nothingWrong } from './looks.ts'
import { aTeam, DRAFTS, selected } from './team.ts'

const input = (page: Page) => page.getByRole('combobox', { name: /^Type a command/ })

/** Asks the API for the title, kind and magnitude of each of the account's drafts. */
const draftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const account = location.pathname.split('/')[2]
    const { entries } = await (
      await fetch(`/app/api/accounts/${account}/entries?limit=200&state=draft`)
    ).json()
    return entries.map((entry: Record<string, unknown>) => `${entry.title} ${entry.kind} ${entry.magnitude}`)
  })

/** Holds back the scripts that the page loads from now on; gives the function that releases them. */
async function holdChunks(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

test('all that is typed right after ctrl k is in the palette, and decides nothing', async () => {
  const { join } = await aTeam()
  const visitor = await join('publisher')
  const { page } = visitor
  await selected(page).waitFor()
  const before = await draftsOf(page)
  assert.equal(before.length, DRAFTS)
  const letGo = await holdChunks(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dismiss schedule pxie 3')
  assert.equal(await input(page).inputValue(), 'dismiss schedule pxie 3')
  letGo()
  await page.keyboard.press('Escape')
  await input(page).waitFor({ state: 'detached' })
  assert.deepEqual(await draftsOf(page), before)
  nothingWrong(visitor)
})

test('nothing typed while a menu or the list of keys is on its way decides anything', async () => {
  const { join } = await aTeam()
  const visitor = await join('owner')
  const { page } = visitor
  await selected(page).waitFor()
  const before = await draftsOf(page)
  const letGo = await holdChunks(page)
  await page.keyboard.press('?')
  await page.keyboard.type('dip3m')
  letGo()
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  const letMenuGo = await holdChunks(page)
  const menu = page.getByRole('button', { name: /^Your account: / })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('dip3m')
  letMenuGo()
  await page.getByRole('menu').waitFor()
  assert.deepEqual(await draftsOf(page), before)
  nothingWrong(visitor)
})

test('the palette finds an entry and a pull request by their titles', async () => {
  const { join } = await aTeam()
  const visitor = await join('writer')
  const { page } = visitor
  await selected(page).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('export number 27')
  const entries = page.getByRole('group', { name: 'Entries' })
  await entries.getByRole('option', { name: /xport number 27 .* draft/ }).waitFor()
  await page
    .getByRole('group', { name: 'Pull requests' })
    .getByRole('option', { name: /export number 27 .* #27/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Preview' }).waitFor()
  await heading(page, /xport number 27/)
  nothingWrong(visitor)
})
