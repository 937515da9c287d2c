import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { heading, looksWell, nothingWrong } from './looks.ts'
import { aTeam, selected, type Team } from './team.ts'
import { browser } from './test-browser.ts'

const said = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor()

/** Asks the API how many entries are in each state. */
const statesOf = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const account = location.pathname.split('/')[2]
    const { entries } = await (await fetch(`/app/api/accounts/${account}/entries?limit=200`)).json()
    const counts: Record<string, number> = {}
    for (const { state } of entries) counts[state] = (counts[state] ?? 0) + 1
    return counts
  })

/** Marks the drafts whose title includes `part` as saying too little. */
async function needWords({ tidings, account }: Team, part: string): Promise<void> {
  const { db } = await tidings.service()
  await db.write(async tx => {
    const { id } = await tx
      .selectFrom('account')
      .select('id')
      .where('public_id', '=', account)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('entry')
      .set({ needs_words: 'It says too little.' })
      .where('account_id', '=', id)
      .where('title', 'like', `%${part}%`)
      .execute()
  })
}

const isPrimary = (button: Locator): Promise<boolean> =>
  button.evaluate(element => element.classList.contains('bg-accent'))

test('a draft that needs words is not published by one key', async () => {
  const team = await aTeam(3)
  await needWords(team, 'number 3')
  const visitor = await team.join('publisher')
  const { page } = visitor
  await page
    .getByRole('region', { name: 'Drafts' })
    .getByRole('link', { name: /xport number 3/ })
    .click()
  await page.getByText('It says too little.').waitFor()
  const bar = page.getByRole('toolbar', { name: 'Actions' })
  assert.ok(await isPrimary(bar.getByRole('button', { name: /^Edit/ })))
  assert.ok(!(await isPrimary(bar.getByRole('button', { name: /^Publish/ }))))
  const question = page.getByRole('alertdialog', { name: 'Publish it as it is?' })
  await page.keyboard.press('p')
  await question.waitFor()
  await looksWell(page, 'publish-as-it-is')
  await question.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Headline').waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Headline').waitFor({ state: 'detached' })

  // The question also comes when the draft is one of several that are selected.
  for (let rows = 0; rows < 3; rows++) {
    await page.keyboard.press('x')
    await page.keyboard.press('k')
  }
  await page.getByRole('heading', { name: '3 selected' }).waitFor()
  await page.keyboard.press('p')
  const many = page.getByRole('alertdialog', { name: 'Publish 3 entries?' })
  await many.getByText('1 of them needs words').waitFor()
  await many.getByRole('button', { name: 'Cancel' }).click()
  assert.deepEqual(await statesOf(page), { draft: 3 })
  nothingWrong(visitor)
})

const toolbarOf = (page: Page) => page.getByRole('toolbar', { name: 'Actions' })

test('without times an owner takes the proposed ones from the key that would queue', async () => {
  const { join } = await aTeam(4)
  const publisher = await join('publisher')
  await selected(publisher.page).waitFor()
  await toolbarOf(publisher.page)
    .getByRole('button', { name: /^Publish/ })
    .waitFor()
  await publisher.page.keyboard.press('Enter')
  await said(publisher.page, /^The schedule has no time for it. Publish it with p, or ask an owner/)
  await publisher.page.close()

  const visitor = await join('owner')
  const { page } = visitor
  await selected(page).waitFor()
  await toolbarOf(page)
    .getByRole('button', { name: /^Publish/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Add Tuesday and Thursday at/ }).click()
  await said(page, /^Queued for /)
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  const queue = page
    .getByRole('toolbar', { name: 'Selected entries' })
    .getByRole('button', { name: /^Approve 2: \S+ \d+, / })
  await queue.waitFor()
  assert.ok(await isPrimary(queue))
  await queue.click()
  await said(page, '2 entries queued')
  assert.deepEqual(await statesOf(page), { draft: 1, queued: 3 })
  nothingWrong(visitor)
})

test('after the last draft of a part comes the next part, and after all of them what goes out', async () => {
  const team = await aTeam(3)
  await needWords(team, 'number 2')
  const visitor = await team.join('publisher')
  const { page } = visitor
  await selected(page).waitFor()
  const headings = page.getByRole('region', { name: 'Drafts' }).getByRole('heading', { level: 2 })
  assert.deepEqual(await headings.allTextContents(), ['Ready · 2', 'Needs words · 1'])
  await page.keyboard.press('d')
  await said(page, 'Dismissed')
  await page.keyboard.press('d')
  await page.getByText('It says too little.').waitFor()
  assert.deepEqual(await headings.allTextContents(), ['Needs words · 1'])
  assert.ok(await selected(page).evaluate(row => row === document.activeElement))
  await page.keyboard.press('d')
  await page.getByRole('heading', { level: 2, name: 'Nothing to review' }).waitFor()
  const calendar = page.getByRole('link', { name: 'See what goes out next' })
  await calendar.waitFor()
  assert.ok(await calendar.evaluate(link => link === document.activeElement))
  await looksWell(page, 'review-emptied')
  nothingWrong(visitor)
})

test('decisions made offline are sent when the connection is back, and undone after that', async () => {
  const { join } = await aTeam(5)
  const { page } = await join('publisher')
  await selected(page).waitFor()
  await page.getByRole('region', { name: 'The merge' }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('Offline. Decisions wait until you are back.').waitFor()
  await page.keyboard.press('d')
  await page.keyboard.press('d')
  while ((await page.locator('[data-item]').count()) > 3) await page.waitForTimeout(50)
  assert.equal(await page.getByRole('region', { name: 'Message' }).count(), 0)
  await page.context().setOffline(false)
  await said(page, 'Dismissed')
  while ((await statesOf(page)).dismissed !== 2) await page.waitForTimeout(50)
  await page.context().setOffline(true)
  await page.getByText('Offline. Decisions wait until you are back.').waitFor()
  await page.keyboard.press('d')
  await page.keyboard.press('z')
  await page.context().setOffline(false)
  await said(page, 'Undone')
  assert.deepEqual(await statesOf(page), { dismissed: 2, draft: 3 })
})

test('words are edited where they are read, and sent on their way from there', async () => {
  const { join } = await aTeam(3)
  const visitor = await join('publisher')
  const { page } = visitor
  await selected(page).waitFor()
  await page.getByRole('region', { name: 'The merge' }).waitFor()
  const place = (of: Locator) =>
    of.evaluate(element => {
      const { paddingLeft, paddingTop, fontSize } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      const left = Number.parseFloat(paddingLeft)
      return [box.x + left, box.y + Number.parseFloat(paddingTop), box.width - 2 * left, fontSize]
    })
  await selected(page).click()
  const headline = page.getByRole('heading', { level: 2, name: /export number 3/ })
  const [read, bar] = [await place(headline), await page.getByRole('toolbar').boundingBox()]
  await page.keyboard.press('e')
  const field = page.getByLabel('Headline')
  await field.waitFor()
  const [typed, editing] = [await place(field), await page.getByRole('toolbar').boundingBox()]
  assert.deepEqual(typed, read)
  assert.equal(editing?.height, bar?.height)
  await page.setViewportSize({ width: 390, height: 844 })
  const done = await page.getByRole('button', { name: /^Close/ }).boundingBox()
  assert.ok(done && done.y > 700, 'a phone has the buttons at its foot')
  assert.equal(await page.getByRole('navigation', { name: 'Pages' }).last().isVisible(), false)
  await page.setViewportSize({ width: 1280, height: 800 })
  await field.fill('Reports go out by mail')
  await page
    .getByRole('toolbar', { name: 'Editing' })
    .getByRole('button', { name: /^Publish/ })
    .click()
  await said(page, /^Goes out in 10 seconds: Reports go out by mail/)
  assert.doesNotMatch((await selected(page).textContent()) ?? '', /by mail/)
  nothingWrong(visitor)
})

test('the page of an entry leads back to where one came from, and to what readers see', async () => {
  const { join, account, tidings } = await aTeam(2)
  await tidings.command('account', 'page', '--account', account, '--on')
  const visitor = await join('owner')
  const { page } = visitor
  await selected(page).waitFor()
  await page.evaluate(async () => {
    const id = location.pathname.split('/')[2]
    const headers = { 'Content-Type': 'application/json' }
    const { items } = await (await fetch(`/app/api/accounts/${id}/inbox`)).json()
    const [{ id: entry, version }] = items
    const body = JSON.stringify({ id: entry, seen: version, soon: true })
    await fetch(`/app/api/accounts/${id}/actions/entry.publish`, { method: 'POST', headers, body })
  })
  while ((await statesOf(page)).published !== 1) await page.waitForTimeout(200)
  await page.goto(`${tidings.baseUrl}/app/${account}/calendar?q=export`)
  await page
    .getByRole('link', { name: /xport number 2/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Preview' }).waitFor()
  const live = page.getByRole('toolbar', { name: 'Actions' }).getByRole('link', { name: 'View on the page' })
  const href = await live.getAttribute('href')
  await page.reload()
  await page
    .getByRole('link', { name: /^Calendar/ })
    .last()
    .waitFor()
  await page
    .locator('main')
    .getByRole('link', { name: /^Calendar/ })
    .click()
  await heading(page, 'Calendar')
  assert.match(page.url(), /calendar\?q=export$/)
  await page.goto(href ?? '')
  await page.getByRole('heading', { name: /xport number 2/ }).waitFor()
  nothingWrong(visitor)
})

test('a wrong password leaves the focus in its field', async () => {
  const { tidings } = await aTeam(1)
  const page = await browser.newPage()
  await page.goto(`${tidings.baseUrl}/app/sign-in`)
  await page.getByLabel('Email address').fill('somebody@example.com')
  await page.getByLabel('Password').fill('not this one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').getByText(/\w/).waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'password')
  await page.close()
})

test('a merge that could not be judged opens on its code host', async () => {
  const { join } = await aTeam(3)
  const { page } = await join('writer', 'merges')
  const pressed = Promise.withResolvers<void>()
  await page.route(/\/inbox\?/, async route => {
    const list = await (await route.fetch()).json()
    await pressed.promise
    for (const row of list.items) Object.assign(row, { id: null, version: null, tab: 'unsure' })
    await route.fulfill({ json: list })
  })
  await page
    .getByRole('link', { name: /^Review/ })
    .first()
    .click()
  await heading(page, 'Review')
  await page.keyboard.press('o')
  pressed.resolve()
  await page
    .getByRole('region', { name: 'Selected item' })
    .getByRole('region', { name: 'The merge' })
    .waitFor()
  assert.equal(await page.getByText('This merge has no web address.').count(), 0)
  await page.evaluate(() =>
    Object.assign(window, { open: (url: string) => (document.title = `opened ${url}`) }),
  )
  await page.keyboard.press('o')
  await page.waitForFunction(() => document.title.startsWith('opened http'))
})
