import assert from 'node:assert/strict'
import { test } from 'node:test'
import { titleIn, wordsFrom } from '../testing/language-model-answers.ts'
import type { Behaviour } from '../testing/language-model-server.ts'
import type { Visit } from './browser.ts'
import { looksWell, nothingWrong } from './looks.ts'
import { aModelScene, exportMerge } from './model-scene.ts'
import { picture } from './picture.ts'

const scene = aModelScene()

const TITLE = 'feat: add export of reports to the report page'
const BODY = 'Customers can now download every report as a file.'

/** An account with one draft; its owner and its writer are in the inbox. */
async function anAccount(): Promise<{ account: string; join(role: string): Promise<Visit> }> {
  const merge = { ...JSON.parse(exportMerge(1)), title: TITLE, body: BODY }
  const account = await scene.anAccount([JSON.stringify(merge)])
  return {
    account,
    async join(role) {
      const visitor = await scene.join(account, role, 'review')
      await visitor.page.locator('[data-item][aria-current=true]').waitFor()
      return visitor
    },
  }
}

/** Answers with three wordings: two that the merge supports, and one with a word that the merge does not have. */
const answered: Behaviour = ({ prompt }) => {
  const words = (headline: string, body: string) => {
    const { tellable: _, why: _why, ...rest } = wordsFrom({ headline, body }, titleIn(prompt))
    return rest
  }
  const { headline, sentences: __, steps } = words('Export reports from the report page', '')
  return {
    text: JSON.stringify({
      shorter: words('Export reports', ''),
      plainer: words('Zorblax exports reports', ''),
      story: { headline, steps, sentences: [{ text: 'Download every report as a file.', from: BODY }] },
    }),
  }
}

test('other words are chosen by key in the inbox, undone, and in the editor they say what they rest on', async () => {
  const { account, join } = await anAccount()
  await scene.connect(account, '--on')
  scene.models.behave(answered)
  const visitor = await join('writer')
  const { page } = visitor
  const words = page.getByRole('region', { name: 'Selected item' })
  const before = (await words.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
  const choice = page.getByRole('dialog', { name: 'Other words' })
  // The menu is there before the page knows of the writer, and its item after that.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Reword' }).waitFor()
  await page.keyboard.press('Escape')
  await picture(page, 'inbox')

  await page.keyboard.press('w')
  await choice.getByRole('button', { name: /^With the story/ }).waitFor()
  await choice.getByText('could not be used, because they').waitFor()
  await picture(page, 'proposals')
  await looksWell(page, 'proposals')
  await page.keyboard.press('Escape')
  await choice.waitFor({ state: 'detached' })
  assert.equal(await words.getByRole('heading', { level: 2, name: before }).count(), 1, 'nothing was changed')

  await page.keyboard.press('w')
  await choice.getByRole('button', { name: /^Shorter/ }).waitFor()
  await page.keyboard.press('2')
  assert.equal(await choice.count(), 1, 'words that could not be used cannot be chosen')
  await page.keyboard.press('3')
  await words.getByRole('heading', { level: 2, name: 'Export reports from the report page' }).waitFor()
  await words.getByText('Download every report as a file.', { exact: true }).waitFor()
  assert.equal(scene.models.asked.length, 1, 'the same question is asked once')
  await page.keyboard.press('z')
  await words.getByRole('heading', { level: 2, name: before, exact: true }).waitFor()

  await page.keyboard.press('w')
  await choice.getByRole('button', { name: /^With the story/ }).click()
  await choice.waitFor({ state: 'detached' })
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'Image, posts and history' }).click()
  await page.getByRole('region', { name: 'Preview' }).waitFor()
  const source = page.getByText(`from the description: “${BODY}”`)
  await page.getByText('Where this comes from').click()
  await source.first().waitFor()
  await picture(page, 'editor')
  await looksWell(page, 'editor')
  await page.getByLabel('Body').fill('Words of a person.')
  await source.first().waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Reword' }).click()
  await choice.getByText('Replaces your words').waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByLabel('Body').inputValue(), 'Words of a person.')
  await page.getByText("What was changed of the machine's words").click()
  await page.getByRole('button', { name: "Restore the machine's words" }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Reword' }).count(), 1, 'one button, not two')
  nothingWrong(visitor)
  await page.close()
})

test('without a writer nobody is offered other words, and a failure of one is told', async () => {
  const { account, join } = await anAccount()
  const other = await join('writer')
  await other.page.getByRole('button', { name: 'Edit' }).waitFor()
  assert.equal(await other.page.getByRole('button', { name: 'Reword' }).count(), 0)
  await scene.connect(account, '--on')
  scene.models.behave(() => (_, response) => void response.writeHead(401).end('{}'))
  await other.page.reload()
  await other.page.getByRole('button', { name: 'More actions' }).click()
  await other.page.getByRole('menuitem', { name: 'Reword' }).click()
  await other.page.getByRole('alert').getByText('The writer').waitFor()
  await picture(other.page, 'failure')
  await looksWell(other.page, 'failure')
  scene.models.behave(answered)
  await other.page.getByRole('button', { name: 'Try again' }).click()
  await other.page.getByRole('button', { name: /^Shorter/ }).waitFor()
  await other.page.close()
})
