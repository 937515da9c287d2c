import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '../testing/until.ts'
import { heading, nothingWrong } from './looks.ts'
import { aTeam, selected, type Team } from './team.ts'

/** Clicks a button, and clicks the same place again half a second after the page has changed, as an impatient person does. */
async function clickTwice(page: Page, button: Locator, changed: () => Promise<unknown>): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await button.boundingBox()) ?? assert.fail('the button is in the page')
  // The place is near the left edge, so that it hits even a shorter button that replaces this one.
  const [left, top] = [x + Math.min(width / 2, 40), y + height / 2]
  await page.mouse.move(left, top)
  await page.mouse.down()
  await page.mouse.up()
  await changed()
  await page.waitForTimeout(500)
  // The pointer moves a pixel, because a hand is never quite still.
  await page.mouse.move(left + 1, top + 1)
  await page.mouse.down()
  await page.mouse.up()
}

const entriesOf = async ({
  tidings,
  account,
}: Team): Promise<{ id: string; state: string; title: string }[]> =>
  JSON.parse(await tidings.command('entry', 'list', '--account', account, '--json')).entries

/** Waits until all requests of the page are answered, and gives the titles of the entries that are published or about to be. */
async function goneOut(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    const account = location.pathname.split('/')[2]
    const read = async (path: string) => (await fetch(`/app/api/accounts/${account}/${path}`)).json()
    const [queue, out] = [await read('queue'), await read('entries?state=published')]
    return [...queue.entries.filter((one: { immediate: boolean }) => one.immediate), ...out.entries].map(
      ({ title }: { title: string }) => title,
    )
  })
}

/** Whether the page asks for confirmation before it publishes. */
const isAsked = (page: Page) => page.getByRole('alertdialog', { name: /^Publish “/ }).isVisible()

test('a second click where Resume was publishes nothing, and nothing has moved there', async () => {
  const team = await aTeam(6)
  await team.tidings.command(
    'schedule',
    'add',
    '--account',
    team.account,
    '--day',
    'tuesday',
    '--time',
    '10:00',
  )
  for (const { id } of (await entriesOf(team)).slice(0, 4))
    await team.tidings.command('entry', 'queue', id, '--next')
  const visitor = await team.join('owner', 'calendar')
  const { page } = visitor
  await heading(page, 'Calendar')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause', exact: true }).click()
  const resume = page.getByRole('button', { name: 'Resume' })
  await resume.waitFor()
  const rows = page.getByRole('region', { name: 'Coming' }).getByRole('article')
  const topOf = () => rows.first().evaluate(row => row.getBoundingClientRect().top)
  const before = await topOf()
  await clickTwice(page, resume, () => page.getByRole('button', { name: 'Pause', exact: true }).waitFor())
  assert.deepEqual(await goneOut(page), [])
  assert.equal(await topOf(), before, 'what stands below keeps its place')

  await page.mouse.move(2, 400)
  await until(async () => (await topOf()) !== before)
  await rows.first().getByRole('button').click()
  await page.getByRole('menuitem', { name: /^Publish/ }).click()
  await page.getByRole('region', { name: 'Going out now' }).waitFor()
  nothingWrong(visitor)
})

test('a second click on the place of a button that became another publishes nothing', async () => {
  const team = await aTeam(6)
  await team.tidings.command(
    'schedule',
    'add',
    '--account',
    team.account,
    '--day',
    'tuesday',
    '--time',
    '10:00',
  )
  const [first] = await entriesOf(team)
  const { page } = await team.join('owner', `entries/${first?.id}`)
  // At the foot of a narrow window, approving puts "Publish" in the place of "Approve for".
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Approve for/ }).waitFor()
  await clickTwice(page, page.getByRole('button', { name: /^Approve for/ }), () =>
    page.getByRole('button', { name: 'Publish', exact: true }).waitFor(),
  )
  assert.deepEqual(await goneOut(page), [])
  assert.ok(await isAsked(page), 'it asks')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Goes out in 10 seconds').first().waitFor()
  assert.deepEqual(await goneOut(page), [first?.title], 'it publishes once it was answered')
})

test('a second click in the inbox publishes no draft that came into the place of the first', async () => {
  const team = await aTeam(6)
  const { page } = await team.join('publisher')
  await selected(page).waitFor()
  const before = await selected(page).textContent()
  await clickTwice(
    page,
    page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: /^Publish/ }),
    () =>
      page.waitForFunction(
        text => document.querySelector('[data-item][aria-current=true]')?.textContent !== text,
        before,
      ),
  )
  assert.equal((await goneOut(page)).length, 1)
  assert.ok(await isAsked(page), 'it asks about the second')
})

test('a second click among what was withdrawn publishes only one again', async () => {
  const team = await aTeam(6)
  const those = (await entriesOf(team)).slice(0, 3)
  for (const { id } of those) await team.tidings.command('entry', 'publish', id)
  for (const { id } of those) await team.tidings.command('entry', 'withdraw', id)
  const { page } = await team.join('owner', 'calendar?state=withdrawn')
  const buttons = page.getByRole('button', { name: /^Publish again/ })
  await buttons.first().waitFor()
  // The rows include the empty place of an entry that has left the list.
  const rows = page.locator('main li')
  await page.waitForLoadState('networkidle')
  const second = await rows.nth(1).boundingBox()
  await clickTwice(page, buttons.first(), () =>
    page.waitForFunction(
      () =>
        document.querySelectorAll('main li button').length === 2 ||
        document.querySelectorAll('main li:not(.invisible) button').length === 2,
    ),
  )
  assert.equal((await goneOut(page)).length, 1)
  assert.deepEqual((await rows.nth(1).boundingBox())?.y, second?.y, 'the rows keep their places')
})
