// `npm run screenshots [-- FOLDER [PAGE…]]` takes pictures of the dashboard with sample data: every page in every state, with its dialogs,
// in both themes and on three screens, and an index.html that shows them together. Fails when a page has an error in its console, asks
// another host, shows a missing value or scrolls sideways. `npm run screenshots -- --readme` makes the pictures of the README.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, overflowOf, type Visit } from './browser.ts'
import type { Lifetime } from './checkout.ts'
import { dialogsOf, OVERLAYS, PATHS, SignedIn, STATES, type State } from './dashboard-pages.ts'
import { aSampleService, type SampleService } from './sample-service.ts'

const CHECKOUT = resolve(import.meta.dirname, '..')
const SCREENS = { desktop: [1440, 900], tablet: [834, 1112], phone: [390, 844] } as const
const THEMES = ['light', 'dark'] as const
/** The narrowest window that a page has to fit, by WCAG 1.4.10, in pixels. */
const NARROWEST = 320
const QUALITY = 82

const faults: string[] = []
const shown: { page: string; state: string; files: string[] }[] = []

/** Takes the pictures of a page as it stands, and notes what is wrong with it. */
async function capture(folder: string, name: string, state: string, { page, ...said }: Visit): Promise<void> {
  const files: string[] = []
  for (const [screen, [width, height]] of Object.entries(SCREENS)) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const file = `${name.replaceAll('/', '-')}-${state}-${screen}-${colorScheme}.png`
      await page.screenshot({ path: join(folder, file) })
      files.push(file)
    }
  }
  shown.push({ page: name, state, files })
  await page.setViewportSize({ width: NARROWEST, height: 640 })
  const found = [...(await faultsOn(page)), ...said.foreign.map(address => `asks ${address}`)]
  // The browser also reports failed requests, which are part of some states.
  const complaints = said.complaints.filter(text => !/^Failed to load resource/.test(text))
  faults.push(...[...found, ...complaints].map(fault => `${name} (${state}): ${fault}`))
  await page.setViewportSize({ width: SCREENS.desktop[0], height: SCREENS.desktop[1] })
}

async function faultsOn(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  const overflow = await overflowOf(page)
  const missing = /\b(undefined|NaN|null|Invalid Date)\b|\[object /.exec(text)
  return [
    ...(overflow > 0 ? [`is ${overflow} px too wide at ${NARROWEST} px`] : []),
    ...(missing ? [`shows "${missing[0]}"`] : []),
    ...(text.trim() === '' ? ['is empty'] : []),
  ]
}

async function captureState(people: SignedIn, folder: string, path: string, state: State): Promise<void> {
  const visited = await people.open(path, state)
  await capture(folder, path.replace(/\/\$\w+$/, ''), state, visited)
  const { page } = visited
  if (state === 'failing' && (await page.getByRole('alert').count()) === 0)
    faults.push(`${path} (failing): says nothing`)
  if ((await page.getByRole('heading', { name: 'Page not found' }).count()) > 0)
    faults.push(`${path} (${state}): is not found`)
  await page.close()
}

async function captureDialogs(people: SignedIn, folder: string, path: string): Promise<void> {
  const visited = await people.open(path)
  for await (const name of dialogsOf(visited.page))
    await capture(folder, path.replace(/\/\$\w+$/, ''), `dialog-${name}`, visited)
  await visited.page.close()
}

async function captureOverlays(people: SignedIn, folder: string): Promise<void> {
  for (const [name, open] of Object.entries(OVERLAYS)) {
    const visited = await people.open('review')
    await open(visited.page)
    await visited.page.waitForTimeout(300)
    await capture(folder, 'frame', name, visited)
    await visited.page.close()
  }
}

async function captureOutside(people: SignedIn, folder: string, path: string): Promise<void> {
  const visited = await people.openOutside(path)
  await capture(folder, path, 'full', visited)
  await visited.page.close()
}

async function captureAll(people: SignedIn, folder: string, wanted: string[]): Promise<void> {
  const isWanted = (path: string) => wanted.length === 0 || wanted.includes(path)
  for (const path of PATHS.inside.filter(isWanted)) {
    // The empty account has no entry to open.
    const states = STATES.filter(state => state !== 'empty' || !path.includes('$'))
    for (const state of states) await captureState(people, folder, path, state)
    await captureDialogs(people, folder, path)
    console.log(path)
  }
  if (isWanted('frame')) await captureOverlays(people, folder)
  for (const path of [...PATHS.outside, 'nowhere'].filter(isWanted))
    await captureOutside(people, folder, path)
  writeFileSync(join(folder, 'index.html'), contactSheet())
}

const contactSheet = (): string => `<!doctype html>
<meta charset="utf-8"><title>Screenshots</title>
<style>body{font:14px system-ui;margin:24px}div{display:flex;gap:8px;overflow-x:auto}img{height:260px;border:1px solid #999}</style>
${shown
  .map(({ page, state, files }) => {
    const pictures = files.map(
      file => `<a href="${file}"><img loading="lazy" alt="${file}" src="${file}"></a>`,
    )
    return `<h2>${page}: ${state}</h2>\n<div>${pictures.join('')}</div>`
  })
  .join('\n')}
`

/** The pictures of the README, at a higher resolution. */
async function captureForReadme(people: SignedIn, { baseUrl, account }: SampleService): Promise<void> {
  const look = {
    viewport: { width: 1440, height: 860 },
    deviceScaleFactor: 1.25,
    colorScheme: 'light',
  } as const
  const store = async (page: Page, name: string) => {
    const file = join(CHECKOUT, 'docs', `${name}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: QUALITY })
      .toFile(file)
    console.log(relative(CHECKOUT, file))
  }
  const review = await people.open('review', 'full', look)
  // The first row is the flagged entry.
  await review.page.locator('[data-item]').nth(1).click()
  await review.page.getByRole('region', { name: 'The merge' }).waitFor()
  await store(review.page, 'dashboard-review')
  const calendar = await people.open('calendar', 'full', look)
  await store(calendar.page, 'dashboard-calendar')
  await calendar.page.goto(`${baseUrl}/c/${account}`)
  await store(calendar.page, 'hosted-page')
}

const undoings: (() => unknown)[] = []
const lifetime: Lifetime = { after: undo => undoings.push(undo as () => unknown) }
const [folder = 'screenshots', ...wanted] = process.argv.slice(2)
const browser = await openBrowser()
try {
  const sample = await aSampleService(lifetime)
  const people = new SignedIn(browser, sample)
  if (folder === '--readme') await captureForReadme(people, sample)
  else {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await captureAll(people, folder, wanted)
  }
} finally {
  await browser.close()
  for (const undo of undoings.toReversed()) await undo()
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
