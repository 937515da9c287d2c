import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../testing/http.ts'
import type { MastodonServer } from '../testing/networks/mastodon.ts'
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

/** Signs a new member in with the link that `user create` printed, and reads the inbox. Gives a function that reads as they do. */
export async function signInByPrintedLink(tidings: Installed, account: string) {
  const words = ['user', 'create', '--email', 'cy@example.com', '--role', 'viewer', '--json', '--account']
  const { link } = JSON.parse(await tidings.command(...words, account))
  const signedIn = await post(tidings, '/app/api/sign-in/link', { secret: secretIn(link) })
  assert.equal(signedIn.status, 200)
  const Cookie = signedIn.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
  const read = async (path: string) => {
    const answer = await fetch(`${tidings.baseUrl}/app/api/accounts/${account}/${path}`, {
      headers: { Cookie },
    })
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    return JSON.parse(text)
  }
  await read('inbox')
  return read
}

type Command = (...words: string[]) => Promise<Json>

/** Publishes an edition of one merge for each calendar period, sees that a release's is still empty, and posts one to a Mastodon server. */
export async function editionsOfEachPeriod(
  tidings: Installed,
  json: Command,
  folder: string,
  mastodon: MastodonServer,
) {
  const secret = join(folder, 'secret')
  writeFileSync(secret, mastodon.aToken())
  const connected = await json(
    'social',
    'connect',
    'mastodon',
    '--instance',
    mastodon.origin,
    '--secret-file',
    secret,
  )
  const merges = join(folder, 'merges.jsonl')
  let before = ''
  for (const [number, period] of ['week', 'two-weeks', 'month', 'release'].entries()) {
    const on = period === 'release' ? [] : ['--day', 'sunday', '--time', '02:30']
    const added = await json('schedule', 'add', '--takes', 'edition', '--every', period, ...on)
    assert.equal(added.every, period)
    if (before) await json('schedule', 'remove', before)
    before = added.time_id
    const merge = { repo: 'acme/site', number: number + 1, title: `feat: add ${period} reports`, body: '' }
    writeFileSync(merges, JSON.stringify({ ...merge, merged_at: new Date().toISOString() }))
    await json('import', 'jsonl', merges, '--past', 'drafts')
    if (period === 'release') {
      const shown = await json('edition', 'show')
      assert.ok(shown.title !== '' && shown.stories.length === 0, 'no release contains it yet')
    } else assert.equal((await json('edition', 'publish')).state, 'published')
  }
  const [edition] = (await json('entry', 'list', '--state', 'published')).entries
  await tidings.command('post', 'send', edition.id, '--to', connected.social_account_id)
  for (let tries = 0; tries < 30 && mastodon.statuses.length === 0; tries++) await json('post', 'list')
  assert.ok(mastodon.statuses.length > 0, JSON.stringify(await json('post', 'list')))
}

/** Checks that a time in the hour that Berlin's clocks skip falls on the moment of the change. */
export async function timesFollowDaylightSaving(json: Command, read: (path: string) => Promise<Json>) {
  await json('account', 'set', '--time-zone', 'Europe/Berlin')
  await json(
    'schedule',
    'add',
    '--takes',
    'edition',
    '--every',
    'month',
    '--day',
    'sunday',
    '--time',
    '02:30',
  )
  const { now, free } = await read('queue')
  const march = new Date(Date.UTC(new Date(now).getUTCFullYear(), 2, 31, 1))
  march.setUTCDate(31 - march.getUTCDay())
  if (march.getTime() < now) {
    march.setUTCFullYear(march.getUTCFullYear() + 1, 2, 31)
    march.setUTCDate(31 - march.getUTCDay())
  }
  const [{ free: times }] = free.filter(({ takes }: Json) => takes === 'edition')
  assert.ok(times.includes(march.getTime()), `${march.toISOString()} in ${times}`)
  assert.equal((await json('edition', 'queue')).state, 'queued')
}

/** Checks that the parts that are read from files beside the code are served: the dashboard, the widget and the documentation. */
export async function everyPartAnswers({ baseUrl }: Installed): Promise<void> {
  const page = await (await fetch(`${baseUrl}/app/`)).text()
  const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? []
  for (const path of [script, '/widget.js', '/', '/docs', '/openapi.json', '/status.json']) {
    const answer = await fetch(new URL(path, baseUrl))
    assert.equal(answer.status, 200, path)
    assert.notEqual(await answer.text(), '', path)
  }
}

/** Checks that customers can read the feed, the page with its typefaces, and the card, which is drawn with them. */
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
