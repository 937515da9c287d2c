import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { aBlueskyServer } from '../testing/networks/bluesky.ts'
import { aMastodonServer } from '../testing/networks/mastodon.ts'
import { anXServer } from '../testing/networks/x.ts'
import { until } from '../testing/until.ts'
import { hmacHex } from '../testing/webhook-payloads.ts'
import { type Visit, visit } from './browser.ts'
import { aFolder } from './checkout.ts'
import { DESKTOP, heading } from './looks.ts'
import { runTidings } from './running.ts'

/** Tidings beside local servers of the four networks, with a repository whose merges arrive by webhook. */
export async function aSocialFixture(context: TestContext, browser: Browser) {
  const [bluesky, mastodon, x] = await Promise.all([aBlueskyServer(), aMastodonServer(), anXServer()])
  const servers = [bluesky, mastodon, x]
  context.after(() => Promise.all(servers.map(server => server.close())))
  const tidings = await runTidings(context, {
    TIDINGS_DATA: join(aFolder(context), 'data'),
    TIDINGS_PRIVATE_HOSTS: servers.map(({ origin }) => new URL(origin).host).join(),
    TIDINGS_BLUESKY_URL: bluesky.origin,
    TIDINGS_PLC_URL: bluesky.origin,
    TIDINGS_TEST_X: x.origin,
    TIDINGS_X_CLIENT_ID: x.application.id,
    TIDINGS_X_CLIENT_SECRET: x.application.secret,
  })
  const json = async (...words: string[]) => JSON.parse(await tidings.command(...words, '--json'))
  const { account_id: account } = await json('account', 'create', '--name', 'Acme')
  await json('account', 'page', '--account', account, '--on', '--name', 'acme')
  const source = await json('source', 'create', 'github', '--account', account, '--repo', 'acme/app')
  let [merged, members] = [0, 0]
  return {
    ...{ tidings, account, bluesky, mastodon, x, json },
    /** Merges a pull request on GitHub, which sends its webhook. */
    async merge(title: string, body = ''): Promise<void> {
      const number = ++merged
      const now = new Date().toISOString()
      const pull_request = {
        ...{ number, title, body, merged: true, merged_at: now, updated_at: now, labels: [] },
        html_url: `https://github.com/acme/app/pull/${number}`,
        merge_commit_sha: number.toString(16).padStart(40, '0'),
        user: { login: 'ann', type: 'User' },
        base: { ref: 'main' },
      }
      const repository = { id: 5, full_name: 'acme/app' }
      const payload = JSON.stringify({ action: 'closed', repository, pull_request })
      const response = await fetch(source.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'pull_request',
          'x-github-delivery': `delivery-${number}`,
          'x-hub-signature-256': `sha256=${hmacHex(source.secret, payload)}`,
        },
        body: payload,
      })
      if (response.status !== 202) throw new Error(`The webhook was answered ${response.status}.`)
    },
    /** The id of the newest draft; waits until there is one. */
    async draft(): Promise<string> {
      const newest = async (): Promise<string | undefined> =>
        (await json('entry', 'list', '--account', account, '--state', 'draft')).entries[0]?.id
      return until(newest, 'a draft of the merge')
    },
    /** Signs a new member in, on the inbox. On the pages of Mastodon and X they agree at once. */
    async join(role: string): Promise<Visit> {
      const words = ['--email', `person${++members}@example.com`, '--role', role, '--account', account]
      const { link } = await json('user', 'create', ...words)
      const visitor = await visit(browser, link, DESKTOP)
      await visitor.page.getByRole('button', { name: 'Sign in' }).click()
      await heading(visitor.page, 'Review')
      for (const { origin, agree } of [mastodon, x])
        await visitor.page.route(`${origin}/**`, route =>
          route.fulfill({ status: 302, headers: { location: String(agree(route.request().url())) } }),
        )
      return visitor
    },
    address: (path: string) => `${tidings.baseUrl}/app/${account}/${path}`,
  }
}
