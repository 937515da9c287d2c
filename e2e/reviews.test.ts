import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { History } from '../testing/code-host-server/history.ts'
import { aSample, SAMPLE } from '../testing/code-host-server/sample.ts'
import { type CodeHostServer, PROTOCOLS, startCodeHostServer } from '../testing/code-host-server/server.ts'
import { OPENED, openPull } from '../testing/review-scene.ts'
import { until } from '../testing/until.ts'
import { visit } from './browser.ts'
import { aFolder } from './checkout.ts'
import { DESKTOP, heading, looksWell, nothingWrong } from './looks.ts'
import { runTidings } from './running.ts'
import { browser } from './test-browser.ts'

let sample: Awaited<ReturnType<typeof aSample>>
let host: CodeHostServer
before(async () => {
  sample = await aSample()
  host = await startCodeHostServer(sample.history, SAMPLE)
})
after(async () => {
  await host?.close()
  sample?.[Symbol.dispose]()
})

/** Waits until the host has the comment. */
async function saidOn({ comments }: History, words: RegExp): Promise<string[]> {
  const said = () => comments.on(OPENED).map(({ body }) => body)
  await until(() => said().some(body => words.test(body)), 'the comment')
  return said()
}

test('an owner switches reviews on, the author is asked and answers, and a host that refuses is said so', async context => {
  const site = new URL(host.apiUrls.forgejo).origin
  const tidings = await runTidings(context, { TIDINGS_PRIVATE_HOSTS: new URL(site).host })
  const token = join(aFolder(context), 'token')
  writeFileSync(token, host.token)
  const run = async (...words: string[]) => JSON.parse(await tidings.command(...words, '--json'))
  const { account_id: account } = await run('account', 'create', '--name', 'Acme')
  const connected = await run(
    ...['source', 'create', 'forgejo', '--account', account, '--repo', SAMPLE],
    ...['--url', site, '--token-file', token],
  )
  const { history } = host
  history.add(openPull(history.pull(6) ?? assert.fail()))
  const tell = async (action: string) => {
    const { payload, headers } = PROTOCOLS.forgejo
    const body = Buffer.from(JSON.stringify(payload({ repo: SAMPLE, number: OPENED, action }, {})))
    const answer = await fetch(connected.url, {
      method: 'POST',
      headers: headers(connected.secret, body, action),
      body,
    })
    assert.equal(answer.status, 202)
  }

  const { link } = await run(
    ...['user', 'create', '--email', 'ada@example.com', '--role', 'owner', '--account', account],
  )
  const visitor = await visit(browser, link, DESKTOP)
  const { page } = visitor
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => url.pathname.includes(account))
  await page.goto(`${tidings.baseUrl}/app/${account}/settings/repositories`)
  await heading(page, 'Repositories')
  await page.getByRole('button', { name: /^More actions for acme/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const reviews = page.getByLabel('Review open pull requests')
  assert.equal(await reviews.isChecked(), false)
  await reviews.check()
  // It can be changed again once it is saved.
  await page.getByRole('checkbox', { name: 'Review open pull requests', disabled: false }).waitFor()

  for (const action of ['opened', 'synchronize', 'synchronize']) await tell(action)
  assert.equal((await saidOn(history, /only you may know/)).length, 1)
  history.touch(OPENED, { body: '```release-note\nOwners remove a member with one click.\n```' })
  await tell('edited')
  assert.equal((await saidOn(history, /Nothing is asked any more/)).length, 1)

  host.standing.mayComment = false
  history.touch(OPENED, { body: '' })
  await tell('edited')
  await page.getByText(/cannot be reviewed\. 127\.0\.0\.1:\d+ refused .+ Enter an access token/).waitFor()
  await looksWell(page, 'refused reviews')
  host.standing.mayComment = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Open pull requests cannot be reviewed.').waitFor({ state: 'detached' })
  assert.equal(await reviews.isChecked(), true)
  nothingWrong(visitor)
})
