import assert from 'node:assert/strict'
import type { RunningTidings } from './running.ts'

/** Tidings as it was installed: from the npm package, or in a container. */
export type Installed = Pick<RunningTidings, 'baseUrl' | 'link' | 'command'>

const post = (tidings: Installed, path: string, body: object) =>
  fetch(tidings.baseUrl + path, {
    method: 'POST',
    headers: { Origin: tidings.baseUrl, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

const secretIn = (link: string) => new URL(link).hash.slice(1)

/** Makes Ada the first owner, of the account Acme, with the link that the start wrote. */
export async function setUp(tidings: Installed): Promise<void> {
  const secret = secretIn(await tidings.link('set-up'))
  const owner = {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
    accountName: 'Acme',
  }
  assert.equal((await post(tidings, '/app/api/set-up', { secret, ...owner })).status, 200)
}

/** A new member signs in with the link that `user create` printed, and sees the inbox. */
export async function signInByPrintedLink(tidings: Installed, account: string): Promise<void> {
  const words = ['user', 'create', '--email', 'cy@example.com', '--role', 'viewer', '--json', '--account']
  const { link } = JSON.parse(await tidings.command(...words, account))
  const signedIn = await post(tidings, '/app/api/sign-in/link', { secret: secretIn(link) })
  assert.equal(signedIn.status, 200)
  const Cookie = signedIn.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
  const inbox = await fetch(`${tidings.baseUrl}/app/api/accounts/${account}/inbox`, { headers: { Cookie } })
  assert.equal(inbox.status, 200, await inbox.text())
}

/** What is read from files beside the code: the dashboard, the widget, the documentation. */
export async function everyPartAnswers({ baseUrl }: Installed): Promise<void> {
  const page = await (await fetch(`${baseUrl}/app/`)).text()
  const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? []
  for (const path of [script, '/widget.js', '/', '/docs', '/openapi.json', '/status.json']) {
    const answer = await fetch(new URL(path, baseUrl))
    assert.equal(answer.status, 200, path)
    assert.notEqual(await answer.text(), '', path)
  }
}

/** The feed, the page with its typefaces, and the card, which is drawn with them. */
export async function customersRead(tidings: Installed, account: string): Promise<void> {
  const [{ feeds }] = JSON.parse(await tidings.command('account', 'list', '--json')).accounts
  const { items } = (await (await fetch(feeds.json)).json()) as { items: { title: string }[] }
  assert.ok(
    items.some(({ title }) => /change number 12/i.test(title)),
    JSON.stringify(items),
  )
  const turnOn = ['account', 'page', '--account', account, '--on', '--json']
  const { address } = JSON.parse(await tidings.command(...turnOn))
  const page = await (await fetch(address)).text()
  assert.match(page, /change number 12/i)
  const named = [...page.matchAll(/"([^"\s]+\.(?:png|woff2))"/g)].map(([, path = '']) => path)
  for (const kind of ['.png', '.woff2'])
    assert.ok(
      named.some(path => path.endsWith(kind)),
      kind,
    )
  for (const found of named) {
    const answer = await fetch(new URL(found, address))
    assert.equal(answer.status, 200, found)
    assert.ok((await answer.bytes()).length > 5_000, found)
  }
}
