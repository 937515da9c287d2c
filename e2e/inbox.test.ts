import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '../testing/pulls.ts'
import type { Visit } from './browser.ts'
import { heading, looksWell, nothingWrong } from './looks.ts'
import { aTeam, DRAFTS, openEntry, selected, untilWaiting } from './team.ts'

/** A publisher in Review, of an account with a time on each Wednesday. */
async function aPublisherWithTimes(): Promise<Visit> {
  const { join, tidings, account } = await aTeam()
  await tidings.command('schedule', 'add', '--account', account, '--day', 'wednesday', '--time', '10:30')
  const visitor = await join('publisher')
  await selected(visitor.page).waitFor()
  return visitor
}

test('the actions stay in one line on every screen, and those without room are in the menu', async () => {
  const visitor = await aPublisherWithTimes()
  const { page } = visitor
  const toolbar = page.getByRole('toolbar', { name: 'Actions' })
  // A time that is more than a week away has the longest name.
  await page.keyboard.press('Enter')
  await toolbar.getByRole('button', { name: /^Approve for \w+, \w+ \d+, / }).waitFor()
  for (const width of [800, 1024, 1180, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    // The page is laid out for the new width once a frame has been drawn.
    await page.waitForFunction(
      wanted =>
        innerWidth === wanted &&
        new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true)))),
      width,
    )
    assert.equal((await toolbar.boundingBox())?.height, 57, `one line at ${width} pixels`)
    const isRoomy = await toolbar.getByRole('button', { name: /^Not for customers/ }).isVisible()
    assert.equal(await toolbar.getByRole('button', { name: 'More actions' }).isVisible(), !isRoomy)
  }
  await page.setViewportSize({ width: 1024, height: 800 })
  const title = await selected(page).textContent()
  await toolbar.getByRole('button', { name: 'More actions' }).click()
  await looksWell(page, 'inbox-more-actions')
  await page.getByRole('menuitem', { name: 'Not for customers' }).click()
  await page.getByRole('status').getByText('Marked as not for customers').waitFor()
  assert.notEqual(await selected(page).textContent(), title)
  nothingWrong(visitor)
})

test('a draft that is approved before the free times are known gets the next one', async () => {
  const visitor = await aPublisherWithTimes()
  const { page } = visitor
  const isKnown = Promise.withResolvers<void>()
  await page.route('**/queue', async route => {
    await isKnown.promise
    await route.continue()
  })
  await page.reload()
  await selected(page).waitFor()
  const toolbar = page.getByRole('toolbar', { name: 'Actions' })
  await toolbar.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(/^Queued for /)
    .waitFor()
  isKnown.resolve()
  await toolbar.getByRole('button', { name: /^Approve for / }).waitFor()
  nothingWrong(visitor)
})

test('thirty drafts are decided by keyboard alone', async context => {
  const { join } = await aTeam()
  const visitor = await join('publisher')
  const { page } = visitor
  await selected(page).waitFor()
  await looksWell(page, 'inbox')
  await untilWaiting(page, DRAFTS)

  const start = performance.now()
  for (let round = 0; round < 10; round++) {
    for (const key of ['d', 'i', 'j', 'p']) {
      const before = await selected(page).textContent()
      await page.keyboard.press(key)
      await page.waitForFunction(
        text => document.querySelector('[data-item][aria-current=true]')?.textContent !== text,
        before,
      )
      assert.ok(await selected(page).evaluate(row => row === document.activeElement), 'the row has the focus')
    }
  }
  const seconds = (performance.now() - start) / 1000
  context.diagnostic(`thirty drafts took ${seconds.toFixed(1)} s`)
  assert.ok(seconds < 20, `thirty drafts took ${seconds.toFixed(1)} s`)

  // The answers to the decisions come in any order; the message of the newest stays.
  await page
    .getByRole('status')
    .getByText(/Goes out in 10 seconds|Marked as not for customers|Dismissed/)
    .waitFor()
  // No decision is lost when the page is left.
  await page.reload()
  await selected(page).waitFor()
  await untilWaiting(page, DRAFTS - 30)
  await page.keyboard.press('z')
  await page.getByRole('status').getByText('Undone').waitFor()
  await page.waitForFunction(() => document.body.textContent?.includes('11'))
  nothingWrong(visitor)
})

test('several rows are dismissed together, and come back', async () => {
  const { join } = await aTeam()
  const visitor = await join('writer')
  const { page } = visitor
  await selected(page).waitFor()
  await page.keyboard.press('x')
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+J')
  await page.getByText('5 selected').waitFor()
  await looksWell(page, 'inbox-selected')
  await page.keyboard.press('Escape')
  const boxes = page.getByRole('list', { name: 'Entries' }).getByRole('checkbox')
  await boxes.nth(1).check({ force: true })
  await boxes.nth(5).click({ force: true, modifiers: ['Shift'] })
  await page.getByText('5 selected').waitFor()
  await page.keyboard.press('d')
  await page.getByRole('status').getByText('5 entries dismissed').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('status').getByText('Undone for 5 entries').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await looksWell(page, 'keys')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Type a command, a page or words to search for' }).fill('merges')
  await looksWell(page, 'commands')
  await page.keyboard.press('Enter')
  await heading(page, 'Merges')
  await page
    .getByRole('link', { name: /export number 39 / })
    .first()
    .waitFor()
  await looksWell(page, 'pulls')
  nothingWrong(visitor)
})

test('what is certain is approved together, taken back as one change, and what is not says so', async () => {
  const { join, record } = await aTeam()
  await record([
    aPull({ number: DRAFTS + 1, title: 'Sort the rows of a report by date', files: ['web/reports/rows.ts'] }),
  ])
  const visitor = await join('publisher')
  const { page } = visitor
  await selected(page).waitFor()
  const certain = page.getByRole('button', { name: /^Approve the \d+ certain…$/ })
  const count = Number(/\d+/.exec(await certain.innerText()))
  await certain.click()
  await page.getByText(`${count} selected`).waitFor()
  await looksWell(page, 'inbox-certain')
  const marked = await page
    .getByRole('listitem')
    .filter({ hasText: /Customers (might|would probably) notice/ })
    .getByRole('checkbox')
    .all()
  assert.ok(marked.length > 0)
  for (const box of marked) assert.equal(await box.isChecked(), false)
  await page.keyboard.press('d')
  await page.getByRole('status').getByText(`${count} entries dismissed`).waitFor()
  await certain.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await page.getByRole('status').getByText(`Undone for ${count} entries`).waitFor()
  nothingWrong(visitor)
})

test('a viewer changes nothing, by page or by request', async () => {
  const { join, account, tidings } = await aTeam()
  const visitor = await join('viewer')
  const { page } = visitor
  await selected(page).waitFor()
  assert.equal(
    await page.getByRole('button', { name: /Publish|Approve for|Dismiss|Not for customers|Edit/ }).count(),
    0,
  )
  assert.equal(await page.getByRole('checkbox').count(), 0)
  for (const key of ['d', 'p', 'i', 'Enter', '3']) await page.keyboard.press(key)
  await page.getByRole('status').getByText('Ask an owner for the Writer role to edit.').waitFor()
  await looksWell(page, 'inbox-viewer')
  const status = await page.evaluate(async address => {
    const inbox = await (await fetch(`${address}/inbox`)).json()
    const { id, version } = inbox.items[0]
    const body = JSON.stringify({ id, seen: version })
    const headers = { 'Content-Type': 'application/json' }
    return (await fetch(`${address}/actions/entry.dismiss`, { method: 'POST', headers, body })).status
  }, `${tidings.baseUrl}/app/api/accounts/${account}`)
  assert.equal(status, 403)
  await untilWaiting(page, DRAFTS)
  nothingWrong(visitor)
})

test('words that two people typed at once stand side by side, and none are lost', async () => {
  const { join } = await aTeam()
  const [ada, bo] = [await join('writer'), await join('writer')]
  await openEntry(ada.page)
  await looksWell(ada.page, 'entry')
  await bo.page.goto(ada.page.url())
  await bo.page.getByLabel('Body').waitFor()

  await bo.page.context().setOffline(true)
  await bo.page.getByText('Offline. Decisions wait').waitFor()
  await bo.page.getByLabel('Body').fill('What Bo wrote.')
  await bo.page.getByText('Not saved; kept in this browser').waitFor()
  await ada.page.getByLabel('Body').fill('What Ada wrote.')
  await ada.page.getByText('Saved', { exact: true }).waitFor()
  await bo.page.context().setOffline(false)
  await bo.page.reload()
  await bo.page.getByRole('alert').getByText('Somebody else changed this entry').waitFor()
  await looksWell(bo.page, 'entry-conflict')
  await bo.page.getByRole('radio', { name: /Saved version/ }).check()
  await bo.page.getByRole('button', { name: 'Save', exact: true }).click()
  await bo.page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await bo.page.getByLabel('Body').inputValue(), 'What Ada wrote.')

  await bo.page.context().setOffline(true)
  await bo.page.getByLabel('Headline').fill('A headline of Bo')
  await bo.page.getByLabel('Body').fill('What Bo wrote again.')
  await bo.page.getByText('Not saved; kept in this browser').waitFor()
  await ada.page.reload()
  await ada.page.getByLabel('Body').fill('What Ada wrote again.')
  await ada.page.getByText('Saved', { exact: true }).waitFor()
  await bo.page.context().setOffline(false)
  await bo.page.getByRole('button', { name: 'Discard your version' }).click()
  await bo.page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await bo.page.getByLabel('Headline').inputValue(), 'A headline of Bo')
  assert.equal(await bo.page.getByLabel('Body').inputValue(), 'What Ada wrote again.')
  await bo.page.getByRole('button', { name: 'Bring it back' }).click()
  await bo.page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await bo.page.getByLabel('Body').inputValue(), 'What Bo wrote again.')
  nothingWrong(ada)
})

test('a session that ends is renewed over the page, and what was typed is saved', async () => {
  const { join } = await aTeam()
  const { page } = await join('owner', 'you')
  await page.getByRole('button', { name: 'Add a password' }).click()
  await page.getByLabel('New password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You are signed out on all other devices').waitFor()
  await page.getByRole('link', { name: /^Review/ }).click()
  await selected(page).waitFor()
  await openEntry(page)
  await page.context().clearCookies()
  await page.getByLabel('Body').fill('Written across two sessions.')
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  await looksWell(page, 'session-ended')
  // Somebody else who signs in on another tab of this browser does not save what this person typed.
  const bo = await join('writer')
  await page.context().addCookies(await bo.page.context().cookies())
  const looked = page.waitForResponse('**/app/api/me')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await looked
  await page.context().clearCookies()
  await page.getByLabel('Password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  assert.equal(await page.getByLabel('Body').inputValue(), 'Written across two sessions.')
})

test('a part that is gone after an update of the server comes back when the page is loaded again', async () => {
  const { join } = await aTeam()
  const { page } = await join('owner')
  await selected(page).waitFor()
  await page.route(/sign-in-dialog/, route => route.fulfill({ status: 404 }))
  await page.context().clearCookies()
  await page.getByRole('link', { name: /^Calendar/ }).click()
  await page.getByText('perhaps since an update').waitFor()
  await page.unroute(/sign-in-dialog/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Password').waitFor()
})
