import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
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

interface Owner extends Visit {
  account: string
}

let owners = 0

/** The owner of a new account with a few merges, on the page of the writer. */
async function anOwner(merges = 5): Promise<Owner> {
  const json = async (...words: string[]) => JSON.parse(await tidings.command(...words, '--json'))
  const { account_id: account } = await json('account', 'create', '--name', 'Acme')
  const file = join(aFolder(wholeFile), 'merges.jsonl')
  writeFileSync(file, Array.from({ length: merges }, (_, at) => `${mergeLine(at + 1)}\n`).join(''))
  await json('import', 'jsonl', file, '--account', account)
  const email = `owner${++owners}@example.com`
  const { link } = await json('user', 'create', '--email', email, '--role', 'owner', '--account', account)
  const visitor = await visit(browser, link, DESKTOP)
  await visitor.page.getByRole('button', { name: 'Sign in' }).click()
  await visitor.page.waitForURL(/\/app\/[0-9a-f-]{36}\//)
  await visitor.page.goto(`${tidings.baseUrl}/app/${account}/writer`)
  await heading(visitor.page, 'Writer')
  visitor.page.setDefaultTimeout(15_000)
  return { ...visitor, account }
}

const mergeLine = (number: number): string =>
  JSON.stringify({
    repo: 'acme/app',
    number,
    title: `feat: add export number ${number} to the report page`,
    body: `Customers can now download report number ${number} as a file.`,
    url: `https://github.com/acme/app/pull/${number}`,
    author: 'ada',
    labels: ['customer-request'],
    merged_at: `2026-01-${String(number).padStart(2, '0')}T10:00:00Z`,
    files: [{ path: 'web/reports/export.ts', additions: 40, deletions: 2, status: 'modified' }],
  })

/** What a provider is called on its tile, and how a person says where it is. */
const FORMATS = [
  { tile: 'Anthropic', wire: 'anthropic', model: 'claude-sonnet-5-5', isGateway: true, path: '/v1' },
  { tile: 'OpenAI', wire: 'openai', model: 'gpt-5-mini', isGateway: true, path: '/v1' },
  {
    tile: 'OpenAI-compatible',
    wire: 'openai-compatible',
    model: 'some-model',
    isGateway: false,
    path: '/v1',
  },
  { tile: 'Ollama', wire: 'ollama', model: 'llama3.3:latest', isGateway: false, path: '' },
] as const

type Format = (typeof FORMATS)[number]

async function connect(page: Page, { tile, model, isGateway, path }: Format): Promise<void> {
  models.list([model, `${model}-other`])
  await page.getByRole('radio', { name: new RegExp(`^${tile}(?!-)`) }).check()
  if (isGateway) await page.getByText('Through a gateway of your own').click()
  await page.getByLabel('Address').fill(`${models.address}${path}`)
  if (tile !== 'Ollama') await page.getByLabel(/^Key/).fill('sk-a-key-of-this-test-WXYZ')
  await page.getByRole('button', { name: 'Show models' }).click()
  await page.getByRole('combobox', { name: 'Model' }).waitFor()
  await picture(page, `${tile}-models`)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: model }).waitFor()
}

for (const format of FORMATS) {
  test(`${format.tile} is connected, tried and switched on in under a minute`, async () => {
    const owner = await anOwner()
    const { page } = owner
    models.behave(answered)
    if (format.wire === 'anthropic') {
      await looksWell(page, 'no writer')
      await picture(page, 'none')
    }
    const before = models.asked.length
    const start = performance.now()
    await connect(page, format)
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText(/^5 merges in/).waitFor()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('It is on').waitFor()
    assert.ok(performance.now() - start < 60_000)
    assert.ok(models.asked.slice(before).every(({ provider }) => provider === format.wire))
    await picture(page, `${format.tile}-on`)
    await looksWell(page, `${format.tile} is on`)
    assert.doesNotMatch(await page.content(), /sk-a-key-of-this-test/)
    nothingWrong(owner)
    await page.close()
  })
}

/** Words that hold, for whichever of the merges they are asked for. */
const answered: Behaviour = ({ prompt }) => {
  const number = /number (\d+)/.exec(titleIn(prompt))?.[1] ?? ''
  const words = { headline: `Add export number ${number} to the report page`, body: '' }
  return { text: JSON.stringify(wordsFrom(words, titleIn(prompt))) }
}

const status =
  (code: number, body: string): Behaviour =>
  () =>
  (_, response) =>
    void response.writeHead(code, { 'content-type': 'application/json' }).end(body)

/** What a provider does, and what the person is told. */
const FAULTS: [string, Behaviour, RegExp][] = [
  ['refuses the key', status(401, '{}'), /did not accept the key\. Create a new key/],
  [
    'does not know the model',
    status(404, '{"error":"model not found"}'),
    /Choose a model from the provider's list/,
  ],
  ['wants money', status(429, '{"error":{"code":"insufficient_quota"}}'), /Add credit/],
  [
    'has no capacity',
    () => (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end('{}'),
    /Wait a few minutes/,
  ],
  [
    'cuts its answer',
    () => ({ text: '{"tell', ends: 'length' }),
    /stopped before its answer was complete\. Choose another model/,
  ],
  ['declines', () => ({ text: 'No.', ends: 'refusal' }), /declined to answer/],
  ['says nothing for 30 seconds', () => () => {}, /did not answer in time\. Try again/],
]

test('each fault of a provider is told with what to do, and a wrong key before anything is connected', async () => {
  const owner = await anOwner()
  const { page } = owner
  const [format] = FORMATS
  models.list('wrong key')
  await page.getByRole('radio', { name: /^Anthropic/ }).check()
  await page.getByText('Through a gateway of your own').click()
  await page.getByLabel('Address').fill(`${models.address}/v1`)
  await page.getByLabel('Key').fill('sk-a-key-of-this-test-WXYZ')
  await page.getByRole('button', { name: 'Show models' }).click()
  await page.getByRole('alert').getByText('did not accept the key').waitFor()
  await picture(page, 'fault-key')
  await page.goto(page.url())
  await connect(page, format)
  for (const [what, behaviour, told] of FAULTS) {
    models.behave(behaviour)
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('region', { name: 'Trial' }).getByText(told).first().waitFor({ timeout: 60_000 })
    await picture(page, `fault-${what.replaceAll(' ', '-')}`)
    await page.getByRole('button', { name: /Close|Stop/ }).click()
  }
  nothingWrong(owner)
  await page.close()
})
