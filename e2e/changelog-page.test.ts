import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { generateRepository } from '../bench/repository.ts'
import { barriersOf, openBrowser, overflowOf, visit } from './browser.ts'
import { aFolder } from './checkout.ts'
import { LOOKS } from './looks.ts'
import { runTidings } from './running.ts'

/** Opens the address in each look: a picture to look at, nothing asked of another host, no barrier. */
async function readsWell(browser: Browser, name: string, address: string): Promise<void> {
  for (const [look, options] of Object.entries(LOOKS)) {
    const { page, foreign, complaints } = await visit(browser, address, options)
    const picture = join(import.meta.dirname, 'screenshots', `changelog-${name}-${look}.png`)
    await page.screenshot({ path: picture, fullPage: true })
    assert.deepEqual(foreign, [], `${name} asks nothing of another host`)
    assert.deepEqual(complaints, [], `${name} has no error in the console`)
    assert.ok((await overflowOf(page)) <= 0, `${name} does not scroll sideways (${look})`)
    assert.deepEqual(await barriersOf(page), [], `${name} has no serious barrier (${look})`)
    await page.close()
  }
}

test('customers read the changelog as a page, follow an entry and search', async context => {
  const tidings = await runTidings(context)
  const browser = await openBrowser()
  context.after(() => browser.close())
  const repository = join(aFolder(context), 'app.git')
  await generateRepository(repository, 60)
  const created = JSON.parse(await tidings.command('account', 'create', '--name', 'Acme', '--json'))
  const account = ['--account', created.account_id]
  await tidings.command('import', 'git', repository, ...account, '--publish')
  await tidings.command(
    'account',
    'page',
    ...account,
    '--on',
    '--accent',
    '#a2e771',
    '--intro',
    'What changed.',
  )
  const list = `${tidings.baseUrl}/c/${created.account_id}`
  await readsWell(browser, 'list', list)

  const { page } = await visit(browser, list, {})
  const [first] = await page.locator('article h3 a').all()
  const title = (await first?.innerText()) ?? assert.fail('The page shows no entry.')
  await first?.click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await readsWell(browser, 'entry', page.url())
  await page.getByRole('link', { name: 'Acme changelog' }).click()
  await page.getByRole('searchbox').fill(title)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: title, exact: true }).first().waitFor()
  assert.equal(new URL(page.url()).searchParams.get('q'), title)

  await readsWell(browser, 'empty', `${list}?q=nothing+has+these+words`)
  const file = join(aFolder(context), 'changelog.html')
  await tidings.command('preview', repository, '--format', 'html', '--out', file)
  await readsWell(browser, 'preview', pathToFileURL(file).href)
})
