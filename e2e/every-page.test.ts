import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Visit } from './browser.ts'
import { dialogsOf, OVERLAYS, PATHS, SignedIn } from './dashboard-pages.ts'
import { looksWell, nothingWrong } from './looks.ts'
import { aSampleService } from './sample-service.ts'
import { openEntry, selected, wholeFile } from './team.ts'
import { browser } from './test-browser.ts'

let people: SignedIn

before(async () => {
  people = new SignedIn(browser, await aSampleService(wholeFile))
})

async function isSound(visited: Visit, name: string): Promise<void> {
  await looksWell(visited.page, name)
  nothingWrong(visited)
}

const CHANGING = /^(Save|Replace|Invite|Remove|Add|Pause|Undo)/

for (const path of PATHS.inside) {
  test(`${path} and its dialogs are sound with the data of a company`, async () => {
    const visited = await people.open(path)
    await looksWell(visited.page, path)
    for await (const dialog of dialogsOf(visited.page)) await looksWell(visited.page, `${path}: ${dialog}`)
    nothingWrong(visited)
  })
  test(`${path} is sound for a viewer, who changes nothing`, async () => {
    const visited = await people.open(path, 'forbidden')
    const changing = visited.page.getByRole('main').getByRole('button', { name: CHANGING })
    if (path !== 'you') for (const button of await changing.all()) assert.ok(await button.isDisabled(), path)
    await isSound(visited, path)
  })
  if (!path.includes('$'))
    test(`${path} is sound in a new account`, async () => isSound(await people.open(path, 'empty'), path))
}

for (const [name, open] of Object.entries(OVERLAYS))
  test(`${name} is sound over a page`, async () => {
    const visited = await people.open('review')
    await open(visited.page)
    await isSound(visited, name)
  })

test('two drafts are grouped and ungrouped again, and a flagged entry is kept as it is', async () => {
  const visited = await people.open('review')
  const { page } = visited
  await selected(page).waitFor()
  // The first row is the flagged entry.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('g')
  const toast = page.getByRole('status').getByText('Grouped 2 drafts: ')
  const [, title = ''] = ((await toast.textContent()) ?? '').split('drafts: ')
  await page.locator('[data-item]', { hasText: title }).click()
  await openEntry(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Ungroup' }).click()
  await page.getByRole('status').getByText('Ungrouped into 2 drafts.').waitFor()
  await page.getByRole('link', { name: /^Review/ }).click()
  await page.locator('[data-item]').first().click()
  await page.getByRole('button', { name: 'Withdraw' }).waitFor()
  await page.getByRole('button', { name: 'Keep it as it is' }).click()
  await page.getByText('Flagged', { exact: false }).waitFor({ state: 'detached' })
  await isSound(visited, 'flagged')
})

test('settings/activity tells each decision with its detail, and settings/insights tells no share of too few', async () => {
  const visited = await people.open('settings/activity')
  const { page } = visited
  await page.getByText('title: What is new in Northwind').waitFor()
  for (const group of await page.locator('section > div', { has: page.getByRole('heading') }).all()) {
    const times = await group.locator('time').allTextContents()
    assert.deepEqual(times, [...new Set(times)], 'a minute is shown once below a name')
  }
  const byImport = page.locator('section > div', { has: page.getByRole('heading', { name: 'An import' }) })
  assert.ok((await byImport.getByRole('link').count()) > 2, 'each entry is linked')
  await page.goto(page.url().replace('activity', 'insights'))
  await page.getByText('too few to say how often they agree.').waitFor()
  assert.equal(await page.getByText('People agreed in').count(), 0)
  await isSound(visited, 'few decisions')
})

test('a repository that failed stands first, and is tried again in its row', async () => {
  const visited = await people.open('settings/repositories')
  const rows = visited.page.getByRole('list', { name: 'Repositories' }).getByRole('listitem')
  const app = rows.filter({ hasText: 'northwind/app' })
  await app.getByText('GitHub did not answer in 10 seconds.').waitFor()
  assert.match(await app.innerText(), /Webhook delivery failed .+: GitHub did not answer/)
  assert.doesNotMatch(await app.innerText(), /Connected/)
  assert.match(await rows.nth(0).innerText(), /northwind\/app/)
  assert.equal(await visited.page.getByRole('button', { name: /^Try again/ }).count(), 1)
  const mobile = rows.filter({ hasText: 'northwind/mobile' })
  await mobile.getByText('Needs reconnecting: GitHub refused the token.', { exact: true }).waitFor()
  assert.doesNotMatch(await mobile.innerText(), /Enter a new access token/, 'its button says it')
  const heights = await rows.evaluateAll(all => all.map(row => row.clientHeight))
  assert.equal(new Set(heights).size, 1, 'all rows are of one shape')
  await mobile.getByRole('button', { name: 'Reconnect northwind/mobile' }).click()
  await mobile.getByLabel('Access token for northwind/mobile').waitFor()
  await mobile.getByRole('button', { name: 'Close northwind/mobile' }).click()
  await mobile.getByRole('button', { name: 'Reconnect northwind/mobile' }).waitFor()
  await rows.getByRole('button', { name: 'Continue northwind/reports' }).click()
  const address = rows.getByText(/\/callbacks\/gitlab\//)
  assert.ok(await address.evaluate(shown => shown.scrollWidth <= shown.clientWidth), 'nothing of it is cut')
  const box = rows.locator('code').filter({ hasText: '/callbacks/gitlab/' })
  assert.equal((await box.boundingBox())?.height, 36, 'it is one line, with space around it')
  await app.getByRole('button', { name: 'More actions for northwind/app' }).click()
  await visited.page.getByRole('menuitem', { name: 'Edit' }).click()
  await app.getByLabel('Access token for northwind/app').waitFor()
  await looksWell(visited.page, 'repository-settings')
  await app.getByRole('button', { name: 'Close northwind/app' }).click()
  await app.getByRole('button', { name: 'More actions for northwind/app' }).click()
  await visited.page.getByRole('menuitem', { name: 'Remove' }).click()
  await visited.page.getByRole('alertdialog', { name: 'Remove northwind/app?' }).waitFor()
  await looksWell(visited.page, 'remove-repository')
  await visited.page.getByRole('button', { name: 'Cancel' }).click()
  await app.getByRole('button', { name: 'Try again' }).click()
  await app.getByText('Connected').waitFor()
  assert.match(await rows.nth(0).innerText(), /northwind\/mobile/)
  await isSound(visited, 'repositories')
})

test('a server that sends no mail offers no weekly summary', async () => {
  const { page } = await people.open('settings/general')
  await page.getByLabel('Time zone').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Weekly summary' }).count(), 0)
})

test('a post that was not confirmed has one button in its row, and the others in a menu', async () => {
  const visited = await people.open('channels/social/$socialAccount')
  const row = visited.page.getByRole('listitem').filter({ hasText: 'Not confirmed' })
  await row.waitFor()
  assert.deepEqual(await row.getByRole('button').allTextContents(), ['Check', ''])
  assert.equal(await visited.page.getByRole('button', { name: /^Check/ }).count(), 1)
  await row.getByRole('button', { name: /^More actions for / }).click()
  await visited.page.getByRole('menuitem', { name: 'Mark as not posted' }).waitFor()
  await visited.page.getByRole('menuitem', { name: 'Mark as posted' }).click()
  await visited.page.getByLabel('Address of the post').waitFor()
  await isSound(visited, 'posted')
})

test('on a small screen the calendar begins with its entries, and its menu leads to what has no room', async () => {
  const visited = await people.open('calendar', 'full', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const { page } = visited
  const first = await page.getByRole('article').first().boundingBox()
  assert.ok((first?.y ?? 844) < 220, `the first entry is at ${first?.y}`)
  await page
    .getByText(/^Posted on \w+ and \w+$/)
    .first()
    .waitFor()

  for (const name of ['Change how often', 'Held back in Review'])
    await page.getByRole('link', { name }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Undo…' }).waitFor()
  await page.getByRole('menuitem', { name: 'Change what is published' }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  const published = page.getByRole('region', { name: 'Published' })
  await published.getByRole('heading', { name: 'Published' }).waitFor()
  await page.waitForFunction(
    () => (document.getElementById('published')?.getBoundingClientRect().top ?? 844) < 200,
  )
  const entry = published.getByRole('button', { name: /^More: Check the sender/ })
  await entry.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.waitForURL(/\/entries\//)

  await page.goBack()
  await page.getByRole('link', { name: 'Withdrawn' }).click()
  await page.getByRole('heading', { name: 'Withdrawn' }).waitFor()
  await page.getByRole('region', { name: 'Withdrawn' }).getByRole('link', { name: 'Published' }).click()
  await published.waitFor()
  await isSound(visited, 'calendar on a small screen')
})

test('on a small screen the choice of how often and the rows of social accounts are low', async () => {
  const look = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const { page } = await people.open('settings/publishing', 'full', look)
  const heightOf = async (shown: Locator) => (await shown.boundingBox())?.height ?? 844
  assert.ok((await heightOf(page.getByRole('group', { name: 'How often' }))) < 230)
  await page.goto(page.url().replace('settings/publishing', 'channels'))
  for (const network of ['Mastodon', 'Bluesky']) {
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: network, exact: true }) })
    assert.ok((await heightOf(row)) < 80, network)
  }
})

/** Where the rows of the list on a page begin. */
const rowTops = (page: Page): Promise<number[]> =>
  page.locator('[data-item]').evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().top)))

test('on a phone the rows of a list are high enough to touch and show when each was merged', async () => {
  const { page } = await people.open('merges', 'full', {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const withheld = page.getByRole('link', {
    name: /ago ?Not for customers: A bot updates dependencies/,
  })
  await withheld.first().waitFor()
  const faulty = await page.locator('[data-item]').evaluateAll(rows =>
    rows.filter(row => {
      const [box, time] = [row, row.querySelector('time')].map(one => one?.getBoundingClientRect())
      return !box || !time || time.right > box.right || box.height < 44
    }),
  )
  assert.equal(faulty.length, 0)
  const tops = await rowTops(page)
  await withheld.first().click()
  const show = await page.getByRole('button', { name: 'Show to customers' }).boundingBox()
  assert.ok(show && show.y + show.height <= 844)
  // The merge takes the place of the list, whose rows have no height meanwhile.
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await withheld.first().waitFor()
  assert.deepEqual(await rowTops(page), tops)
})

test('a draft with nothing out of the ordinary takes one line of the list', async () => {
  const { page } = await people.open('review')
  await selected(page).waitFor()
  const tops = await rowTops(page)
  const heights = new Set(tops.slice(1).map((top, at) => top - (tops[at] ?? 0)))
  assert.ok(heights.has(38))
  assert.ok(heights.has(56), 'what is not certain says so in a second line')
  await page.getByText('Customers would probably notice', { exact: true }).first().waitFor()
})

test('no row of a list moves as another is opened', async () => {
  // The window holds the rows that are opened, and its width is filled by the ninth title.
  const { page } = await people.open('merges', 'full', { viewport: { width: 1100, height: 1400 } })
  await selected(page).waitFor()
  const tops = await rowTops(page)
  for (let at = 1; at < 10; at++) {
    await page.locator('[data-item]').nth(at).click()
    await selected(page).and(page.locator('[data-item]').nth(at)).waitFor()
    assert.deepEqual(await rowTops(page), tops)
  }
})

for (const path of PATHS.outside)
  test(`${path} is sound before one signs in`, async () => {
    const visited = await people.openOutside(path)
    await isSound(visited, path)
    await visited.page.close()
  })

test('on a small screen the whole preview of the changelog page is below its settings', async () => {
  const visited = await people.open('channels/page', 'full', { viewport: { width: 390, height: 844 } })
  const { page } = visited
  await page.frameLocator('iframe').getByText('Made with Tidings.').waitFor()
  const frame = page.getByTitle('The page as its readers see it')
  await page.getByText('Advanced').click()
  const [last, preview] = [await page.getByLabel('Custom domain').boundingBox(), await frame.boundingBox()]
  assert.ok(last && preview && last.y + last.height < preview.y)
  await page.waitForFunction(() => {
    const shown = document.querySelector('iframe')
    const whole = shown?.contentDocument?.documentElement.scrollHeight ?? Number.POSITIVE_INFINITY
    return shown && shown.clientHeight >= whole
  })
  await isSound(visited, 'preview')
})
