import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { titleIn, wordsFrom } from '../testing/language-model-answers.ts'
import type { Asked, Says } from '../testing/language-model-server.ts'
import type { Visit } from './browser.ts'
import { heading, looksWell, nothingWrong } from './looks.ts'
import { aModelScene, exportMerge } from './model-scene.ts'
import { picture } from './picture.ts'

const scene = aModelScene()

const DRAFTS = 12
interface Account {
  account: string
  /** Somebody new with this role, in the inbox with its newest draft selected. */
  join(role: string): Promise<Visit>
}

/** An account whose drafts were written before its writer was switched on. */
async function anAccount(): Promise<Account> {
  const account = await scene.anAccount(Array.from({ length: DRAFTS }, (_, at) => exportMerge(at + 1)))
  await scene.connect(account, '--budget', '2,000,000 tokens')
  return {
    account,
    async join(role) {
      const visitor = await scene.join(account, role, 'review')
      await visitor.page.locator('[data-item][aria-current=true]').waitFor()
      return visitor
    },
  }
}

async function inbox(page: Page, account: string): Promise<void> {
  await page.goto(`${scene.tidings.baseUrl}/app/${account}/review`)
  await page.locator('[data-item][aria-current=true]').waitFor()
}

/** Answers with words that the merge supports, except for merge 3, whose words it does not. */
function answered({ prompt }: Pick<Asked, 'prompt'>): Says {
  const number = /number (\d+)/.exec(titleIn(prompt))?.[1] ?? ''
  const headline = number === '3' ? 'Zorblax exports reports' : `Report page: export number ${number}`
  return { text: JSON.stringify(wordsFrom({ headline, body: '' }, titleIn(prompt))) }
}

const region = (page: Page) => page.getByRole('region', { name: 'Rewording' })

test('drafts from before the writer are reworded through a crash, seen by everybody, and undone by z', async () => {
  const { account, join: joins } = await anAccount()
  const owner = await joins('owner')
  const { page } = owner
  assert.equal(await region(page).count(), 0, 'there is no writer yet')
  await page.goto(`${scene.tidings.baseUrl}/app/${account}/settings/writing`)
  await heading(page, 'Writing')
  await page.getByRole('checkbox', { name: 'Write new drafts' }).click()
  await page.getByRole('button', { name: `Reword ${DRAFTS} drafts…` }).waitFor()
  await picture(page, 'switched-on')
  await looksWell(page, 'switched on')

  await inbox(page, account)
  await region(page)
    .getByRole('button', { name: `Reword ${DRAFTS} drafts…` })
    .waitFor()
  await picture(page, 'offer')
  await looksWell(page, 'offer')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Type a command/ }).fill('Reword')
  await page.getByRole('option', { name: `Reword ${DRAFTS} drafts…` }).click()
  const question = page.getByRole('alertdialog', { name: `Reword ${DRAFTS} drafts?` })
  await question.getByText('about 1 minute').waitFor()
  await question.getByText('the price is not known').waitFor()
  await question.getByText('2,000,000 tokens of this month').waitFor()
  await picture(page, 'question')
  await looksWell(page, 'question')

  // The model falls silent after five answers, and the server dies.
  let isSilent = false
  scene.models.asked.length = 0
  scene.models.behave(question => {
    if (scene.models.asked.length > 5) isSilent = true
    return isSilent ? () => {} : answered(question)
  })
  await question.getByRole('button', { name: 'Reword' }).click()
  await region(page).getByText(`5 of ${DRAFTS} reworded`).waitFor()
  const viewer = await joins('viewer')
  await region(viewer.page).getByText(`5 of ${DRAFTS} reworded`).waitFor()
  assert.equal(await viewer.page.getByRole('button', { name: 'Cancel' }).count(), 0)
  await viewer.page.close()
  await picture(page, 'running')
  await looksWell(page, 'running')
  await scene.tidings.kill()
  scene.models.behave(answered)
  await scene.tidings.startAgain()
  await page.reload()
  await region(page)
    .getByText(`${DRAFTS - 1} of ${DRAFTS} drafts reworded.`)
    .waitFor({ timeout: 40_000 })
  await page.getByRole('listitem').getByText('Report page: export number 11', { exact: true }).waitFor()
  const words = page.getByRole('region', { name: 'Selected item' })
  await words.getByRole('heading', { level: 2, name: `Report page: export number ${DRAFTS}` }).waitFor()
  await region(page).getByText('1 draft kept its words').click()
  await region(page).getByText('The writer\'s words name "Zorblax"').waitFor()
  await picture(page, 'done')
  await looksWell(page, 'done')

  await page.keyboard.press('z')
  await page
    .getByText(`Undone: ${DRAFTS - 1} drafts have their earlier words back.`)
    .first()
    .waitFor()
  await words.getByRole('heading', { level: 2, name: /^Add export number 12/ }).waitFor()
  await page.goto(`${scene.tidings.baseUrl}/app/${account}/settings/activity`)
  await page
    .getByRole('listitem')
    .filter({ hasText: /had the writer reword .*11 drafts/ })
    .waitFor()
  await picture(page, 'activity')
  await page.close()
})

test('a rewording is stopped, says what is left, and says why where the writer fails', async () => {
  const { account, join: joins } = await anAccount()
  await scene.json('account', 'writer', '--account', account, '--on')
  const writer = await joins('writer')
  const { page } = writer
  const held = Promise.withResolvers<void>()
  scene.models.behave(async question => {
    await held.promise
    return answered(question)
  })
  await page.getByRole('button', { name: /^Reword/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reword' }).click()
  await region(page).getByRole('button', { name: 'Cancel' }).click()
  await region(page).getByText(`Stopped. 0 of ${DRAFTS} drafts reworded.`).waitFor()
  held.resolve()
  await region(page).getByText(`${DRAFTS} are left.`).waitFor()
  await picture(page, 'stopped')
  await looksWell(page, 'stopped')

  scene.models.behave(() => (_, response) => void response.writeHead(401).end('{}'))
  await region(page)
    .getByRole('button', { name: `Reword ${DRAFTS} drafts…` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reword' }).click()
  await region(page).getByText('did not accept the key').first().waitFor()
  await picture(page, 'failed')
  await looksWell(page, 'failed')
  await region(page).getByRole('button', { name: 'Dismiss what became of the drafts' }).click()
  await region(page).getByRole('button', { name: 'Dismiss the offer to reword drafts' }).click()
  await region(page).waitFor({ state: 'detached' })
  nothingWrong(writer)
  await page.close()
})
