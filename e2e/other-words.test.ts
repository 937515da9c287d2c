import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { titleIn, wordsFrom } from '../testing/language-model-answers.ts'
import {
  type Behaviour,
  type LanguageModelServer,
  startLanguageModelServer,
} from '../testing/language-model-server.ts'
import { openBrowser, type Visit, visit } from './browser.ts'
import { aFolder } from './checkout.ts'
import { DESKTOP, heading, looksWell, nothingWrong } from './looks.ts'
import { picture } from './picture.ts'
import { type RunningTidings, runTidings } from './running.ts'
import { wholeFile } from './team.ts'

let browser: Browser
let models: LanguageModelServer
let tidings: RunningTidings

before(async () => {
  browser = await openBrowser()
  models = await startLanguageModelServer()
  const { host } = new URL(models.address)
  tidings = await runTidings(wholeFile, { TIDINGS_PRIVATE_HOSTS: host })
})
after(async () => {
  await browser?.close()
  await models?.close()
})

const TITLE = 'feat: add export of reports to the report page'
const BODY = 'Customers can now download every report as a file.'

const json = async (...words: string[]) => JSON.parse(await tidings.command(...words, '--json'))

/** An account with one draft; its owner and its writer are in the inbox. */
async function anAccount(): Promise<{ account: string; join(role: string): Promise<Visit> }> {
  const { account_id: account } = await json('account', 'create', '--name', 'Acme')
  const file = join(aFolder(wholeFile), 'merges.jsonl')
  const merge = {
    ...{ repo: 'acme/app', number: 1, title: TITLE, body: BODY, author: 'ada', labels: ['customer-request'] },
    ...{ url: 'https://github.com/acme/app/pull/1', merged_at: '2026-01-01T10:00:00Z' },
    files: [{ path: 'web/reports/export.ts', additions: 40, deletions: 2, status: 'modified' }],
  }
  writeFileSync(file, `${JSON.stringify(merge)}\n`)
  await json('import', 'jsonl', file, '--account', account)
  return {
    account,
    async join(role) {
      const email = `${role}-${account}@example.com`
      const made = await json('user', 'create', '--email', email, '--role', role, '--account', account)
      const visitor = await visit(browser, made.link, DESKTOP)
      await visitor.page.getByRole('button', { name: 'Sign in' }).click()
      await visitor.page.waitForURL(/\/app\/[0-9a-f-]{36}\//)
      await visitor.page.goto(`${tidings.baseUrl}/app/${account}/inbox?tab=all`)
      await visitor.page.locator('[data-item][aria-current=true]').waitFor()
      visitor.page.setDefaultTimeout(15_000)
      return visitor
    },
  }
}

const connect = (account: string) =>
  json(
    ...['account', 'writer', '--account', account, '--provider', 'ollama', '--model', 'llama3.3:latest'],
    ...['--url', models.address, '--on'],
  )

/** Two ways that hold, and one that names what the merge does not. */
const answered: Behaviour = ({ prompt }) => {
  const words = (headline: string, body: string) => {
    const { tellable: _, ...rest } = wordsFrom({ headline, body }, titleIn(prompt))
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

test('other words are chosen by key in the inbox, undone, and in the editor they say what they rest on', {
  timeout: 120_000,
}, async () => {
  const { account, join } = await anAccount()
  await connect(account)
  models.behave(answered)
  const visitor = await join('writer')
  const { page } = visitor
  const words = page.getByRole('region', { name: 'Selected item' })
  const before = (await words.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
  const choice = page.getByRole('dialog', { name: 'Other words' })
  await page.getByRole('button', { name: 'Other words' }).waitFor()
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
  assert.equal(models.asked.length, 1, 'the same question is asked once')
  await page.keyboard.press('z')
  await words.getByRole('heading', { level: 2, name: before, exact: true }).waitFor()

  await page.keyboard.press('w')
  await choice.getByRole('button', { name: /^With the story/ }).click()
  await choice.waitFor({ state: 'detached' })
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'Image, posts and history' }).click()
  const source = page.getByText(`from the description: “${BODY}”`)
  await page.getByLabel('Body').click()
  await source.filter({ visible: true }).waitFor()
  await page.getByText('Where this comes from').click()
  await source.nth(1).waitFor()
  await picture(page, 'editor')
  await looksWell(page, 'editor')
  await page.getByLabel('Body').fill('Words of a person.')
  await source.first().waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Other words' }).click()
  await choice.getByText('Replaces your words').waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByLabel('Body').inputValue(), 'Words of a person.')
  await page.getByRole('button', { name: 'Machine' }).click()
  assert.equal(await page.getByRole('button', { name: 'Write new words' }).count(), 0, 'one button, not two')
  nothingWrong(visitor)
  await page.close()
})

test('without a writer an owner stays in the inbox and is offered to connect one, others see no button, and a failure is told', {
  timeout: 120_000,
}, async () => {
  const { account, join } = await anAccount()
  const other = await join('writer')
  await other.page.getByRole('button', { name: 'Edit' }).waitFor()
  assert.equal(await other.page.getByRole('button', { name: 'Other words' }).count(), 0)
  const owner = await join('owner')
  await owner.page.getByText('The merge').waitFor()
  const inbox = owner.page.url()
  await owner.page.keyboard.press('w')
  const offer = owner.page.getByRole('button', { name: 'Connect one' })
  await offer.waitFor()
  assert.equal(owner.page.url(), inbox)
  await offer.click()
  await heading(owner.page, 'Writer')
  await connect(account)
  models.behave(() => (_, response) => void response.writeHead(401).end('{}'))
  await other.page.reload()
  await other.page.getByRole('button', { name: 'Other words' }).click()
  await other.page.getByRole('alert').getByText('The writer').waitFor()
  await picture(other.page, 'failure')
  await looksWell(other.page, 'failure')
  models.behave(answered)
  await other.page.getByRole('button', { name: 'Try again' }).click()
  await other.page.getByRole('button', { name: /^Shorter/ }).waitFor()
  await owner.page.close()
  await other.page.close()
})
