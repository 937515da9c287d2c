import assert from 'node:assert/strict'
import { test } from 'node:test'
import { looksWell, nothingWrong } from './looks.ts'
import { aTeam, selected } from './team.ts'

test('what cannot be undone offers to withdraw it or to look at it, by row and by key', async () => {
  const { join } = await aTeam(4)
  const visitor = await join('owner')
  const { page } = visitor
  await selected(page).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('status').getByText('Goes out in 10 seconds').waitFor()
  // The queue publishes the entry when its time comes.
  await page.goto(page.url().replace(/review.*/, 'calendar'))
  await page.getByRole('button', { name: /^More: / }).waitFor({ timeout: 60_000 })

  await page.goto(page.url().replace(/calendar.*/, 'review?tab=history'))
  await page.getByRole('button', { name: /^Withdraw: decided to publish/ }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Undo: / }).count(), 0)
  await looksWell(page, 'inbox-history-offers')
  await page.keyboard.press('z')
  const question = page.getByRole('alertdialog', { name: /^Withdraw “/ })
  await question.getByText('leaves the feeds and the page at once').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Withdraw: decided to publish/ }).click()
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('status').getByText('Withdrawn: ').waitFor()
  await page.getByRole('link', { name: /^Open: / }).waitFor()
  nothingWrong(visitor)
})

test('z undoes what a command did like a decision made by hand, and the log says that it was one', async () => {
  const { tidings, account, join } = await aTeam(3)
  const command = (...words: string[]) => tidings.command(...words, '--json').then(JSON.parse)
  const { entries } = await command('entry', 'list', '--account', account, '--state', 'draft')
  const [edited, dismissed, published] = entries.map(({ id }: { id: string }) => id)
  await command('entry', 'edit', edited, '--title', 'Reports as files')
  await command('entry', 'dismiss', dismissed)
  await command('entry', 'publish', published)
  const visitor = await join('owner')
  const { page } = visitor
  await selected(page).waitFor()
  await page.keyboard.press('z')
  const question = page.getByRole('alertdialog', { name: /^Withdraw “/ })
  await question.getByRole('button', { name: 'Withdraw' }).click()
  const said = (text: RegExp) => page.getByRole('status').getByText(text).waitFor()
  await said(/^Undone: published “.*” by command\.$/)
  await page.keyboard.press('z')
  await said(/^Undone: dismissed “.*” by command\.$/)
  await page.keyboard.press('z')
  await said(/^Undone: edited “.*” by command\.$/)
  const after = await command('entry', 'list', '--account', account, '--state', 'draft')
  const titles = (list: { title: string }[]) => list.map(({ title }) => title).toSorted()
  assert.deepEqual(titles(after.entries), titles(entries))
  await page.goto(page.url().replace(/review.*/, 'settings/activity'))
  const byCommand = page.locator('section > div', {
    has: page.getByRole('heading', { name: 'The command line' }),
  })
  await byCommand.getByText('dismissed').first().waitFor()
  nothingWrong(visitor)
})
