import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { setAllowedOrigins } from '../src/accounts/account.ts'
import { changePage } from '../src/changelog/page/settings.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/database.ts'
import { openDatabase } from '../src/platform/db/open.ts'
import { randomIds } from '../src/platform/ids.ts'
import { aChangelog, type Changelog } from '../testing/changelog.ts'
import { until } from '../testing/until.ts'
import { findingsOf, openBrowser, overflowOf } from './browser.ts'
import { aFolder } from './checkout.ts'
import { DESKTOP } from './looks.ts'
import { runTidings } from './running.ts'

const CONTEXT = { clock: systemClock, ids: randomIds, actor: 'test' }
const HOSTILE =
  '**Download** it <img src=x onerror=alert(1)> [here](https://acme.test/guide)\n\n- filters\n- order'

interface Scene {
  browser: Browser
  /** The address of the JSON feed. */
  feed: string
  changelog: Changelog
  db: Database
  /** The origin of the site with the widget; it has a strict security policy. */
  site: string
}

const STORIES: Record<string, (scene: Scene) => Promise<void>> = {
  'the first visit counts nothing; what is published later is counted until it was seen': countsUnread,
  'a panel by keyboard, which gives the focus back and has no barriers': worksByKeyboard,
  'on a phone the panel is a sheet': isASheet,
  'where storage is blocked, what was seen is kept while the page is open': worksWithoutStorage,
  'an origin that may not read the feed sees the button without a number, and that nothing could be loaded':
    failsQuietly,
}

test('the widget on another site', async context => {
  const data = join(aFolder(context), 'data')
  const { baseUrl } = await runTidings(context, { TIDINGS_DATA: data })
  const db = await openDatabase({ engine: 'sqlite', file: join(data, 'tidings.db') }, { migrate: false })
  const changelog = await aChangelog(db)
  await db.write(tx =>
    changePage(tx, { ...CONTEXT, hostRules: { operatorHosts: [], proof: 'off' } }, changelog.account.id, {
      isOn: true,
    }),
  )
  await changelog.publish({ title: 'Export reports as `CSV`', body: HOSTILE, at: Date.now() - 86_400_000 })
  const site = await aForeignSite(context, baseUrl, changelog.account.publicId)
  const browser = await openBrowser()
  context.after(() => browser.close())
  context.after(() => db.close())
  for (const [name, tell] of Object.entries(STORIES))
    await context.test(name, () =>
      tell({ browser, feed: `${baseUrl}/changelog/${changelog.account.publicId}.json`, changelog, db, site }),
    )
})

/** Starts a site whose policy allows scripts and connections of the service alone: no styles or images, and no markup but the widget's. */
async function aForeignSite(context: TestContext, service: string, account: string): Promise<string> {
  const policy = `default-src 'none'; script-src ${service}; connect-src ${service}; require-trusted-types-for 'script'; trusted-types tidings`
  const html = `<!doctype html><html lang="en"><title>Acme</title><meta name="viewport" content="width=device-width"><main><h1>Acme</h1><tidings-changelog account="${account}"></tidings-changelog></main><script type="module" src="${service}/widget.js"></script></html>`
  const server = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').setHeader('Content-Security-Policy', policy).end(html),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  context.after(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

const button = (page: Page) => page.getByRole('button', { name: /What’s new/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'What’s new' })

async function onSite(
  { browser, site }: Scene,
  work: (page: Page) => Promise<void>,
  {
    look = DESKTOP,
    prepare = async () => {},
  }: { look?: BrowserContextOptions; prepare?(page: Page): Promise<void> } = {},
): Promise<void> {
  const page = await browser.newPage(look)
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  await prepare(page)
  await page.goto(site, { waitUntil: 'networkidle' })
  await work(page)
  assert.deepEqual(
    complaints.filter(text => !text.includes('favicon')),
    [],
  )
  await page.context().close()
}

/** Publishes an entry and waits until the feed has it, because the server answers from memory for a moment. */
async function publish({ changelog, feed }: Scene, title: string, isBreaking = false): Promise<void> {
  await changelog.publish({ title, isBreaking })
  await until(async () => (await (await fetch(feed)).text()).includes(title))
}

async function countsUnread(scene: Scene): Promise<void> {
  await onSite(scene, async page => {
    assert.equal(await button(page).innerText(), 'What’s new')
    await publish(scene, 'Add a dark theme', true)
    await page.reload({ waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'What’s new: 1 unread' }).click()
    const read = panel(page)
    await read.getByRole('link', { name: 'Add a dark theme' }).waitFor()
    assert.deepEqual(await read.locator('h3').allInnerTexts(), ['Add a dark theme', 'Export reports as CSV'])
    assert.deepEqual(await read.locator('.kind').allInnerTexts(), ['Breaking · New', 'New'])
    assert.equal(await read.locator('article strong').innerText(), 'Download')
    assert.equal(await read.locator('img').count(), 0)
    assert.equal(await read.getByRole('link', { name: 'here' }).getAttribute('rel'), 'noopener')
    assert.match((await read.getByRole('link', { name: 'All changes' }).getAttribute('href')) ?? '', /\/c\//)
    await page.keyboard.press('Escape')
    // It was seen, once the panel has read the feed anew.
    await page.getByRole('button', { name: 'What’s new', exact: true }).waitFor()
    assert.equal(await button(page).getAttribute('aria-label'), null)
    await page.reload({ waitUntil: 'networkidle' })
    assert.equal(await button(page).innerText(), 'What’s new')
  })
}

async function worksByKeyboard(scene: Scene): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    await onSite(
      scene,
      async page => {
        const heard = page.evaluate(
          () =>
            new Promise(resolve =>
              addEventListener('tidings-read', event => resolve(event.type), { once: true }),
            ),
        )
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await panel(page).getByRole('link', { name: 'All changes' }).waitFor()
        assert.equal(await heard, 'tidings-read')
        // The panel follows the site, which is light, and not the system's colour scheme.
        const ground = await panel(page).evaluate(dialog => getComputedStyle(dialog).backgroundColor)
        assert.equal(ground, 'rgb(254, 254, 252)')
        const focused = () =>
          page.evaluate(() => document.querySelector('tidings-changelog')?.shadowRoot?.activeElement?.tagName)
        assert.equal(await focused(), 'H2')
        await page.keyboard.press('Tab')
        assert.equal(await focused(), 'BUTTON')
        assert.deepEqual(await findingsOf(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']), [])
        await page.keyboard.press('Escape')
        await panel(page).waitFor({ state: 'hidden' })
        assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TIDINGS-CHANGELOG')
      },
      // The page's policy would refuse the script of axe, so it is bypassed.
      { look: { ...DESKTOP, colorScheme, bypassCSP: true } },
    )
}

async function isASheet(scene: Scene): Promise<void> {
  const look = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true }
  await onSite(
    scene,
    async page => {
      await button(page).tap()
      await panel(page).getByRole('link', { name: 'All changes' }).waitFor()
      const box = await panel(page).boundingBox()
      assert.ok(box)
      assert.deepEqual([box.x, box.width, Math.round(box.y + box.height)], [0, 390, 800])
      assert.equal(await overflowOf(page), 0)
    },
    { look },
  )
}

async function worksWithoutStorage(scene: Scene): Promise<void> {
  const prepare = async (page: Page) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Blocked', 'SecurityError')
        },
      })
    })
  }
  await onSite(
    scene,
    async page => {
      assert.equal(await button(page).innerText(), 'What’s new')
      await publish(scene, 'Receipts add up')
      await button(page).click()
      await panel(page).getByRole('link', { name: 'Receipts add up' }).waitFor()
    },
    { prepare },
  )
}

async function failsQuietly(scene: Scene): Promise<void> {
  const { db, changelog, browser, site, feed } = scene
  await db.write(tx =>
    setAllowedOrigins(tx, { clock: systemClock, ids: randomIds, actor: 'test' }, changelog.account, [
      'https://acme.test',
    ]),
  )
  // The server answers from memory for a moment, so the feed is asked until its header is gone.
  const isAllowed = async () =>
    (await fetch(feed, { headers: { Origin: site } })).headers.has('access-control-allow-origin')
  await until(async () => !(await isAllowed()))
  const page = await browser.newPage(DESKTOP)
  const refused = page.waitForEvent('requestfailed', one => one.url().endsWith('.json'))
  await page.goto(site)
  await refused
  assert.equal(await button(page).innerText(), 'What’s new')
  await button(page).click()
  await page.getByRole('dialog').getByText('This could not be loaded.').waitFor()
  await page.context().close()
}
