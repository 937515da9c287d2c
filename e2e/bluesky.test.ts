import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestNetworkNoAppView } from '@atproto/dev-env'
import sharp from 'sharp'
import type { Json } from '../testing/http.ts'
import { aFolder } from './checkout.ts'
import { runTidings } from './running.ts'

const HANDLE = 'acme-news.test'

/** Tidings beside a real PDS with an identity directory, and an account that is connected to nothing yet. */
async function aDesk(context: TestContext) {
  const network = await TestNetworkNoAppView.create({})
  context.after(() => network.close())
  const agent = network.pds.getAgent()
  const { data: owner } = await agent.com.atproto.server.createAccount({
    ...{ handle: HANDLE, email: 'acme@example.com', password: 'the-account-itself' },
  })
  const headers = { authorization: `Bearer ${owner.accessJwt}` }
  const [pds, plc] = [network.pds.url, network.plc.url]
  const data = join(aFolder(context), 'data')
  const tidings = await runTidings(context, {
    TIDINGS_DATA: data,
    TIDINGS_PRIVATE_HOSTS: [pds, plc].map(url => new URL(url).host).join(),
    TIDINGS_BLUESKY_URL: pds,
    TIDINGS_PLC_URL: plc,
  })
  const folder = aFolder(context)
  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const json = async (...words: string[]): Promise<Json> =>
    JSON.parse(await tidings.command(...words, '--json'))
  const { account_id: account } = await json('account', 'create', '--name', 'Acme')
  return {
    ...{ tidings, account, json, file, did: owner.did },
    async anAppPassword(name: string): Promise<string> {
      const made = await agent.com.atproto.server.createAppPassword(
        { name },
        { headers, encoding: 'application/json' },
      )
      return made.data.password
    },
    /** As if the session had ended, which takes two hours. */
    expireSession(): void {
      const db = new DatabaseSync(join(data, 'tidings.db'))
      db.exec('update social_account set expires_at = 1')
      db.close()
    },
    revoke: (name: string) =>
      agent.com.atproto.server.revokeAppPassword({ name }, { headers, encoding: 'application/json' }),
    /** The posts of the account as the PDS has them. */
    async records(): Promise<Json[]> {
      const { data } = await agent.com.atproto.repo.listRecords({
        repo: owner.did,
        collection: 'app.bsky.feed.post',
      })
      return data.records.map(({ value }) => value)
    },
  }
}

type Desk = Awaited<ReturnType<typeof aDesk>>

/** Two entries with pages of their own; the second has an image. */
async function entriesOf({ json, file, account }: Desk): Promise<[string, string]> {
  const merges = ['feat: export reports as CSV', 'feat: show reports in the dark'].map((title, at) =>
    JSON.stringify({
      ...{ repo: 'acme/app', number: at + 1, title, body: '', merged_at: `2026-03-0${at + 2}T10:00:00Z` },
      files: [{ path: 'src/reports.ts', additions: 80, deletions: 2 }],
    }),
  )
  await json('import', 'jsonl', file('merges.jsonl', merges.join('\n')), '--account', account, '--publish')
  await json('account', 'page', '--account', account, '--on', '--name', 'acme')
  const { entries } = await json('entry', 'list', '--account', account)
  const [second, first] = entries.map(({ id }: { id: string }) => id)
  const create = { width: 2_400, height: 1_200, channels: 3 as const, background: '#203040' }
  await json(
    'entry',
    'image',
    second,
    '--file',
    file('dark.png', await sharp({ create }).png().toBuffer()),
    '--alt',
    'A dark report',
  )
  return [first, second]
}

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 30_000
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error('It did not happen.')
    await sleep(200)
  }
}

const statesOf = async ({ json, account }: Desk): Promise<string[]> =>
  (await json('post', 'list', '--account', account)).posts.map(({ state, held }: Json) => held ?? state)

test('posts reach a real PDS with links, cards, images and alternative texts, and leave it again', async context => {
  const desk = await aDesk(context)
  const [first, second] = await entriesOf(desk)
  const secret = desk.file('app-password', await desk.anAppPassword('tidings'))
  const connect = ['social', 'connect', 'bluesky', '--account', desk.account, '--handle', HANDLE]
  await assert.rejects(desk.json(...connect, '--secret-file', desk.file('main', 'the-account-itself')))
  const { social_account_id: id, handle } = await desk.json(...connect, '--secret-file', secret)
  assert.equal(handle, `@${HANDLE}`)

  await desk.json('post', 'send', first, '--to', id)
  await desk.json('post', 'send', second, '--to', id)
  const records = await until(async () => {
    const found = await desk.records()
    return found.length === 2 && found
  })
  const card = records.find(({ embed }) => embed.$type === 'app.bsky.embed.external')
  const link = `${desk.tidings.baseUrl}/c/acme/e/export-reports-as-csv-${first}`
  assert.equal(card.text, `Export reports as CSV\n\n${link}`)
  assert.deepEqual([card.embed.external.uri, card.embed.external.title], [link, 'Export reports as CSV'])
  assert.equal(card.embed.external.thumb.mimeType, 'image/png')
  const { byteStart, byteEnd } = card.facets[0].index
  assert.equal(Buffer.from(card.text).subarray(byteStart, byteEnd).toString(), link)
  const image = records.find(({ embed }) => embed.$type === 'app.bsky.embed.images')
  assert.equal(image.embed.images[0].alt, 'A dark report')
  assert.deepEqual(image.langs, ['en'])

  await until(async () => (await statesOf(desk)).every(state => state === 'posted'))
  await desk.json('entry', 'withdraw', first)
  await desk.json('entry', 'withdraw', second)
  await until(async () => (await desk.records()).length === 0)
})

test('a session that expired is renewed; a revoked app password holds posts until there is another one', async context => {
  const desk = await aDesk(context)
  const [first, second] = await entriesOf(desk)
  const secret = desk.file('app-password', await desk.anAppPassword('first'))
  const connect = ['social', 'connect', 'bluesky', '--account', desk.account, '--handle', HANDLE]
  const { social_account_id: id } = await desk.json(...connect, '--secret-file', secret)
  desk.expireSession()
  await desk.json('post', 'send', first, '--to', id)
  await until(async () => (await desk.records()).length === 1)

  await desk.revoke('first')
  desk.expireSession()
  await desk.json('post', 'send', second, '--to', id)
  await until(async () => (await statesOf(desk)).includes('reconnect'))
  const { social_accounts: accounts } = await desk.json('social', 'list', '--account', desk.account)
  assert.equal(accounts[0].state, 'needs reconnecting')
  const again = desk.file('app-password', await desk.anAppPassword('second'))
  await desk.json('social', 'reconnect', id, '--secret-file', again)
  await until(async () => (await desk.records()).length === 2)
  await until(async () => (await statesOf(desk)).every(state => state === 'posted'))
})
