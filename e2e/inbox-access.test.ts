import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { findingsOf } from './browser.ts'
import { nothingWrong, openSettings } from './looks.ts'
import { aTeam, selected } from './team.ts'

const DECIDED = 9
/** Whether the draft of this round is reworded before it is decided about; every third one is. */
const isEdited = (round: number) => round % 3 === 0

const activeTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)
const isFocused = (page: Page) => selected(page).evaluate(row => row === document.activeElement)
/** Waits until the sentence is read aloud. */
const spoken = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor()

/** Reads the accessibility tree of a page, to find the role and name of the focused element. */
class ScreenReader {
  readonly #page: Page
  readonly #session: CDPSession
  /** How often the tab key was pressed. */
  tabs = 0

  constructor(page: Page, session: CDPSession) {
    this.#page = page
    this.#session = session
  }

  async focused(): Promise<{ role: string; name: string }> {
    const { nodes } = await this.#session.send('Accessibility.getFullAXTree')
    const inFocus = nodes.filter(node =>
      node.properties?.some(({ name, value }) => name === 'focused' && value.value === true),
    )
    // The document counts as focused along with the element in it that has the focus.
    const node = inFocus.at(-1)
    return { role: String(node?.role?.value), name: String(node?.name?.value ?? '') }
  }

  /** Presses Tab, or the given key, until the focus is on the element with this role and name. */
  async tabTo(role: string, name: RegExp, key = 'Tab'): Promise<void> {
    for (let stop = 0; stop < 60; stop++) {
      const at = await this.focused()
      if (at.role === role && name.test(at.name)) return
      await this.#page.keyboard.press(key)
      this.tabs++
    }
    throw new Error(`No ${role} is named ${name}.`)
  }
}

test('drafts are reworded and decided about by roles, names and what is read aloud, without single keys', async context => {
  const { join } = await aTeam()
  const visitor = await join('publisher')
  const { page } = visitor
  await selected(page).waitFor()
  await page.evaluate(() => localStorage.setItem('tidings-keys', 'off'))
  const reader = new ScreenReader(page, await page.context().newCDPSession(page))
  const start = performance.now()
  await reader.tabTo('link', /Skip to content/)
  await page.keyboard.press('Enter')
  await reader.tabTo('link', /تصدير/)
  for (let round = 0; round < DECIDED; round++) {
    if (isEdited(round)) {
      // After a decision the focus stays on the button that was pressed, so Edit is reached backwards.
      await reader.tabTo('button', /^Edit/, round === 0 ? 'Tab' : 'Shift+Tab')
      await page.keyboard.press('Enter')
      await reader.tabTo('textbox', /^Headline$/)
      await page.keyboard.type(`, round ${round}`)
      await page.keyboard.press('Escape')
      await page.getByLabel('Headline').waitFor({ state: 'detached' })
      assert.equal((await reader.focused()).role, 'link', 'editing leads back to the row')
    }
    await reader.tabTo('button', /^Dismiss/)
    const title = (await page.locator('article h2').first().textContent()) ?? ''
    await page.keyboard.press('Enter')
    await spoken(page, new RegExp(`^Dismissed: ${title}\\. Next: .+\\.$`))
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  context.diagnostic(`${seconds} s, ${reader.tabs} tab stops for nine drafts and three edits`)
  nothingWrong(visitor)
})

test('after a dialog the focus is where it was, or beside it', async () => {
  const team = await aTeam()
  await team.join('viewer')
  const { page } = await team.join('owner')
  await selected(page).waitFor()
  await page.keyboard.press('j')
  for (const key of ['?', 'Control+k']) {
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.ok(await isFocused(page), key)
  }
  const menu = page.getByRole('button', { name: /^Your account/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.ok(await menu.evaluate(button => button === document.activeElement), 'the button of the menu')

  await openSettings(page, 'People')
  await page
    .getByRole('button', { name: /^More actions for / })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: /^More actions for / }).waitFor({ state: 'detached' })
  assert.notEqual(await activeTag(page), 'BODY', 'a neighbour of the member who left')
})

test('what is undone comes back selected, where it was', async () => {
  const { join } = await aTeam()
  const { page } = await join('writer')
  await selected(page).waitFor()
  for (let step = 0; step < 3; step++) await page.keyboard.press('j')
  const title = await selected(page).textContent()
  await page.keyboard.press('d')
  await spoken(page, /^Dismissed: /)
  // After a reload the list no longer has the dismissed draft.
  await page.reload()
  await selected(page).waitFor()
  await page.keyboard.press('z')
  await spoken(page, /^Undone: dismissed /)
  await page.waitForFunction(
    text => document.querySelector('[data-item][aria-current=true]')?.textContent === text,
    title,
  )
})

test('with forced colours the current row is filled and the main action has edges, and nothing keeps anybody out', async () => {
  const { join } = await aTeam()
  const { page } = await join('owner')
  await selected(page).waitFor()
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const edges = (name: RegExp) =>
    page.getByRole('button', { name }).evaluate(button => getComputedStyle(button).borderTopStyle)
  const main = /^Approve for|^Publish/
  assert.equal(await edges(main), 'solid')
  for (const quiet of [/certain…$/, /^Dismiss$/]) {
    const drawn = await page.getByRole('button', { name: quiet }).evaluate(button => {
      const { borderTopWidth, textDecorationLine } = getComputedStyle(button)
      return [borderTopWidth, textDecorationLine]
    })
    assert.deepEqual(drawn, ['0px', 'underline'], 'a quiet action is a link without edges')
  }
  const [text, ground] = await page.getByRole('button', { name: main }).evaluate(button => {
    const { color, backgroundColor } = getComputedStyle(button)
    return [color, backgroundColor]
  })
  assert.notEqual(text, ground, 'its text can be read')
  const [row, words] = await selected(page).evaluate(row => {
    const { backgroundColor, color } = getComputedStyle(row)
    return [backgroundColor, color]
  })
  assert.notDeepEqual([row, words], [ground, text], 'as nothing else is')
  assert.notEqual(row, words, 'its title can be read')
  assert.deepEqual(await findingsOf(page), [])
})

test('the bar of a lost connection hides nothing', async () => {
  const { join } = await aTeam()
  const { page } = await join('owner')
  await selected(page).waitFor()
  await page.context().setOffline(true)
  const bar = page.getByText('Offline. Decisions wait')
  await bar.waitFor()
  const box = await bar.boundingBox()
  const actions = await page.getByRole('toolbar', { name: 'Actions' }).boundingBox()
  assert.ok(box && actions && actions.y >= box.y + box.height, 'the actions are below the bar')
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
  assert.equal(await overflow(), 0, 'the page is as high as what is left of the window')
})
