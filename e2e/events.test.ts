import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { visit } from './browser.ts'
import { aBufferingProxy } from './buffering-proxy.ts'
import { aFolder } from './checkout.ts'
import { DESKTOP, heading, nothingWrong } from './looks.ts'
import { runTidings } from './running.ts'
import { browser } from './test-browser.ts'

/** How long a page without events waits before it asks for the counts again, in milliseconds. */
const NEXT_COUNTS_MS = 20_000

const merge = (number: number) =>
  JSON.stringify({
    ...{
      repo: 'acme/app',
      number,
      title: `feat: export ${number} of the report page`,
      author: 'ada',
      body: '',
    },
    ...{ merged_at: new Date(Date.now() - 3_600_000).toISOString(), labels: ['release-notes'] },
    ...{
      files: [{ path: 'web/export.ts', additions: 9, deletions: 1 }],
      url: `https://github.com/acme/app/pull/${number}`,
    },
  })

test('behind a proxy that holds events back, the page asks for the counts and claims nothing false', async context => {
  const proxy = await aBufferingProxy(context)
  const tidings = await runTidings(context, { TIDINGS_BASE_URL: proxy.origin })
  proxy.port = tidings.port
  const account = JSON.parse(
    await tidings.command('account', 'create', '--name', 'Acme', '--json'),
  ).account_id
  const words = ['--email', 'ada@example.com', '--role', 'writer', '--account', account, '--json']
  const { link } = JSON.parse(await tidings.command('user', 'create', ...words))
  const file = join(aFolder(context), 'merges.jsonl')
  const merges = async (number: number) => {
    writeFileSync(file, merge(number))
    await tidings.command('import', 'jsonl', file, '--account', account, '--past', 'drafts')
  }
  await merges(1)

  const visitor = await visit(browser, link, DESKTOP, {
    waitUntil: 'load',
    prepare: shown => shown.clock.install(),
  })
  const { page } = visitor
  assert.equal(new URL(page.url()).origin, proxy.origin)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Review')
  await page.getByText('Export 1 of the report page').first().waitFor()
  await merges(2)
  await page.clock.fastForward(NEXT_COUNTS_MS)
  await page.getByRole('button', { name: '1 new' }).waitFor()
  // A request that was under way when the clock was put forward counts as slow until it is answered; the held events never are.
  await page.getByText(/Offline|cannot be reached|longer than usual/).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '1 new' }).click()
  await page.getByText('Export 2 of the report page').first().waitFor()
  nothingWrong(visitor)
})
