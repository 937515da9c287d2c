import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { createSource } from '../src/pulls/connections/sources.ts'
import { type PictureServer, startPictureServer, TOKEN } from '../testing/picture-server.ts'
import { openBrowser } from './browser.ts'
import { looksWell, nothingWrong } from './looks.ts'
import { aTeam, openEntry, type Team } from './team.ts'

const BEFORE = '/user-attachments/assets/0b9f1c6e-2d4b-4f57-9d3a-0c7de5a1a001'
const AFTER = '/user-attachments/assets/0b9f1c6e-2d4b-4f57-9d3a-0c7de5a1a002'
const PAGE = '/user-attachments/assets/0b9f1c6e-2d4b-4f57-9d3a-0c7de5a1a003'

let browser: Browser
let host: PictureServer

const picture = (background: string) =>
  sharp({ create: { width: 480, height: 270, channels: 3, background } })
    .png()
    .toBuffer()

before(async () => {
  browser = await openBrowser()
  host = await startPictureServer({
    [BEFORE]: { body: await picture('lightgray') },
    [AFTER]: { body: await picture('midnightblue') },
  })
})
after(async () => {
  await browser?.close()
  await host?.close()
})

/** The pull requests of the team are of this host, and show pictures. */
async function describePulls({ tidings }: Team): Promise<void> {
  const service = await tidings.service()
  const secrets = await service.secrets()
  const at = (path: string) => `${host.address}${path}`
  const body = `| Before | After |\n|---|---|\n| ![Light settings](${at(BEFORE)}) | ![Dark settings](${at(AFTER)}) |\n\n## The menu\n![image](${at(PAGE)})`
  await service.db.write(async tx => {
    const { account_id: accountId } = await tx
      .selectFrom('repository')
      .select('account_id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('repository').set({ host: host.host }).execute()
    await tx.updateTable('pull_request').set({ body }).execute()
    const source = { provider: 'github' as const, apiUrl: `${host.address}/api/v3`, host: host.host }
    const rest = { accountId, repo: 'acme/app', token: TOKEN, installationId: null }
    await createSource(tx, service.clock, service.ids, secrets, { ...source, ...rest })
  })
}

test('a writer looks at the pictures of a pull request and uses before and after as one image', {
  timeout: 120_000,
}, async () => {
  const team = await aTeam(browser, 3, { TIDINGS_PRIVATE_HOSTS: host.host })
  await describePulls(team)
  const visitor = await team.join('writer')
  const { page } = visitor
  await openEntry(page)
  const images = page.getByRole('region', { name: 'Image' })
  await images.getByText('3 pictures in #3').click()
  assert.deepEqual(host.asked, [], 'none is loaded before it is asked for')
  await looksWell(page, 'pull-pictures')

  await images.getByRole('button', { name: 'Show The menu' }).click()
  await images.getByText('The picture is only for people who can see the repository').waitFor()
  await images.getByRole('button', { name: 'Show Before: Light settings. After: Dark settings.' }).click()
  const shown = images.getByRole('img', { name: 'Before: Light settings. After: Dark settings.' })
  await shown.waitFor()
  assert.deepEqual(await shown.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]), [
    480 + 8 + 480,
    270,
  ])
  await looksWell(page, 'pull-picture')
  const words = images.getByLabel('Alternative text')
  await words.fill('settings.png')
  await images.getByRole('button', { name: 'Use as the image' }).click()
  await page.getByText('Look for names and addresses of real customers').waitFor()
  await looksWell(page, 'pull-picture-note')
  await page.getByRole('button', { name: 'Use the picture' }).click()
  await images.getByText('not the name of a file').last().waitFor()
  await words.fill('Settings, light before and dark now')
  await images.getByRole('button', { name: 'Use as the image' }).click()
  await page.getByRole('button', { name: 'Use the picture' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('img', { name: 'Settings, light before and dark now' }).waitFor()
  await page.getByRole('button', { name: 'Remove image' }).waitFor()
  await looksWell(page, 'pull-picture-used')
  nothingWrong(visitor)
})
