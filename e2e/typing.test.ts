import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { heading, looksWell, nothingWrong } from './looks.ts'
import { aTeam, DRAFTS, selected } from './team.ts'

/** Asks the API for the states of the account's entries. */
const statesOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const account = location.pathname.split('/')[2]
    const { entries } = await (await fetch(`/app/api/accounts/${account}/entries?limit=200`)).json()
    return [...new Set<string>(entries.map((entry: { state: string }) => entry.state))].sort()
  })

const headline = (page: Page) => page.getByLabel('Headline')

test('what is typed right after e is text, and eight of thirty drafts are edited without leaving the list', async () => {
  const { join } = await aTeam()
  const visitor = await join('publisher')
  const { page } = visitor
  await selected(page).waitFor()
  await page.getByRole('region', { name: 'The merge' }).waitFor()
  const list = new URL(page.url()).pathname
  for (let edits = 0; edits < 8; edits++) {
    const text = ` pages load, dig in zip ${edits}`
    await page.keyboard.type(`e${text}`)
    assert.ok((await headline(page).inputValue()).endsWith(text))
    if (edits === 0) {
      await looksWell(page, 'inbox-edit')
      // The narrow windows of `looksWell` take the focus from the editor, since they show the list instead.
      await headline(page).focus()
    }
    await page.keyboard.press(edits % 2 === 0 ? 'Control+Enter' : 'Escape')
    await headline(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 2, name: text.trim() }).waitFor()
    assert.match((await selected(page).textContent()) ?? '', new RegExp(text.trim()))
    for (let step = 0; step < 3; step++) await page.keyboard.press('j')
  }
  assert.equal(new URL(page.url()).pathname, list)
  assert.deepEqual(await statesOf(page), ['draft'])
  nothingWrong(visitor)
})

test('what is typed and not saved is kept when the fields are left', async () => {
  const { join } = await aTeam()
  const { page } = await join('publisher')
  await selected(page).waitFor()
  await page.getByRole('region', { name: 'The merge' }).waitFor()
  await page.keyboard.press('e')
  await headline(page).waitFor()
  await page.context().setOffline(true)
  await page.getByText('Offline. Decisions wait').waitFor()
  await page.keyboard.type(' on a train')
  await page.keyboard.press('Escape')
  const kept = page.getByText('What you typed is not saved yet.')
  await kept.waitFor()
  await page.keyboard.press('p')
  await page.getByRole('status').getByText('is not saved yet. Edit or discard it').waitFor()
  await page.context().setOffline(false)
  await page.keyboard.press('e')
  assert.match(await headline(page).inputValue(), / on a train$/)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await headline(page).waitFor({ state: 'detached' })
  assert.equal(await kept.count(), 0)
  assert.deepEqual(await statesOf(page), ['draft'])
})

test('words of one’s own that are saved on the way from Review to the page of the entry are no other person’s there', async () => {
  const { join } = await aTeam()
  const visitor = await join('publisher')
  const { page } = visitor
  await selected(page).waitFor()
  await page.getByRole('region', { name: 'The merge' }).waitFor()
  await page.keyboard.press('e')
  await headline(page).waitFor()
  // The words of the first page are on their way while the second one is opened and typed in.
  let arrive = () => {}
  const opened = new Promise<void>(resolve => {
    arrive = resolve
  })
  await page.route('**/actions/entry.edit', async route => {
    await opened
    await route.continue()
  })
  await page.keyboard.type(' on a train')
  await page.getByRole('link', { name: 'Image, posts and history' }).click()
  await page.getByRole('toolbar', { name: 'Actions' }).waitFor()
  await headline(page).press('End')
  await headline(page).pressSequentially(' or a ship')
  arrive()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  assert.match(await headline(page).inputValue(), / on a train or a ship$/)
  await page.unrouteAll({ behavior: 'wait' })
})

test('letters that miss a field decide nothing on the page of an entry, nor on the way to it', async () => {
  const { join } = await aTeam()
  const visitor = await join('owner')
  const { page } = visitor
  await selected(page).waitFor()
  await page.keyboard.press('d')
  await page.getByRole('status').getByText('Dismissed').waitFor()
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'Image, posts and history' }).click()
  await page.keyboard.type('zip pages load, dig in 3m')
  await page.getByRole('toolbar', { name: 'Actions' }).waitFor()
  await page.keyboard.type('zip pages load, dig in 3m')
  await page.getByText('Draft', { exact: true }).waitFor()
  assert.deepEqual(await statesOf(page), ['dismissed', 'draft'])
  await page.goto(new URL(page.url()).href.replace(/entries.*/, 'settings'))
  await page.getByLabel('Name').waitFor()
  await page.keyboard.type('zip')
  assert.deepEqual(await statesOf(page), ['dismissed', 'draft'])
  nothingWrong(visitor)
})

test('z takes back the group, and asks before a withdrawn entry is public again', async () => {
  const { join } = await aTeam()
  const visitor = await join('owner')
  const { page } = visitor
  await selected(page).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('status').getByText('Goes out in 10 seconds').waitFor()
  await page
    .getByRole('link', { name: /^Calendar/ })
    .first()
    .click()
  await heading(page, 'Calendar')
  const more = page.getByRole('button', { name: /^More: / }).first()
  while ((await more.count()) === 0) await page.reload({ waitUntil: 'networkidle' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Withdraw…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('status').getByText('Withdrawn: ').waitFor()

  await page
    .getByRole('link', { name: /^Review/ })
    .first()
    .click()
  await selected(page).waitFor()
  await page.keyboard.press('x')
  for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+J')
  await page.getByText('3 selected').waitFor()
  await page.keyboard.press('g')
  await page.getByRole('status').getByText('Grouped 3 drafts').waitFor()
  await page.keyboard.press('z')
  await page
    .getByRole('status')
    .getByText(/^Ungrouped “.*”: 3 drafts are back\.$/)
    .waitFor()
  assert.deepEqual(await statesOf(page), ['dismissed', 'draft', 'withdrawn'])
  assert.equal((await page.locator('[data-item]').count()) > 0, true)

  const question = page.getByRole('alertdialog', { name: /^Publish “.*” again\?$/ })
  await page.keyboard.press('z')
  await question.waitFor()
  await looksWell(page, 'undo-question')
  await page.keyboard.press('z')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  assert.deepEqual(await statesOf(page), ['dismissed', 'draft', 'withdrawn'])

  await page.reload()
  await selected(page).waitFor()
  await page.keyboard.press('z')
  await question.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('status').getByText('Undone: withdrew “').waitFor()
  assert.deepEqual(await statesOf(page), ['dismissed', 'draft', 'published'])
  nothingWrong(visitor)
})

test('what cannot be undone is said in words', async () => {
  const { join } = await aTeam()
  const { page } = await join('owner')
  await selected(page).waitFor()
  await page.keyboard.press('z')
  await page.getByRole('status').getByText('Nothing that you did in the last hour is left to undo.').waitFor()
  await page.keyboard.press('d')
  await page.getByRole('status').getByText('Dismissed').waitFor()
  await page
    .getByRole('link', { name: /^Calendar/ })
    .first()
    .click()
  await heading(page, 'Calendar')
  await page.evaluate(() => {
    const account = location.pathname.split('/')[2]
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({})
    return fetch(`/app/api/accounts/${account}/actions/schedule.pause`, { method: 'POST', headers, body })
  })
  await page.getByRole('link', { name: 'Merges' }).click()
  await heading(page, 'Merges')
  await page.keyboard.press('z')
  await page
    .getByRole('status')
    .getByText('What you did last cannot be undone: you paused the queue.')
    .waitFor()
  await page.getByRole('region', { name: 'Message' }).getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('status').getByText('The queue is resumed.').waitFor()
  assert.equal((await statesOf(page)).includes('dismissed'), true, `${DRAFTS} drafts, one dismissed`)
})
