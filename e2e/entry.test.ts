import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { looksWell, nothingWrong } from './looks.ts'
import { aTeam, openEntry, selected } from './team.ts'

/** Drops the file onto the image, as if a person had dragged it from a folder. */
async function drop(
  page: Page,
  { name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer },
) {
  const file = { name, mimeType, base64: buffer.toString('base64') }
  const dataTransfer = await page.evaluateHandle(({ name, mimeType, base64 }) => {
    const carried = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
    carried.items.add(new File([bytes], name, { type: mimeType }))
    return carried
  }, file)
  for (const event of ['dragover', 'drop'])
    await page.getByRole('region', { name: 'Image' }).dispatchEvent(event, { dataTransfer })
}

const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

test('an entry gets an image with its alternative text, another that is dropped on it, and none', async () => {
  const { join } = await aTeam()
  const visitor = await join('writer')
  const { page } = visitor
  await openEntry(page)
  const picture = async (colour: string) => ({
    name: `${colour}.png`,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 300, height: 120, channels: 3, background: colour } })
      .png()
      .toBuffer(),
  })
  await page.getByLabel('Add an image: choose a file').setInputFiles(await picture('teal'))
  assert.ok(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled(), 'not without words')
  await page.getByLabel('Alternative text').fill('A teal field')
  await looksWell(page, 'entry-upload')
  await page.getByLabel('Alternative text').press('Enter')
  const preview = page.getByRole('region', { name: 'Preview' })
  const image = preview.getByRole('img', { name: 'A teal field' })
  await image.waitFor()
  assert.equal(await image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => 1)), 1)
  await looksWell(page, 'entry-image')

  await page.getByLabel('Alternative text').fill('A field of teal')
  await page.getByLabel('Alternative text').blur()
  await preview.getByRole('img', { name: 'A field of teal' }).waitFor()
  const first = await image.or(preview.getByRole('img')).getAttribute('src')
  await drop(page, await picture('maroon'))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.waitForFunction(
    before => document.querySelector('section[aria-label=Preview] img')?.getAttribute('src') !== before,
    first,
  )
  await page.getByRole('button', { name: 'Remove image' }).click()
  await page.getByRole('button', { name: 'Add an image' }).waitFor()
  assert.equal(await preview.getByRole('img', { name: 'A field of teal' }).count(), 0)
  nothingWrong(visitor)
})

test('what is typed is previewed, saved by itself and compared, and earlier words come back', async () => {
  const { join } = await aTeam()
  const visitor = await join('publisher')
  const { page } = visitor
  const preview = page.getByRole('region', { name: 'Preview' })
  const author = page.getByRole('button', { name: 'Add what the author wrote' })
  await selected(page).waitFor()
  const facts = page.getByRole('region', { name: 'Why' }).locator('dt').first()
  await facts.waitFor({ state: 'attached' })
  assert.equal(await facts.isVisible(), false, 'the reason is one sentence, and its facts are folded')
  await page.getByText(/^All \d+ facts$/).click()
  await facts.waitFor()
  const hue = (within: Locator) =>
    within
      .locator('span[title] > svg:has(path)')
      .first()
      .evaluate(glyph => getComputedStyle(glyph).color)
  const detail = page.getByRole('region', { name: 'Selected item' })
  assert.equal(await hue(detail), await hue(selected(page)), 'a kind has one hue')
  await author.click()
  assert.match(await page.getByLabel('Body').inputValue(), /^Customers can now download report number/)
  await author.waitFor({ state: 'detached' })
  await saved(page)
  assert.equal(await facts.isVisible(), true, 'the facts stay open beside somebody who types')
  await page.getByRole('link', { name: 'Image, posts and history' }).click()
  await preview.getByText(/^Customers can now download/).waitFor()
  assert.equal(await facts.isVisible(), false, 'the facts are folded on the page of the entry too')
  await page.getByLabel('Headline').fill('Reports leave as **CSV**')
  await page.getByLabel('Body').fill('With *every* filter.')
  await preview.getByText('With every filter.').waitFor()
  await preview.getByLabel('Where').selectOption('In a feed reader')
  await preview.getByText('Reports leave as').waitFor()
  await saved(page)
  await page.getByText("What was changed of the machine's words").click()
  await page.locator('ins').first().waitFor()
  await looksWell(page, 'entry-difference')
  await page.getByRole('button', { name: 'Reword' }).click()
  await page.getByRole('status').getByText('The machine has no other words for it').waitFor()
  assert.equal(await page.getByLabel('Body').inputValue(), 'With *every* filter.')
  const tab = page.getByRole('button', { name: 'History' })
  await tab.click()
  assert.equal(await tab.evaluate(button => getComputedStyle(button).borderBottomWidth), '2px')
  await page
    .getByRole('button', { name: /^Restore the words before/ })
    .last()
    .click()
  await page.getByRole('status').getByText('The earlier words are back').waitFor()
  await page.getByRole('button', { name: 'Words', exact: true }).click()
  await page.waitForFunction(
    () => !document.querySelector<HTMLTextAreaElement>('textarea[rows="6"]')?.value.includes('filter'),
  )
  nothingWrong(visitor)
})

test('what the author wrote stands below an empty body until one click takes it, above the actions at the foot', async () => {
  const { join } = await aTeam()
  const visitor = await join('publisher')
  const { page } = visitor
  await openEntry(page)
  const body = page.getByLabel('Body')
  const words = page.getByText(/^Customers can now download report number/).first()
  const offer = page.getByRole('button', { name: 'Add what the author wrote' })
  const tops = await Promise.all([body, words, offer].map(async part => (await part.boundingBox())?.y ?? 0))
  assert.deepEqual(
    tops,
    tops.toSorted((a, b) => a - b),
  )
  const bar = await page.getByRole('toolbar', { name: 'Actions' }).boundingBox()
  assert.equal(bar && bar.y + bar.height, page.viewportSize()?.height)
  await offer.click()
  assert.match(await body.inputValue(), /^Customers can now download report number/)
  await offer.waitFor({ state: 'detached' })
  await saved(page)
  nothingWrong(visitor)
})

test('an entry is changed and published on its page, and the letters of its headline are text', async () => {
  const { join } = await aTeam()
  const visitor = await join('publisher')
  const { page } = visitor
  await openEntry(page)
  await page.getByLabel('Kind').selectOption('fix')
  await page.getByRole('status').getByText('Saved').waitFor()
  await page.getByLabel('Headline').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Typed in the headline: 3 exports, p and d')
  await saved(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('status').getByText('Goes out in 10 seconds').waitFor()
  await page.getByText(/^Queued for/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Draft', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await selected(page).waitFor()
  nothingWrong(visitor)
})

test('two people who change different fields are not asked to choose', async () => {
  const { join } = await aTeam()
  const [ada, bo] = [await join('writer'), await join('writer')]
  await openEntry(ada.page)
  await bo.page.goto(ada.page.url())
  await bo.page.getByLabel('Body').waitFor()
  await bo.page.context().setOffline(true)
  await bo.page.getByLabel('Body').fill('What Bo wrote.')
  await bo.page.getByText('Not saved; kept in this browser').waitFor()
  await ada.page.getByLabel('Headline').fill('What Ada wrote')
  await saved(ada.page)
  await bo.page.context().setOffline(false)
  await bo.page.reload()
  await bo.page.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>('#entry-title')?.value === 'What Ada wrote',
  )
  await saved(bo.page)
  assert.equal(await bo.page.getByLabel('Body').inputValue(), 'What Bo wrote.')
  await ada.page.reload()
  assert.equal(await ada.page.getByLabel('Body').inputValue(), 'What Bo wrote.')
  assert.equal(await ada.page.getByLabel('Headline').inputValue(), 'What Ada wrote')
  nothingWrong(ada)
})

test('what is typed without a rest is saved once, after the last letter', async () => {
  const { join } = await aTeam()
  const visitor = await join('writer')
  const { page } = visitor
  await openEntry(page)
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/actions/entry.edit')) sent.push(request.postDataJSON().body)
  })
  await page.clock.install()
  const body = page.getByLabel('Body')
  for (const text of ['A', 'As', 'As CSV']) {
    await body.fill(text)
    await page.clock.runFor(500)
  }
  assert.deepEqual(sent, [])
  await page.clock.runFor(500)
  await saved(page)
  assert.deepEqual(sent, ['As CSV'])
  nothingWrong(visitor)
})
