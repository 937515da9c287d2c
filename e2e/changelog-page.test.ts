import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { HtmlValidate } from 'html-validate'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findingsOf, openBrowser, overflowOf, visit } from './browser.ts'
import { aChangelogSite, type ChangelogSite, OWN_HOST } from './changelog-site.ts'
import { aFolder } from './checkout.ts'
import { firstPaints } from './first-paint.ts'
import { DESKTOP } from './looks.ts'

interface Scene {
  browser: Browser
  site: ChangelogSite
  context: TestContext
}

/** A window of 1280 pixels at 200 % zoom, which shows as much as one of 640 pixels. */
const TWICE = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }
const LOOKS: Record<string, BrowserContextOptions> = {
  light: DESKTOP,
  dark: { ...DESKTOP, colorScheme: 'dark' },
  'phone 320': { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true },
  'zoom 200': TWICE,
}

const STORIES: Record<string, (scene: Scene) => Promise<void>> = {
  'a reader without scripts searches, filters, turns pages and follows an entry': readerFindsAnEntry,
  'every kind of page reads well in both themes, on a phone and enlarged': everyPageReadsWell,
  'every kind of page is valid HTML': everyPageIsValid,
  'German and Arabic entries say their language and direction': languagesAreTold,
  'breaking entries come first, marked with a sign and a word': breakingIsMarked,
  'a busy month folds its small entries, which open without a script and are printed': smallEntriesOpen,
  'the neighbours of an entry stand below each other on a phone': neighboursWrap,
  'unknown and withdrawn entries say so': missingPagesSaySo,
  'a feed that is opened in a browser is a page, or leads to its page': feedsAreRead,
  'printed pages are black on white, without controls and with whole code': printsWell,
  'the page is whole under a host name of the team': worksOnOwnHost,
  'the first paint takes no longer than that of static files': paintsAsFastAsFiles,
}

test('the changelog page in a browser', async context => {
  const site = await aChangelogSite(context)
  const browser = await openBrowser([`--host-resolver-rules=MAP ${OWN_HOST} 127.0.0.1`])
  context.after(() => browser.close())
  for (const [name, tell] of Object.entries(STORIES))
    await context.test(name, story => tell({ browser, site, context: story }))
})

/** Opens a page in a browser context of its own, which is closed when `work` is done. */
async function at(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, foreign, complaints } = await visit(browser, address, options)
  await work(page)
  await page.context().close()
  assert.deepEqual(foreign, [], `${address} asks nothing of another host`)
  const unexpected = complaints.filter(text => !/ status of 4(?:04|10) /.test(text))
  assert.deepEqual(unexpected, [], `${address} has no error in the console`)
}

async function feedsAreRead({ browser, site }: Scene): Promise<void> {
  const { feed = '' } = site.pages
  await at(browser, feed, { javaScriptEnabled: false }, async page => {
    await page.getByText('Copy this address into your feed reader:').waitFor()
    await page.getByText(feed, { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Export any report as CSV' }).waitFor()
  })
  await at(browser, `${site.list}/feed`, {}, async page => assert.equal(page.url(), site.list))
  assert.match(await (await fetch(feed)).text(), /^<\?xml/)
}

async function readerFindsAnEntry({ browser, site }: Scene): Promise<void> {
  await at(browser, site.list, { javaScriptEnabled: false }, async page => {
    await page.getByRole('searchbox').fill('session')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'Sessions end when a password changes' }).waitFor()
    assert.equal(await page.getByRole('article').count(), 1)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('link', { name: 'Fixed', exact: true }).click()
    await page.getByRole('link', { name: 'Invitations no longer arrive twice' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Export any report as CSV' }).count(), 0)
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.getByRole('link', { name: 'Older entries' }).click()
    await page.getByRole('heading', { level: 2, name: 'August 2026' }).waitFor()
    await page.locator('article h3 a, .days a').last().click()
    await page.getByRole('link', { name: /^Newer/ }).click()
    await page.getByRole('link', { name: site.title }).click()
    await page.getByRole('heading', { level: 1, name: site.title }).waitFor()
  })
}

async function everyPageReadsWell({ browser, site, context }: Scene): Promise<void> {
  for (const [name, address] of Object.entries(await pagesOf(site, context))) {
    for (const [look, options] of Object.entries(LOOKS)) {
      await at(browser, address, options, async page => {
        assert.ok((await overflowOf(page)) <= 0, `${name} does not scroll sideways (${look})`)
        assert.deepEqual(await findingsOf(page), [], `${name} has no barrier (${look})`)
      })
    }
  }
}

/** Checks each page as a browser receives it; other programs receive the feed at the same address. */
async function everyPageIsValid({ browser, site, context }: Scene): Promise<void> {
  // Checks the rules of the HTML standard, but no rules of style.
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] })
  const page = await browser.newPage()
  for (const [name, address] of Object.entries(await pagesOf(site, context))) {
    if (!address.startsWith('http')) continue
    const answer = await page.goto(address)
    const report = await validator.validateString((await answer?.text()) ?? '')
    const faults = report.results.flatMap(result => result.messages)
    assert.deepEqual(
      faults.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
      [],
      name,
    )
  }
  await page.close()
}

/** The address of one page of each kind; the preview is a file. */
async function pagesOf(site: ChangelogSite, context: TestContext): Promise<Record<string, string>> {
  const file = join(aFolder(context), 'changelog.html')
  await site.tidings.command('preview', site.repository, '--format', 'html', '--out', file)
  return { ...site.pages, preview: pathToFileURL(file).href }
}

async function languagesAreTold({ browser, site }: Scene): Promise<void> {
  await at(browser, site.list, { viewport: { width: 320, height: 640 } }, async page => {
    const article = (title: string) => page.getByRole('article').filter({ hasText: title })
    const styleOf = (title: string) =>
      article(title).evaluate(element => {
        const heading = element.querySelector('h3') ?? (element as HTMLElement)
        const { direction, textAlign } = getComputedStyle(heading)
        return { language: heading.lang || document.documentElement.lang, direction, textAlign }
      })
    assert.deepEqual(await styleOf('Berichte'), { language: 'de', direction: 'ltr', textAlign: 'start' })
    assert.deepEqual(await styleOf('التقارير'), { language: 'ar', direction: 'rtl', textAlign: 'start' })
    assert.ok((await overflowOf(page)) <= 0, 'long German words are broken')
  })
}

async function breakingIsMarked({ browser, site }: Scene): Promise<void> {
  for (const address of [site.list, site.pages.permalink ?? '']) {
    await at(browser, address, DESKTOP, async page => {
      const first = page.getByRole('article').first()
      assert.match(await first.innerText(), /^!\s*Breaking\s+Improved/)
    })
  }
}

async function smallEntriesOpen({ browser, site }: Scene): Promise<void> {
  await at(browser, site.pages.busy ?? '', { ...DESKTOP, javaScriptEnabled: false }, async page => {
    const body = page.getByText('A mail could name the wrong month.')
    assert.equal(await body.isVisible(), false)
    await page.getByText('Receipts name the month', { exact: true }).click()
    await body.waitFor()
    await page.getByRole('link', { name: /^Receipts name the month, \d+ Jul$/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Receipts name the month' }).waitFor()
  })
  await at(browser, site.pages.busy ?? '', DESKTOP, async page => {
    const heightOf = () =>
      page
        .locator('.also details')
        .first()
        .evaluate(element => element.clientHeight)
    const closed = await heightOf()
    await page.emulateMedia({ media: 'print' })
    assert.ok((await heightOf()) > closed + 20, 'the body is printed')
  })
}

async function neighboursWrap({ browser, site }: Scene): Promise<void> {
  for (const width of [390, 320])
    await at(browser, site.pages.permalink ?? '', { viewport: { width, height: 640 } }, async page => {
      const [newer, older] = await page
        .locator('.pages a')
        .evaluateAll(links => links.map(link => link.getBoundingClientRect().toJSON()))
      assert.ok(older.top >= newer.bottom && older.left === newer.left, `${width} pixels`)
      assert.ok((await overflowOf(page)) <= 0)
    })
}

async function missingPagesSaySo({ browser, site }: Scene): Promise<void> {
  const { unknown = '', withdrawn = '' } = site.pages
  assert.equal((await fetch(unknown)).status, 404)
  assert.equal((await fetch(withdrawn)).status, 410)
  await at(browser, unknown, DESKTOP, page =>
    page.getByRole('heading', { name: 'Nothing was found at this address.' }).waitFor(),
  )
  await at(browser, withdrawn, DESKTOP, async page => {
    await page.getByRole('heading', { name: 'This entry was taken back.' }).waitFor()
    await page.getByRole('link', { name: site.title }).click()
    await page.getByRole('heading', { level: 1, name: site.title }).waitFor()
  })
}

async function printsWell({ browser, site }: Scene): Promise<void> {
  for (const address of [site.list, site.pages.permalink ?? '']) {
    await at(browser, address, { ...DESKTOP, colorScheme: 'dark' }, async page => {
      await page.emulateMedia({ media: 'print' })
      const body = await page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.body)
        return { color, backgroundColor }
      })
      assert.deepEqual(body, { color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
      for (const control of ['.filter', '.pages', '.links', 'footer'])
        for (const element of await page.locator(control).all())
          assert.equal(await element.isVisible(), false, control)
      const cut = await page
        .locator('pre')
        .evaluateAll(blocks => blocks.filter(block => block.scrollWidth > block.clientWidth).length)
      assert.equal(cut, 0, 'no code is cut off')
      assert.ok((await page.pdf({ format: 'A4' })).length > 10_000)
    })
  }
}

async function worksOnOwnHost({ browser, site }: Scene): Promise<void> {
  await at(browser, site.ownHost, DESKTOP, async page => {
    await page.getByRole('heading', { level: 1, name: site.title }).waitFor()
    const broken = await page
      .locator('img')
      .evaluateAll(images => images.filter(image => !(image as HTMLImageElement).naturalWidth).length)
    assert.equal(broken, 0, 'pictures are shown')
    assert.ok(await page.evaluate(() => document.fonts.check('17px "Serif"')), 'the typeface is loaded')
    await page.getByRole('link', { name: 'Export any report as CSV' }).click()
    await page.getByRole('heading', { level: 1, name: 'Export any report as CSV' }).waitFor()
    assert.equal(new URL(page.url()).hostname, OWN_HOST)
  })
}

async function paintsAsFastAsFiles({ browser, site, context }: Scene): Promise<void> {
  const { served, files } = await firstPaints(context, browser, site.list)
  context.diagnostic(`first paint: ${served} ms, the same bytes as files: ${files} ms`)
  assert.ok(served <= files * 1.5 + 50, `${served} ms against ${files} ms`)
}
