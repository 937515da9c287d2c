import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser, type Visit } from './browser.ts'
import { dialogsOf, OVERLAYS, PATHS, SignedIn, type State } from './dashboard-pages.ts'
import { looksWell, nothingWrong } from './looks.ts'
import { aSampleService } from './sample-service.ts'

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

for (const path of PATHS.outside)
  test(`${path} is sound before one signs in`, async () => isSound(await people.openOutside(path), path))
