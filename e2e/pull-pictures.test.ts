import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { changePage } from '../src/changelog/page/settings.ts'
import { createSource } from '../src/pulls/connections/sources.ts'
import { type PictureServer, startPictureServer, TOKEN } from '../testing/picture-server.ts'
import { aRecording } from '../testing/recordings/recordings.ts'
import { visit } from './browser.ts'
import { DESKTOP, heading, looksWell, nothingWrong } from './looks.ts'
import { picture as look } from './picture.ts'
import { aTeam, openEntry, type Team } from './team.ts'
import { browser } from './test-browser.ts'

const BEFORE = '/user-attachments/assets/0b9f1c6e-2d4b-4f57-9d3a-0c7de5a1a001'
const AFTER = '/user-attachments/assets/0b9f1c6e-2d4b-4f57-9d3a-0c7de5a1a002'
const FILM = '/user-attachments/assets/0b9f1c6e-2d4b-4f57-9d3a-0c7de5a1a004'
const PAGE = '/user-attachments/assets/0b9f1c6e-2d4b-4f57-9d3a-0c7de5a1a003'

let host: PictureServer

const picture = (background: string) =>
  sharp({ create: { width: 480, height: 270, channels: 3, background } })
    .png()
    .toBuffer()

before(async () => {
  host = await startPictureServer({
    [BEFORE]: { body: await picture('lightgray') },
    [AFTER]: { body: await picture('midnightblue') },
    [FILM]: { headers: { 'content-type': 'video/webm' }, body: aRecording('webm') },
  })
})
after(async () => {
  await host?.close()
})

/** Moves the team's pull requests to this code host, and gives them descriptions with pictures. */
async function describePulls(
  { tidings, account }: Team,
  bodyAt: (at: (path: string) => string) => string,
): Promise<void> {
  const service = await tidings.service()
  const secrets = await service.secrets()
  const at = (path: string) => `${host.address}${path}`
  await service.db.write(async tx => {
    const { id: accountId } = await tx
      .selectFrom('account')
      .select('id')
      .where('public_id', '=', account)
      .executeTakeFirstOrThrow()
    await tx.updateTable('repository').set({ host: host.host }).where('account_id', '=', accountId).execute()
    await tx
      .updateTable('pull_request')
      .set({ body: bodyAt(at) })
      .where('account_id', '=', accountId)
      .execute()
    const source = { provider: 'github' as const, apiUrl: `${host.address}/api/v3`, host: host.host }
    const rest = { accountId, repo: 'acme/app', token: TOKEN, installationId: null }
    await createSource(tx, service.clock, service.ids, secrets, { ...source, ...rest })
  })
}

test('a picture of a pull request becomes the image of an entry, which is looked at again before it goes out', async () => {
  const team = await aTeam(3, { TIDINGS_PRIVATE_HOSTS: host.host })
  await describePulls(
    team,
    at =>
      `| Before | After |\n|---|---|\n| ![Light settings](${at(BEFORE)}) | ![Dark settings](${at(AFTER)}) |\n\n## The menu\n![image](${at(PAGE)})`,
  )
  await turnPageOn(team)
  const visitor = await team.join('publisher')
  const { page } = visitor
  await page.getByRole('link', { name: '3 pictures in #' }).waitFor()
  await openEntry(page)
  const images = page.getByRole('region', { name: 'Image' })
  await images.getByText('3 pictures in #3').click()
  assert.deepEqual(host.asked, [], 'none is loaded before it is asked for')
  await looksWell(page, 'pull-pictures')

  await images.getByRole('button', { name: 'Show The menu' }).click()
  await images.getByText('The picture is only for people who can see the repository').waitFor()
  await images.getByRole('button', { name: 'Show Dark settings' }).click()
  const shown = images.getByRole('img', { name: 'Dark settings' })
  await shown.waitFor()
  assert.deepEqual(
    await shown.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]),
    [480, 270],
  )
  await images.getByText('Look for names and addresses of real customers in the picture').waitFor()
  await looksWell(page, 'pull-picture')
  const words = images.getByLabel('Alternative text')
  await words.fill('settings.png')
  await images.getByRole('button', { name: 'Add', exact: true }).click()
  await images.getByText('not the name of a file').last().waitFor()
  await words.fill('The settings in the dark')
  await images.getByRole('button', { name: 'Add', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('img', { name: 'The settings in the dark' }).waitFor()
  await page.getByRole('button', { name: 'Remove image' }).waitFor()
  await looksWell(page, 'pull-picture-used')
  await page
    .getByRole('link', { name: /^Review/ })
    .first()
    .click()
  const item = page.getByRole('region', { name: 'Selected item' })
  await item.getByRole('img', { name: 'The settings in the dark' }).waitFor()
  await page.keyboard.press('p')
  const question = page.getByRole('alertdialog', { name: 'Is the picture fit to be seen by everyone?' })
  await question.getByText('Look for names and addresses of real customers').waitFor()
  await looksWell(page, 'first-picture')
  await look(page, 'first-picture')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await item.getByRole('img', { name: 'The settings in the dark' }).waitFor()
  await page.keyboard.press('p')
  await question.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: /^Calendar/ }).click()
  await heading(page, 'Calendar')
  await page.getByRole('button', { name: 'More: Add export number' }).waitFor({ timeout: 60_000 })
  nothingWrong(visitor)

  const reader = await readerOf(team)
  const used = reader.page.getByRole('img', { name: 'The settings in the dark' })
  assert.equal(await used.evaluate((shown: HTMLImageElement) => shown.naturalWidth), 480)
  await look(reader.page, 'hosted-picture')
  await looksWell(reader.page, 'hosted-picture')
  const source = await used.getAttribute('src')
  await reader.page.getByRole('link', { name: 'Add export number' }).click()
  const card = await reader.page.locator('meta[property="og:image"]').getAttribute('content')
  assert.ok(source && card?.endsWith(source), `${card} is the picture`)
  nothingWrong(reader)
})

/** Pastes a picture into the page, as if a person had copied it elsewhere. */
const paste = (page: Page, png: Buffer) =>
  page.evaluate(base64 => {
    const clipboardData = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, png.toString('base64'))

/** Publishes an entry with the account's first picture, which takes a confirmation. */
const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page
    .getByText(/^Published /)
    .first()
    .waitFor({ timeout: 60_000 })
}

test('a pasted picture is cropped and published, and then a recording of the pull request plays in its place', async () => {
  const team = await aTeam(1, { TIDINGS_PRIVATE_HOSTS: host.host })
  await describePulls(team, at => `The menu opens at once:\n\n${at(FILM)}`)
  await turnPageOn(team)
  const visitor = await team.join('publisher')
  const { page } = visitor
  await openEntry(page)
  const images = page.getByRole('region', { name: 'Image' })
  await paste(page, await picture('teal'))
  await images.getByRole('button', { name: /crop/ }).click()
  const part = images.getByRole('button', { name: 'The part that is kept' })
  await part.waitFor()
  assert.ok(await part.evaluate(shown => shown === document.activeElement))
  for (let n = 0; n < 10; n++) await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await images.getByText('430 × 270 pixels are kept.').waitFor()
  await images.getByRole('button', { name: 'Card, 1200 × 630' }).click()
  await images.getByText('480 × 252 pixels are kept.').waitFor()
  await looksWell(page, 'crop')
  await part.evaluate(shown => shown.scrollIntoView({ block: 'center' }))
  const corner = await part.locator('span').last().boundingBox()
  assert.ok(corner)
  await page.mouse.move(corner.x + 2, corner.y + 2)
  await page.mouse.down()
  await page.mouse.move(corner.x - 118, corner.y - 60, { steps: 4 })
  await page.mouse.up()
  await look(page, 'crop')
  await images.getByRole('button', { name: 'Close' }).click()
  await images.getByLabel('Alternative text').fill('A field of teal')
  await look(page, 'pasted')
  await images.getByRole('button', { name: 'Add', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  const shown = preview.getByRole('img', { name: 'A field of teal' })
  await shown.waitFor()
  const size = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  })
  const [width = 0, height = 0] = size
  assert.ok(width > 100 && width < 400 && Math.abs(width / height - 1200 / 630) < 0.02, `${size}`)
  await publish(page)

  await images.getByText('1 recording in #1').click()
  await images.getByRole('button', { name: 'Show The menu opens at once' }).click()
  await images.getByText('posts show its first frame').waitFor()
  await plays(images.locator('video'))
  await looksWell(page, 'recording')
  await look(page, 'recording')
  await images.getByRole('button', { name: 'Replace', exact: true }).click()
  await images.locator('video').waitFor()
  await plays(preview.locator('video'))
  await look(page, 'recording-used')
  await looksWell(page, 'recording-used')
  nothingWrong(visitor)

  const reader = await readerOf(team)
  const film = reader.page.locator('video')
  assert.deepEqual(
    await film.evaluate((video: HTMLVideoElement) => [
      video.paused,
      video.autoplay,
      video.muted,
      video.controls,
    ]),
    [true, false, true, true],
  )
  await plays(film)
  await look(reader.page, 'hosted-recording')
  await looksWell(reader.page, 'hosted-recording')
  nothingWrong(reader)
})

/** Opens the hosted page as a reader does. */
const readerOf = ({ tidings, account }: Team) => visit(browser, `${tidings.baseUrl}/c/${account}`, DESKTOP)

/** Plays the film until its picture moves. */
const plays = (film: Locator) =>
  film.evaluate(async (video: HTMLVideoElement) => {
    await video.play()
    await new Promise(resolve => video.requestVideoFrameCallback(resolve))
    await new Promise(resolve => video.requestVideoFrameCallback(resolve))
  })

async function turnPageOn({ tidings, account }: Team): Promise<void> {
  const { db, clock, ids } = await tidings.service()
  await db.write(async tx => {
    const { id } = await tx
      .selectFrom('account')
      .select('id')
      .where('public_id', '=', account)
      .executeTakeFirstOrThrow()
    const hostRules = { operatorHosts: [], proof: 'off' as const }
    await changePage(tx, { clock, ids, actor: 'test', hostRules }, id, { isOn: true })
  })
}
