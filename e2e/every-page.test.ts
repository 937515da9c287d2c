import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { findingsOf, openBrowser, overflowOf, type Visit } from './browser.ts'
import { OVERLAYS, PATHS, SignedIn, type State } from './dashboard-pages.ts'
import { nothingWrong } from './looks.ts'
import { aSampleService } from './sample-service.ts'

const DESKTOP = { width: 1440, height: 900 }
/** As small as a page has to fit by WCAG 1.4.10, and a desktop at 200 % zoom, which has half its pixels. */
const SMALL = { 'at 320 px': { width: 320, height: 640 }, 'at 200 %': { width: 720, height: 450 } }

let browser: Browser
let people: SignedIn
const ends: (() => unknown)[] = []

before(async () => {
  browser = await openBrowser()
  people = new SignedIn(browser, await aSampleService({ after: end => ends.push(end as () => unknown) }))
})
after(async () => {
  await browser?.close()
  for (const end of ends.toReversed()) await end()
})

async function isSound(visited: Visit): Promise<void> {
  const { page } = visited
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    assert.deepEqual(await findingsOf(page), [], `axe finds nothing (${colorScheme})`)
  }
  for (const [name, viewport] of Object.entries(SMALL)) {
    await page.setViewportSize(viewport)
    assert.ok((await overflowOf(page)) <= 0, `does not scroll sideways (${name})`)
  }
  await page.setViewportSize(DESKTOP)
  nothingWrong(visited)
}

const inState = (path: string, state: State) => async () => {
  const visited = await people.open(path, state, { viewport: DESKTOP })
  await isSound(visited)
  await visited.page.close()
}

for (const path of PATHS.inside) {
  test(`${path} is sound with the data of a company`, inState(path, 'full'))
  test(`${path} is sound for a viewer`, inState(path, 'forbidden'))
  if (!path.includes('$')) test(`${path} is sound in a new account`, inState(path, 'empty'))
}

for (const [name, open] of Object.entries(OVERLAYS))
  test(`${name} is sound over a page`, async () => {
    const visited = await people.open('inbox', 'full', { viewport: DESKTOP })
    await open(visited.page)
    await isSound(visited)
    await visited.page.close()
  })

for (const path of PATHS.outside)
  test(`${path} is sound before one signs in`, async () => {
    const visited = await people.openOutside(path, { viewport: DESKTOP })
    await isSound(visited)
    await visited.page.close()
  })
