import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser, type Visit } from './browser.ts'
import { dialogsOf, OVERLAYS, PATHS, SignedIn, type State } from './dashboard-pages.ts'
import { looksWell, nothingWrong } from './looks.ts'
import { aSampleService } from './sample-service.ts'
import { openEntry, selected, wholeFile } from './team.ts'

let browser: Browser
let people: SignedIn

before(async () => {
  browser = await openBrowser()
  people = new SignedIn(browser, await aSampleService(wholeFile))
})
after(() => browser?.close())

async function isSound(visited: Visit, name: string): Promise<void> {
  await looksWell(visited.page, name)
  nothingWrong(visited)
  await visited.page.close()
}

const inState = (path: string, state: State) => async () =>
  isSound(await people.open(path, state), `${path} (${state})`)

for (const path of PATHS.inside) {
  test(`${path} and its dialogs are sound with the data of a company`, async () => {
    const visited = await people.open(path)
    await looksWell(visited.page, path)
    for await (const dialog of dialogsOf(visited.page)) await looksWell(visited.page, `${path}: ${dialog}`)
    nothingWrong(visited)
    await visited.page.close()
  })
  test(`${path} is sound for a viewer`, inState(path, 'forbidden'))
  if (!path.includes('$')) test(`${path} is sound in a new account`, inState(path, 'empty'))
}

for (const [name, open] of Object.entries(OVERLAYS))
  test(`${name} is sound over a page`, async () => {
    const visited = await people.open('inbox')
    await open(visited.page)
    await isSound(visited, name)
  })

test('two drafts are grouped and ungrouped again, and a flagged entry is kept as it is', async () => {
  const visited = await people.open('inbox')
  const { page } = visited
  await selected(page).waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('g')
  const toast = page.getByRole('status').getByText('Grouped 2 drafts: ')
  const [, title = ''] = ((await toast.textContent()) ?? '').split('drafts: ')
  await page.locator('[data-item]', { hasText: title }).click()
  await openEntry(page)
  await page.getByRole('button', { name: 'Ungroup' }).click()
  await page.getByRole('status').getByText('Ungrouped into 2 drafts.').waitFor()
  await page.getByRole('link', { name: /^Flagged/ }).click()
  await page.getByRole('button', { name: 'Withdraw' }).waitFor()
  await page.getByRole('button', { name: 'Keep it as it is' }).click()
  await page.getByText('Nothing is flagged').waitFor()
  await isSound(visited, 'flagged')
})

for (const path of PATHS.outside)
  test(`${path} is sound before one signs in`, async () => isSound(await people.openOutside(path), path))
