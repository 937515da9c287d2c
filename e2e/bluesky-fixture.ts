import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, type TestContext } from 'node:test'
import { TestNetworkNoAppView } from '@atproto/dev-env'
import sharp from 'sharp'
import type { Json } from '../testing/http.ts'
import { aFolder } from './checkout.ts'
import { runTidings } from './running.ts'

export const PASSWORD = 'the-account-itself'

/** The PDS (personal data server) of a test file, with an identity directory. */
const network = await TestNetworkNoAppView.create({})
after(() => network.close())
let owners = 0

/** Tidings beside a real PDS, and an account that is connected to nothing yet. */
export async function aFixture(context: TestContext, more: Record<string, string> = {}) {
  const agent = network.pds.getAgent()
  const name = `acme-news-${++owners}`
  const { data: owner } = await agent.com.atproto.server.createAccount({
    ...{ handle: `${name}.test`, email: `${name}@example.com`, password: PASSWORD },
  })
  const headers = { authorization: `Bearer ${owner.accessJwt}` }
  const [pds, plc] = [network.pds.url, network.plc.url]
  const data = join(aFolder(context), 'data')
  const tidings = await runTidings(context, {
    TIDINGS_DATA: data,
    TIDINGS_PRIVATE_HOSTS: [pds, plc].map(url => new URL(url).host).join(),
    TIDINGS_BLUESKY_URL: pds,
    TIDINGS_PLC_URL: plc,
    ...more,
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
    ...{ tidings, account, json, file, handle: owner.handle },
    async anAppPassword(name: string): Promise<string> {
      const made = await agent.com.atproto.server.createAppPassword(
        { name },
        { headers, encoding: 'application/json' },
      )
      return made.data.password
    },
    /** Marks the session as expired, which otherwise takes two hours. */
    expireSession(): void {
      const db = new DatabaseSync(join(data, 'tidings.db'), { timeout: 10_000 })
      db.exec('update social_account set expires_at = 1')
      db.close()
    },
    revoke: (name: string) =>
      agent.com.atproto.server.revokeAppPassword({ name }, { headers, encoding: 'application/json' }),
    /** Ends every session that was connected by OAuth, as the account's owner can on the PDS. */
    async revokeSessions(): Promise<void> {
      const tokens = network.pds.ctx.oauthProvider?.tokenManager
      for (const { id } of (await tokens?.listAccountTokens(owner.did as never)) ?? [])
        await tokens?.deleteToken(id)
    },
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

export type Fixture = Awaited<ReturnType<typeof aFixture>>

/** Two entries with pages of their own; the second has an image. */
export async function entriesOf({ json, file, account }: Fixture): Promise<[string, string]> {
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

export const statesOf = async ({ json, account }: Fixture): Promise<string[]> =>
  (await json('post', 'list', '--account', account)).posts.map(({ state, held }: Json) => held ?? state)
