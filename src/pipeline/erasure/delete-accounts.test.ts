import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { beginDeletion } from '#accounts/deletion.ts'
import { networks } from '#app/registry.ts'
import { openSocial } from '#app/social.ts'
import { publishDue } from '#changelog/publishing/publisher.ts'
import { deliveryJob } from '#pipeline/webhooks/deliveries.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { copyToPostgres, type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { HELD } from '#platform/jobs/held-jobs.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { openLog } from '#platform/log.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { SocialContext } from '#social/context.ts'
import { createOtherAccount } from '#testing/access/other-account.ts'
import { recordMerges } from '#testing/colleagues.ts'
import { decide } from '#testing/dashboard-client.ts'
import { migratedPlace, onBothEngines } from '#testing/databases.ts'
import { fill } from '#testing/filled-database.ts'
import { withGitHub } from '#testing/github-scene.ts'
import { aMember, testAction } from '#testing/members.ts'
import { rowsNaming } from '#testing/rows-naming.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import { story } from '#testing/social.ts'
import { type DeletionContext, deleteAccounts } from './delete-accounts.ts'

const DAY = 86_400_000

/** A database whose process is killed before it writes once more than `writes` times. */
const killedAfter = (db: Database, writes: number): Database => ({
  ...db,
  write: work => {
    if (writes-- <= 0) throw new Error('killed')
    return db.write(work)
  },
})

/** Deletes what is due in several processes. Each is killed after one more write than the one before. Returns the number of processes. */
async function deleteThroughKills(
  db: Database,
  contextOn: (db: Database) => DeletionContext,
): Promise<number> {
  for (let killed = 0; ; killed++) {
    try {
      await deleteAccounts(contextOn(killedAfter(db, 1 + killed))).run(new AbortController().signal)
      return killed
    } catch (error) {
      assert.match(String(error), /killed/)
      assert.ok(killed < 500, 'each goes on where the one before was killed')
    }
  }
}

/** The tables that belong to the whole server, or to people and programs that other accounts may know. */
const OF_THE_SERVER = [
  ...[
    'code_host_app',
    'mail_suppression',
    'oauth_client',
    'server_value',
    'sign_in_rate',
    'social_app',
    'worker',
  ],
]

/** A database with three rows in every table, the first of which belong to the first account, which is due to be deleted. */
async function withFullTables(
  location: DatabaseLocation,
  body: (db: Database) => Promise<void>,
): Promise<void> {
  const embedded = await migratedPlace('sqlite')
  const source = await openDatabase(embedded.location, { migrate: false })
  await source.write(async tx => {
    await fill(tx, 3)
    await tx.updateTable('account').set({ deletes_at: null }).execute()
    await sql`update account set deletes_at = 1 where id like 'account id 1 %'`.execute(tx)
    await sql`update membership set role = 'owner'`.execute(tx)
    await sql`update person set email = replace(substr(id, 1, 11), ' ', '.') || '@example.com'`.execute(tx)
    await sql`update social_account set limits = '{}', rules = '{}', hashtags = '[]', network = 'mastodon'`.execute(
      tx,
    )
    await sql`update activity set action = 'published'`.execute(tx)
  })
  try {
    if (location.engine === 'sqlite') return await body(source)
    await copyToPostgres(source, location.url)
    const db = await openDatabase(location, { migrate: false })
    await body(db).finally(() => db.close())
  } finally {
    await source.close()
    await embedded.remove()
  }
}

onBothEngines('no row of any table is left of a deleted account, and every row of the others', location =>
  withFullTables(location, async db => {
    const log = openLog('error', systemClock, () => {})
    const known = { clock: systemClock, ids: randomIds, actor: 'queue', log }
    const secrets = async () => assert.fail('nothing can be opened')
    const mails: string[] = []
    const killed = await deleteThroughKills(db, db => ({
      ...{ ...known, db, appAt: async () => null },
      social: {
        ...known,
        db,
        networks,
        secrets,
        baseUrl: 'https://news.example',
      } as unknown as SocialContext,
      async send(to) {
        mails.push(to)
      },
    }))
    assert.ok(killed > 30, `killed ${killed} times`)
    assert.deepEqual([...new Set(mails)], ['person.id.1@example.com'])
    for (const { name } of await db.read.introspection.getTables()) {
      if (/^(?:kysely_|search_term)/.test(name)) continue
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db.read)
      const numbers = rows.map(row =>
        Number(/ (\d) déjà/.exec(JSON.stringify(row))?.[1] ?? /term(\d)/.exec(JSON.stringify(row))?.[1] ?? 0),
      )
      const expected = OF_THE_SERVER.includes(name) ? [1, 2, 3] : [2, 3]
      assert.deepEqual(numbers.filter(number => number > 0).toSorted(), expected, name)
    }
  }),
)

const contextOf = (it: TestService, db: Database, mails: MailContent[] = []): DeletionContext => {
  const social = { ...openSocial({ ...it.service, db }, 'queue'), db }
  const { clock, service } = it
  return {
    ...{ db, clock, ids: service.ids, actor: 'queue', log: service.log, social },
    appAt: async () => null,
    async send(_, mail) {
      mails.push(mail)
    },
  }
}

const pathOf = (account: { publicId: string }) => `/app/api/accounts/${account.publicId}`

withRunningService('an owner lets an account be deleted, and in the end nothing of it is found', async it => {
  const { db } = it.service
  const other = await createOtherAccount(it)
  const feed = `/changelog/${other.account.publicId}`
  const { id } = other.account
  assert.equal((await it.ask(feed)).status, 200)
  await db.write(tx => beginDeletion(tx, { ...testAction(it), actor: other.person.id }, id))
  it.clock.advance(15 * DAY)
  const mails: MailContent[] = []
  const killed = await deleteThroughKills(db, killable => contextOf(it, killable, mails))
  assert.ok(killed > 10)
  const left = (await rowsNaming(db.read, 'beefbeef-', 'neighbour')).map(row => row.split(' ')[0])
  assert.deepEqual([...new Set(left)], ['oauth_client'], 'a program that other accounts may know')
  assert.deepEqual([(await it.ask(feed)).status, (await it.ask(`${feed}.json`)).status], [410, 410])
  assert.equal((await it.ask(`/changelog/${it.service.ids.next()}`)).status, 404)
  const bearer = { headers: { authorization: `Bearer ${other.text}` } }
  assert.equal((await it.ask('/api/v1/highlights', bearer)).status, 401)
  assert.match(mails[0]?.text ?? '', /@neighbour: .*\n- github\.com\/neighbour\/app: its webhook/)
  assert.equal((await it.ask(`/changelog/${it.account.publicId}`)).status, 200)
})

withRunningService('until then nothing goes out, and an owner can let it stay', async it => {
  const { db, ids } = it.service
  const owner = await aMember(it, 'ada@example.com', 'owner')
  await recordMerges(it, it.account, 'feat: add an export of reports')
  const act = (action: string, more: object = {}) => decide(owner, pathOf(it.account), { action, ...more })
  const [entry] = await db.read.selectFrom('entry').select('id').execute()
  const at = new Date(it.clock.now() + DAY).toISOString()
  assert.equal((await act('entry queue', { id: entry?.id, at })).status, 200)
  const refused = await act('account delete', { name: 'Acne' })
  assert.deepEqual([refused.status, (await act('account delete', { cancel: true })).status], [400, 409])
  const begun = await act('account delete', { name: 'Acme' })
  assert.deepEqual(
    [begun.status, begun.json.deletesAt - it.clock.now(), begun.json.problem],
    [200, 14 * DAY, 'This server sends no mail: tell the other owners.'],
  )
  assert.equal((await act('account delete')).status, 409)
  const changed = await act('account set', { name: 'Other' })
  assert.deepEqual([changed.status, /is deleted on 2026-03-16/.test(changed.json.detail)], [409, true])
  await db.write(tx =>
    enqueue(tx, { clock: it.clock, ids }, deliveryJob, {
      accountId: it.account.id,
      payload: { deliveryId: 'none' },
    }),
  )
  it.clock.advance(2 * DAY)
  await it.settle()
  const job = () =>
    db.read.selectFrom('job').select(['last_error', 'attempts']).where('kind', '=', 'delivery').execute()
  assert.partialDeepStrictEqual(await job(), [{ last_error: HELD, attempts: 0 }])
  const context = { clock: it.clock, ids, actor: 'queue', effects: [] }
  assert.equal(await publishDue(db, context), 0)
  assert.equal((await it.ask(`/changelog/${it.account.publicId}`)).status, 200)
  await deleteAccounts(contextOf(it, db)).run(new AbortController().signal)

  assert.equal((await act('account delete', { cancel: true })).status, 200)
  await it.settle()
  assert.notEqual((await job())[0]?.last_error, HELD)
  await publishDue(db, context)
  assert.equal((await act('account set', { name: 'Other' })).status, 200)
  it.clock.advance(30 * DAY)
  await deleteAccounts(contextOf(it, db)).run(new AbortController().signal)
  assert.equal((await it.ask(`/changelog/${it.account.publicId}`)).status, 200)
})

story('access that social networks gave ends with the account', async scene => {
  await scene.connectX()
  await scene.connectBluesky()
  const { db } = scene.service
  await db.write(tx => beginDeletion(tx, scene.action, scene.account.id))
  scene.clock.advance(15 * DAY)
  const context = { ...contextOf(scene, db), social: scene.context }
  await deleteAccounts(context).run(new AbortController().signal)
  assert.deepEqual([scene.x.grants(), scene.bluesky.sessions()], [0, 0])
  assert.deepEqual(await db.read.selectFrom('account').select('id').execute(), [])
})

withGitHub('the app is uninstalled where the deleted account let it in', async scene => {
  const { it } = scene
  const owner = await scene.owner()
  const choice = await scene.toChoice(owner)
  assert.equal((await scene.choose(owner, choice, ['5:7'])).status, 200)
  const payload = { action: 'created', installation: { id: 5, account: { login: 'acme' } }, repositories: [] }
  await scene.tell('installation', payload)
  const { db } = it.service
  await db.write(tx => beginDeletion(tx, testAction(it), it.account.id))
  it.clock.advance(15 * DAY)
  const { appAt } = it.parts.dashboard.githubApp
  await deleteAccounts({ ...contextOf(it, db), appAt }).run(new AbortController().signal)
  assert.deepEqual(scene.host.installations, [])
  for (const table of ['installation', 'delivery', 'source', 'account'] as const)
    assert.deepEqual(await db.read.selectFrom(table).selectAll().execute(), [], table)
})
