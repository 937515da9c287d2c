import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { titleIn, wordsFrom } from '../testing/language-model-answers.ts'
import type { Behaviour } from '../testing/language-model-server.ts'
import type { Visit } from './browser.ts'
import { heading, looksWell, nothingWrong } from './looks.ts'
import { aModelScene, exportMerge } from './model-scene.ts'
import { picture } from './picture.ts'

const scene = aModelScene()

interface Owner extends Visit {
  account: string
}

/** Creates an account with a few merges, and opens the page of the writer as its owner. */
async function anOwner(merges = 5): Promise<Owner> {
  const account = await scene.anAccount(Array.from({ length: merges }, (_, at) => exportMerge(at + 1)))
  const visitor = await scene.join(account, 'owner', 'settings/writing')
  await heading(visitor.page, 'Writing')
  return { ...visitor, account }
}

/** The providers by the names on their rows, with what a person enters to reach each. */
const FORMATS = [
  { row: 'Anthropic', wire: 'anthropic', model: 'claude-sonnet-5-5', isGateway: true, path: '/v1' },
  { row: 'OpenAI', wire: 'openai', model: 'gpt-5-mini', isGateway: true, path: '/v1' },
  {
    row: 'OpenAI-compatible',
    wire: 'openai-compatible',
    model: 'some-model',
    isGateway: false,
    path: '/v1',
  },
  { row: 'Ollama', wire: 'ollama', model: 'llama3.3:latest', isGateway: false, path: '' },
] as const

type Format = (typeof FORMATS)[number]

async function connect(page: Page, { row, model, isGateway, path }: Format): Promise<void> {
  scene.models.list([model, `${model}-other`])
  await page.locator('summary', { hasText: new RegExp(`^${row}(?!-)`) }).click()
  if (isGateway) await page.getByText('Through a gateway of your own').click()
  await page.getByLabel('Address').fill(`${scene.models.address}${path}`)
  if (row !== 'Ollama') await page.getByLabel(/^Key/).fill('sk-a-key-of-this-test-WXYZ')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('combobox', { name: 'Model' }).waitFor()
  await picture(page, `${row}-models`)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: model }).waitFor()
}

for (const format of FORMATS) {
  test(`${format.row} is connected, tried and switched on in under a minute`, async () => {
    const owner = await anOwner()
    const { page } = owner
    scene.models.behave(answered)
    if (format.wire === 'anthropic') {
      await looksWell(page, 'no writer')
      await picture(page, 'none')
    }
    const before = scene.models.asked.length
    const start = performance.now()
    await connect(page, format)
    const check = page.getByRole('button', { name: 'Check it on your own merges' })
    await check.click()
    await page.getByText(/^5 merges in/).waitFor()
    assert.ok(await check.evaluate(button => button === document.activeElement), 'it keeps the focus')
    await page.getByRole('checkbox', { name: 'Write new drafts' }).click()
    await page.getByText('It is on').waitFor()
    assert.ok(performance.now() - start < 60_000)
    assert.ok(scene.models.asked.slice(before).every(({ provider }) => provider === format.wire))
    await picture(page, `${format.row}-on`)
    await looksWell(page, `${format.row} is on`)
    assert.doesNotMatch(await page.content(), /sk-a-key-of-this-test/)
    nothingWrong(owner)
    await page.close()
  })
}

/** Answers with words that the merge supports, whichever merge they are asked for. */
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

/** Faults of a provider, each with its behaviour and with what the person is told. */
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
  scene.models.list('wrong key')
  await page.locator('summary', { hasText: /^Anthropic/ }).click()
  await page.getByText('Through a gateway of your own').click()
  await page.getByLabel('Address').fill(`${scene.models.address}/v1`)
  await page.getByLabel('Key').fill('sk-a-key-of-this-test-WXYZ')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').getByText('did not accept the key').waitFor()
  await picture(page, 'fault-key')
  await page.goto(page.url())
  await connect(page, format)
  for (const [what, behaviour, told] of FAULTS) {
    scene.models.behave(behaviour)
    await page.getByRole('button', { name: 'Check it on your own merges' }).click()
    await page.getByRole('region', { name: 'Trial' }).getByText(told).first().waitFor({ timeout: 60_000 })
    await picture(page, `fault-${what.replaceAll(' ', '-')}`)
    await page.getByRole('button', { name: 'Close' }).click()
  }
  nothingWrong(owner)
  await page.close()
})
