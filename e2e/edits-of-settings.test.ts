import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../testing/until.ts'
import { ask, weekly } from './editions.ts'
import { heading, nothingWrong } from './looks.ts'
import { aTeam } from './team.ts'

const nameField = (page: Page) => page.getByLabel('Name', { exact: true })
const openPart = (page: Page, part: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: part }).click()

/** Keeps requests of this action from the server until `arrive` is called. */
async function holdUp(page: Page, action: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = 0
  await page.route(`**/actions/${action}`, async route => {
    sent++
    await promise
    await route.continue()
  })
  return { arrive: resolve, isSent: () => until(() => sent > 0, 'the request is sent') }
}

test('what is typed and left at once is saved, each change after the one before, and is not put back later', async () => {
  const team = await aTeam(1)
  const ada = await team.join('owner', 'settings')
  const { page } = ada
  const settings = () => ask(page, team, 'GET', 'settings')
  const slow = await holdUp(page, 'account.set')
  await nameField(page).fill('One')
  await nameField(page).press('Enter')
  await slow.isSent()
  await nameField(page).fill('Two')
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await openPart(page, 'Writing')
  await heading(page, 'Writing')
  slow.arrive()
  await until(async () => (await settings()).timeZone === 'Asia/Tokyo', 'the last change is stored')
  assert.equal((await settings()).name, 'Two')
  await ask(page, team, 'POST', 'actions/account.set', { name: 'Three' })
  await openPart(page, 'General')
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name=name]')?.value === 'Three',
  )
  assert.equal(await page.getByText('Not saved yet').count(), 0)
  // Also where the field is not left first, as with the back button.
  await openPart(page, 'Writing')
  await openPart(page, 'General')
  await nameField(page).fill('Four')
  await page.goBack()
  await heading(page, 'Writing')
  await until(async () => (await settings()).name === 'Four', 'the name is stored')
  nothingWrong(ada)
})

test('a change that fails after its page was left says so, and waits there', async () => {
  const team = await aTeam(1)
  const { page } = await team.join('owner', 'settings')
  await nameField(page).waitFor()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/actions/account.set', async route => {
    await answered
    await route.fulfill({ status: 500 })
  })
  await nameField(page).fill('Acme Inc')
  await openPart(page, 'Writing')
  await heading(page, 'Writing')
  answer()
  await page.getByRole('region', { name: 'Message' }).getByText('Your last change was not saved.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await openPart(page, 'General')
  await page.getByText('Not saved yet').waitFor()
  assert.equal(await nameField(page).inputValue(), 'Acme Inc')
})

test('a setting that is picked while the server cannot be reached is stored once it can', async () => {
  const team = await aTeam(1)
  const { page } = await team.join('owner', 'settings')
  await page.getByLabel('Time zone').waitFor()
  await page.context().setOffline(true)
  await page.getByText('Offline. Decisions wait').waitFor()
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Saved.').waitFor()
  assert.equal((await ask(page, team, 'GET', 'settings')).timeZone, 'Asia/Tokyo')
})

test('the second of two quick changes of an edition’s time is saved too', async () => {
  const team = await aTeam(1)
  const { page } = await team.join('owner')
  await weekly(page, team)
  await page.goto(page.url().replace(/review.*/, 'settings/publishing'))
  const slow = await holdUp(page, 'schedule.add')
  await page.getByLabel('Day').selectOption('Friday')
  await slow.isSent()
  await page.getByLabel('Time', { exact: true }).fill('12:30')
  await page.getByLabel('Day').focus()
  slow.arrive()
  const time = async () => (await ask(page, team, 'GET', 'queue')).times.at(-1)
  await until(async () => (await time()).time === '12:30', 'the time is stored')
  assert.equal((await time()).day, 'friday')
})

test('what another owner made of an edition’s time, before the page has read it, is not put back', async () => {
  const team = await aTeam(1)
  const { page } = await team.join('owner')
  await weekly(page, team)
  await page.goto(page.url().replace(/review.*/, 'settings/publishing'))
  await page.getByLabel('Day').waitFor()
  const times = async () => (await ask(page, team, 'GET', 'queue')).times
  const [{ id, setId: _, ...time }] = await times()
  await page.route('**/queue', route => route.fulfill({ status: 404 }))
  await ask(page, team, 'POST', 'actions/schedule.add', { ...time, time: '15:30' })
  await ask(page, team, 'POST', 'actions/schedule.remove', { id })
  await page.unroute('**/queue')
  await page.getByLabel('Day').selectOption('Friday')
  await page.getByText(/^Next: Fri, /).waitFor()
  assert.deepEqual(
    (await times()).map(({ day, time }: { day: string; time: string }) => `${day} ${time}`),
    ['friday 15:30'],
  )
})

test('what somebody else stored in the same field is shown, and replaced only by whoever says so', async () => {
  const team = await aTeam(1)
  const [ada, bo] = [await team.join('owner', 'settings/writing'), await team.join('owner')]
  const { page } = ada
  const product = page.getByLabel('Product')
  const voice = async () => (await ask(page, team, 'GET', 'voice')).product
  await product.fill('What Ada wrote')
  await ask(bo.page, team, 'POST', 'actions/account.voice', { product: 'What Bo wrote' })
  const told = page.getByText('Changed by somebody else meanwhile: “What Bo wrote”.')
  await told.waitFor()
  await product.press('Tab')
  await page.getByLabel('Audience').fill('Bookkeepers')
  await page.getByLabel('Audience').press('Tab')
  await until(
    async () => (await ask(page, team, 'GET', 'voice')).audience !== '',
    'the other field is stored',
  )
  assert.equal(await voice(), 'What Bo wrote')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await told.waitFor({ state: 'detached' })
  await until(async () => (await voice()) === 'What Ada wrote', 'it is replaced')
})

test('the texts of two languages and two kinds are no one field, so that two owners change them at the same time', async () => {
  const team = await aTeam(1)
  const [{ page }, bo] = [await team.join('owner'), await team.join('owner')]
  const set = (action: string, input: object) => ask(bo.page, team, 'POST', `actions/${action}`, input)
  await set('account.languages', { into: ['de', 'fr'] })
  await set('account.page', { isOn: true })
  await set('policy.set', { automatic: true, kind: ['fix'] })
  await page.goto(page.url().replace(/review.*/, 'channels/page'))
  await page.getByLabel('Language of title and introduction').selectOption('de')
  await page.getByLabel('Title', { exact: true }).fill('Neues')
  const read = page.waitForResponse('**/page')
  await set('account.page', { into: 'fr', title: 'Nouveautés' })
  await read
  await page.getByLabel('Title', { exact: true }).press('Tab')
  await page.getByText('Saved.').waitFor()
  const { translations } = await ask(page, team, 'GET', 'page')
  assert.deepEqual([translations.de.title, translations.fr.title], ['Neues', 'Nouveautés'])
  await page.goto(page.url().replace('channels/page', 'settings/publishing'))
  await page.getByRole('region', { name: 'Approval' }).getByText('Advanced').click()
  await page.route('**/policy', route => route.abort())
  await set('policy.set', { kind: ['fix', 'security'] })
  await page.getByLabel('New', { exact: true }).check()
  await until(
    async () => (await ask(bo.page, team, 'GET', 'policy')).kinds.join(' ') === 'feature fix security',
    'both kinds are ticked',
  )
})
