import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { until } from '../testing/until.ts'
import { ask } from './editions.ts'
import { heading, nothingWrong } from './looks.ts'
import { aTeam, openEntry, type Team } from './team.ts'

const body = (page: Page) => page.getByLabel('Body')
const message = (page: Page) => page.getByRole('region', { name: 'Message' })
const idOf = (page: Page) => /entries\/([^?]+)/.exec(page.url())?.[1] ?? ''

/** Keeps requests to edit the entry from the server until `arrive` is called. */
async function holdUp(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/actions/entry.edit', async route => {
    sent++
    await promise
    await route.continue()
  })
  return { arrive: resolve, isSent: () => until(() => sent > 0, 'the request is sent') }
}

async function openDraft(team: Team, page: Page) {
  await openEntry(page)
  const id = idOf(page)
  const stored = async () => (await ask(page, team, 'GET', `entries/${id}`)).entry
  return { id, stored }
}

const toCalendar = async (page: Page) => {
  await page
    .getByRole('link', { name: /^Calendar/ })
    .first()
    .click()
  await heading(page, 'Calendar')
}

test('what is typed while words are on their way is saved too when the page is left, and is nobody else’s later', async () => {
  const team = await aTeam(3)
  const visitor = await team.join('writer')
  const { page } = visitor
  const { stored } = await openDraft(team, page)
  const slow = await holdUp(page)
  await body(page).fill('First.')
  await slow.isSent()
  await body(page).pressSequentially(' Second.')
  await toCalendar(page)
  slow.arrive()
  await until(async () => (await stored()).body === 'First. Second.', 'all words are stored')
  await page.goBack()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await body(page).inputValue(), 'First. Second.')
  assert.equal(await page.getByRole('alert').getByText('Somebody else').count(), 0)
  nothingWrong(visitor)
})

test('words that cannot be saved after their page was left say so, and are saved once the server is back', async () => {
  const team = await aTeam(3)
  const { page } = await team.join('writer')
  const { stored } = await openDraft(team, page)
  await page.route('**/app/api/**', route =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  await body(page).fill('Typed and left')
  await toCalendar(page)
  await message(page).getByText('What you typed is kept in this browser.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await until(async () => (await stored()).body === 'Typed and left', 'the words are stored')
})

test('half a sentence is not sent to readers because somebody else publishes the draft meanwhile', async () => {
  const team = await aTeam(3)
  const [ada, bo] = [await team.join('publisher'), await team.join('publisher')]
  const { page } = ada
  const { id, stored } = await openDraft(team, page)
  const slow = await holdUp(page)
  await body(page).fill('Half a sent')
  await slow.isSent()
  await ask(bo.page, team, 'POST', 'actions/entry.publish', { id })
  await page.getByRole('button', { name: 'Withdraw', exact: true }).waitFor()
  slow.arrive()
  await page
    .getByText('Not saved; kept in this browser. The entry has changed since: it is published')
    .waitFor()
  assert.deepEqual([(await stored()).state, (await stored()).body], ['published', ''])
  await body(page).pressSequentially('ence.')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal((await stored()).body, 'Half a sentence.')
})

test('words for a draft that somebody else dismisses stay in sight, and are saved once it is restored', async () => {
  const team = await aTeam(3)
  const [ada, bo] = [await team.join('writer'), await team.join('writer')]
  const { page } = ada
  const { id, stored } = await openDraft(team, page)
  const slow = await holdUp(page)
  await body(page).fill('What Ada wrote.')
  await slow.isSent()
  await ask(bo.page, team, 'POST', 'actions/entry.dismiss', { id })
  slow.arrive()
  await page.getByText('Not saved; kept in this browser. A dismissed entry is restored').waitFor()
  assert.equal(await body(page).inputValue(), 'What Ada wrote.')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Draft', { exact: true }).waitFor()
  await until(async () => (await stored()).body === 'What Ada wrote.', 'the words are stored')
  nothingWrong(ada)
})

test('an alternative text that somebody else wrote is not put back by leaving the field, and one’s own is saved on leaving the page', async () => {
  const team = await aTeam(3)
  const [ada, bo] = [await team.join('writer'), await team.join('writer')]
  const { page } = ada
  const { id, stored } = await openDraft(team, page)
  const alt = page.getByLabel('Alternative text')
  const buffer = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'report.png', mimeType: 'image/png', buffer })
  await alt.fill('A report')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Remove image' }).waitFor()
  const isStored = (wanted: string) =>
    until(async () => (await stored()).image.alt === wanted, `“${wanted}” is stored`)
  await ask(bo.page, team, 'POST', 'actions/entry.edit', { id, alt: 'A report of Bo' })
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name=alt]')?.value === 'A report of Bo',
  )
  await alt.focus()
  await alt.press('Tab')
  await alt.fill('A report of both')
  await page.goBack()
  await isStored('A report of both')
})

test('what one person typed is neither sent nor shown as somebody else who signs in in the same browser', async () => {
  const team = await aTeam(3)
  const [ada, bo] = [await team.join('publisher'), await team.join('publisher')]
  const { page } = ada
  const { id, stored } = await openDraft(team, page)
  await ask(page, team, 'POST', 'actions/entry.publish', { id })
  const withdraw = page.getByRole('button', { name: 'Withdraw', exact: true })
  const update = page.getByRole('button', { name: 'Update', exact: true })
  await withdraw.waitFor()
  await body(page).fill('What only Ada knows.')
  const own = await page.context().cookies()
  await page.context().addCookies(await bo.page.context().cookies())
  await update.click()
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  assert.equal((await stored()).body, '')
  await page.reload()
  await withdraw.waitFor()
  assert.equal(await body(page).inputValue(), '')
  await page.context().addCookies(own)
  await page.reload()
  await update.waitFor()
  assert.equal(await body(page).inputValue(), 'What only Ada knows.')
})

test('an entry is not published from the calendar without what is typed and not saved', async () => {
  const team = await aTeam(3)
  const { page } = await team.join('owner')
  await ask(page, team, 'POST', 'actions/schedule.add', {
    ...{ set: null, takes: 'entry', every: 'week', day: 'tuesday', time: '10:00' },
  })
  const { id, stored } = await openDraft(team, page)
  await page.route('**/actions/entry.edit', route => route.abort())
  await ask(page, team, 'POST', 'actions/entry.queue', { id })
  await page.getByRole('button', { name: 'Unqueue', exact: true }).waitFor()
  await body(page).fill('Half a sentence')
  await page.getByText('Not saved; kept in this browser.').waitFor()
  await toCalendar(page)
  await page.getByRole('button', { name: /^Move or publish/ }).click()
  await page.getByRole('menuitem', { name: 'Publish' }).click()
  await message(page)
    .getByText(/^What you typed for “.+” is not saved yet\. Edit or discard it first\.$/)
    .waitFor()
  assert.equal((await stored()).immediate, false)
})

test('what was typed just before the tab is closed is saved, and does not count as unsaved later', async () => {
  const team = await aTeam(3)
  const [{ page }, bo] = [await team.join('owner', 'settings/general'), await team.join('writer')]
  const pages = page.url().replace('settings/general', '')
  await page.getByLabel('Name', { exact: true }).fill('Named at the last moment')
  await page.goto('about:blank')
  const name = async () => (await ask(bo.page, team, 'GET', 'settings')).name
  await until(async () => (await name()) === 'Named at the last moment', 'the name is stored')
  await page.goto(`${pages}review`)
  const { id } = await openDraft(team, page)
  await body(page).fill('Typed at the last moment. ')
  await page.goto('about:blank')
  const stored = async () => (await ask(bo.page, team, 'GET', `entries/${id}`)).entry.body
  await until(async () => (await stored()) === 'Typed at the last moment.', 'the words are stored')
  await page.goto(`${pages}review?item=${id}`)
  await page.getByText('Typed at the last moment.').waitFor()
  assert.equal(await page.getByText('is not saved yet').count(), 0)
})

test('a role that is lowered while somebody types is known to the page, which saves the words once it is raised', async () => {
  const team = await aTeam(3)
  const [ada, owner] = [await team.join('writer'), await team.join('owner')]
  const { page } = ada
  const { stored } = await openDraft(team, page)
  const { person } = await page.evaluate(async () => (await fetch('/app/api/me')).json())
  const become = (role: string) =>
    ask(owner.page, team, 'POST', 'actions/member.role', { id: person.id, role })
  const slow = await holdUp(page)
  await body(page).fill('Typed with too low a role.')
  await slow.isSent()
  await become('viewer')
  await page.getByRole('button', { name: 'Dismiss', exact: true }).waitFor({ state: 'detached' })
  slow.arrive()
  await page.getByText('Not saved; kept in this browser. This needs the role writer').waitFor()
  await become('writer')
  await until(async () => (await stored()).body === 'Typed with too low a role.', 'the words are stored')
})

test('what somebody else publishes is not offered to be published where its words are being edited', async () => {
  const team = await aTeam(3)
  const [{ page }, bo] = [await team.join('publisher'), await team.join('publisher')]
  const editing = page.getByRole('toolbar', { name: 'Editing' })
  const publish = editing.getByRole('button', { name: 'Publish' })
  await page.keyboard.press('e')
  await publish.waitFor()
  const { items } = await ask(page, team, 'GET', 'inbox')
  await ask(bo.page, team, 'POST', 'actions/entry.publish', { id: items[0].id })
  await publish.waitFor({ state: 'detached' })
  assert.ok(await editing.getByRole('button', { name: /^Close/ }).isVisible())
})
