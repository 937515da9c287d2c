import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, looksWell, nothingWrong } from './looks.ts'
import { aTeam, DRAFTS, openEntry, selected, untilWaiting } from './team.ts'

test('fifty drafts are dismissed at once, and come back after a reload', async () => {
  const { join } = await aTeam(60)
  const visitor = await join('writer')
  const { page } = visitor
  await selected(page).waitFor()
  await page.keyboard.press('x')
  for (let step = 1; step < 50; step++) await page.keyboard.press('Shift+J')
  await page.getByText('50 selected').waitFor()
  await page.keyboard.press('d')
  await page.getByRole('status').getByText('50 entries dismissed').waitFor()
  await page.reload()
  await untilWaiting(page, 10)
  await page.keyboard.press('z')
  await page.getByRole('status').getByText('Undone for 50 entries').waitFor()
  await untilWaiting(page, 60)

  await page.getByRole('link', { name: 'Undo…' }).click()
  await page.getByText('dismissed 50').waitFor()
  await page.getByText('Undone', { exact: true }).waitFor()
  await looksWell(page, 'inbox-history')
  nothingWrong(visitor)
})

test('a decision of somebody else is undone from the history', async () => {
  const { join } = await aTeam()
  const [ada, bo] = [await join('writer'), await join('writer', 'review?tab=history')]
  await bo.page.getByText('No decisions yet').waitFor()
  await selected(ada.page).waitFor()
  await ada.page.keyboard.press('d')
  await ada.page.getByRole('status').getByText('Dismissed').waitFor()
  await bo.page.reload()
  await bo.page.getByRole('button', { name: /^Undo: dismissed/ }).click()
  await bo.page.getByText('Undone', { exact: true }).waitFor()
  await ada.page.reload()
  await untilWaiting(ada.page, DRAFTS)
  nothingWrong(bo)
})

test('the list keeps its place while rows arrive, and shows them when asked', async () => {
  const { join, merge } = await aTeam()
  const visitor = await join('writer')
  const { page } = visitor
  await selected(page).waitFor()
  for (let step = 0; step < 25; step++) await page.keyboard.press('j')
  await page.waitForTimeout(300)
  const place = async () => {
    const box = await selected(page).boundingBox()
    return [await selected(page).textContent(), Math.round(box?.y ?? -1)]
  }
  const before = await place()
  await merge(DRAFTS + 3, DRAFTS + 2, DRAFTS + 1)
  const fresh = page.getByRole('button', { name: '3 new' })
  await fresh.waitFor()
  await untilWaiting(page, DRAFTS + 3)
  const [text, y] = await place()
  assert.equal(text, before[0])
  assert.ok(Math.abs(Number(y) - Number(before[1])) <= 40, 'no row moves by more than the notice is high')
  await looksWell(page, 'inbox-new-rows')
  await fresh.click()
  await page.getByRole('link', { name: new RegExp(`export number ${DRAFTS + 3} `) }).waitFor()
  nothingWrong(visitor)
})

test('an Arabic headline reads from right to left', async () => {
  const { join } = await aTeam()
  const { page } = await join('viewer')
  await selected(page).waitFor()
  const headline = { hasText: 'تصدير' }
  await selected(page).locator('span[dir=auto]:dir(rtl)', headline).waitFor()
  await page.locator('h2:dir(rtl)', headline).waitFor()
})

test('a correction offers what else would change', async () => {
  const { join } = await aTeam()
  const visitor = await join('writer')
  const { page } = visitor
  await selected(page).waitFor()
  // The answer is made up, because this test is not about what the machine learns from the account.
  const others = await page.evaluate(async () => {
    const account = location.pathname.split('/')[2]
    const { items } = await (await fetch(`/app/api/accounts/${account}/inbox`)).json()
    return items.slice(1, 8).map((row: { id: string; pullId: string; title: string }) => ({
      ...{ id: row.pullId, entryId: row.id },
      ...{ title: row.title, number: null },
    }))
  })
  const rule = 'the team announced 0 of 4 changes in web/reports'
  await page.route('**/also-would', route =>
    route.fulfill({ json: { rule, visibility: 'internal', pulls: others } }),
  )
  await page.keyboard.press('i')
  const offer = page.getByRole('region', { name: 'Others like it' })
  await offer.getByText(`Noted: ${rule}. 7 others like it would change.`).waitFor()
  await offer.getByRole('button', { name: 'Show' }).click()
  await looksWell(page, 'inbox-also-would')
  await offer.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('status').getByText('7 marked as not for customers').waitFor()
  await untilWaiting(page, DRAFTS - 8)
  await page.keyboard.press('z')
  await page.getByRole('status').getByText('Undone for 7 entries').waitFor()
  await untilWaiting(page, DRAFTS - 1)
  nothingWrong(visitor)
})

test('nothing keeps anybody out of the inbox and the page of an entry', async () => {
  const { join } = await aTeam()
  const visitor = await join('owner')
  const { page } = visitor
  const faultless = async (name: string) => assert.deepEqual(await faultsOf(page), [], name)
  await selected(page).waitFor()
  await faultless('inbox')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.getByText('2 selected').waitFor()
  await faultless('rows selected')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await faultless('keys')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menu').waitFor()
  await faultless('menu')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Undo…' }).click()
  await page.getByText('No decisions yet').waitFor()
  await faultless('history')
  await page.getByRole('main').getByRole('link', { name: 'Review' }).click()
  await selected(page).waitFor()
  await openEntry(page)
  await faultless('entry')
  nothingWrong(visitor)
})

test('what is typed while offline is saved when the connection is back', async () => {
  const { join } = await aTeam()
  const { page } = await join('writer')
  await selected(page).waitFor()
  await openEntry(page)
  await page.context().setOffline(true)
  await page.getByText('Offline. Decisions wait').waitFor()
  await page.getByLabel('Body').fill('Written on a train.')
  await page.getByText('Not saved; kept in this browser').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  assert.equal(await page.getByLabel('Body').inputValue(), 'Written on a train.')
})
