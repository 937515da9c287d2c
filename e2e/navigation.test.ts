import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignedIn } from './dashboard-pages.ts'
import { heading } from './looks.ts'
import { aSampleService } from './sample-service.ts'
import { wholeFile } from './team.ts'
import { browser } from './test-browser.ts'

const people = new SignedIn(browser, await aSampleService(wholeFile))

test('on a small screen what gets the focus is above the navigation, which keeps its counts', async () => {
  const { page } = await people.open('calendar', 'full', { viewport: { width: 390, height: 844 } })
  const hidden = await page.evaluate(() => {
    const foot = document.querySelector('nav.fixed')
    if (!foot) throw new Error('The navigation is missing.')
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(a, button)')]
    return controls.flatMap(control => {
      control.focus()
      const isHidden = control.getBoundingClientRect().top > foot.getBoundingClientRect().top
      return isHidden ? [control.textContent] : []
    })
  })
  assert.deepEqual(hidden, [])
  // At 200 % on a laptop, the navigation is lower and keeps its counts and dots.
  await page.setViewportSize({ width: 720, height: 450 })
  const places = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  for (const told of [/^Review \d+$/, /^Calendar \d+$/, /^Channels \d+ needs? attention$/])
    await places.and(page.getByRole('link', { name: told })).waitFor()
})

test('the actions on an entry are in sight in a low window, and scroll with it in the lowest', async () => {
  const { page } = await people.open('entries/$entry')
  const isInSight = () =>
    page
      .getByRole('toolbar', { name: 'Actions' })
      .evaluate(bar => bar.getBoundingClientRect().bottom <= innerHeight)
  for (const [height, seen] of [
    [450, true],
    [300, false],
  ] as const) {
    await page.setViewportSize({ width: 720, height })
    assert.equal(await isInSight(), seen, `${height} px`)
  }
})

test('the navigation says what each place holds until every place was opened', async () => {
  const { page } = await people.open('review')
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  const held = navigation.getByText('Drafts to approve')
  await held.waitFor()
  for (const place of ['Calendar', 'Merges', 'Channels', 'Settings']) {
    await navigation.getByRole('link', { name: new RegExp(`^${place}`) }).click()
    await heading(page, place === 'Settings' ? 'General' : place)
  }
  assert.equal(await held.isVisible(), true, 'nothing moves while the page is open')
  await page.reload()
  await heading(page, 'General')
  assert.equal(await held.count(), 0)
  await page.setViewportSize({ width: 390, height: 844 })
  await navigation
    .getByRole('link', { name: /^Review/ })
    .last()
    .waitFor()
  assert.equal(await held.count(), 0)
  assert.equal(await page.locator('nav.fixed').evaluate(foot => foot.clientHeight), 56)
})

test('the titles of pages of one column stand at one place, in the middle of the frame', async () => {
  for (const width of [1440, 2000]) {
    const places = new Set<string>()
    for (const path of ['settings/general', 'settings/activity', 'you', 'channels/social/$socialAccount']) {
      const { page } = await people.open(path, 'full', { viewport: { width, height: 900 } })
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      const main = await page.getByRole('main').boundingBox()
      assert.ok(title && main, path)
      places.add(`${Math.round(title.x)} ${Math.round(title.y)}`)
      const place = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]')
      if (path === 'you') assert.equal(await place.count(), 0, "one's own page is no place")
      else await place.filter({ hasText: path.startsWith('channels') ? 'Channels' : 'Settings' }).waitFor()
      const middle = main.x + (main.width - 720) / 2
      assert.ok(Math.abs(title.x - middle) < 1, `${path} at ${width} pixels: ${title.x} and not ${middle}`)
    }
    assert.equal(places.size, 1, `${width} pixels: ${[...places]}`)
  }
})

test('the page of an entry lights the place that it was opened from, otherwise that which lists it', async () => {
  const { page } = await people.open('entries/$entry')
  const lit = (name: string) =>
    page
      .getByRole('navigation', { name: 'Pages' })
      .locator('[aria-current=page]')
      .filter({ hasText: name })
      .waitFor()
  await lit('Review')
  await page.getByRole('link', { name: /^Calendar/ }).click()
  await page.getByRole('heading', { name: 'Published' }).waitFor()
  await page.getByRole('article').first().getByRole('link').first().click()
  await page.waitForURL(/\/entries\//)
  await lit('Calendar')
})
