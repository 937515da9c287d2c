import assert from 'node:assert/strict'
import { eraseUser } from '#accounts/deletion.ts'
import { invite } from '#accounts/invitations.ts'
import { subscribeToSummary } from '#accounts/mail/summaries.ts'
import { suppressAddresses } from '#accounts/mail/suppressions.ts'
import { renamePerson } from '#accounts/people.ts'
import { putDomain } from '#auth/domains/domain.ts'
import { addPasskey } from '#auth/passkeys/store.ts'
import { createSignInLink } from '#auth/sign-in-links.ts'
import { personExport } from '#pipeline/export/person.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import { anAccount, recordMerges } from '#testing/colleagues.ts'
import { type DashboardClient, decide } from '#testing/dashboard-client.ts'
import { aMember, personId, testAction } from '#testing/members.ts'
import { anOauthClient } from '#testing/oauth-client.ts'
import { rowsNaming } from '#testing/rows-naming.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}`
const ZORA = 'zora@quill.example'

/** A member who left a trace in every table that stores traces of people. */
async function zora(it: TestService): Promise<DashboardClient> {
  const { db, ids } = it.service
  const address = mailAddressFrom(ZORA)
  await db.write(async tx => {
    await invite(tx, testAction(it), 'none', it.account.id, { email: ZORA, role: 'writer', byMail: true })
    const domain = await putDomain(tx, testAction(it), it.account.id, {
      domain: 'quill.example',
      role: 'viewer',
    })
    await tx
      .updateTable('joining_domain')
      .set({ turned_away: ZORA, turned_away_at: 1 })
      .where('id', '=', domain.id)
      .execute()
    await suppressAddresses(tx, it.clock, [address], 'bounced')
  })
  const visitor = await aMember(it, ZORA, 'owner')
  const id = await personId(visitor)
  await db.write(tx => renamePerson(tx, it.clock, id, 'Zora Quill'))
  await visitor.post('/app/api/me/password', { password: 'correct horse battery', current: null })
  await visitor.post('/app/api/me/second-factor/offer', {})
  await (await anOauthClient(it)).tokens(visitor)
  await db.write(async tx => {
    await subscribeToSummary(tx, it.clock, ids, it.account.id, address)
    await createSignInLink(tx, it.service, ZORA, 60)
    const passkey = {
      id: 'AAAA',
      publicKey: 'AAAA',
      algorithm: -7,
      counter: 0,
      transports: [],
      device: 'Firefox',
    }
    await addPasskey(tx, it.clock, id, passkey)
  })
  await recordMerges(it, it.account, 'feat: add an export of reports')
  const { id: entry } = await db.read.selectFrom('entry').select('id').executeTakeFirstOrThrow()
  await decide(visitor, pathOf(it), { action: 'entry publish', id: entry })
  return visitor
}

withRunningService(
  'who is erased by an owner is named nowhere any more, and what they did stays',
  async it => {
    const { db } = it.service
    const ada = await aMember(it, 'ada@example.com', 'owner')
    const visitor = await zora(it)
    const id = await personId(visitor)
    const removed = await decide(ada, pathOf(it), { action: 'member remove', id })
    assert.deepEqual(removed.json, { userId: id, erased: true })
    assert.equal((await visitor.get('/app/api/me')).status, 401)
    const left = await rowsNaming(db.read, 'zora')
    assert.deepEqual(
      left.map(row => row.split(' ')[0]),
      ['mail_suppression'],
      'an address that must get no mail, whoever asks for it',
    )
    const { activity } = (await ada.get(`${pathOf(it)}/activity`)).json
    const names = new Set(activity.map((item: { actorName: string | null }) => item.actorName))
    assert.ok(names.has('A former member'))
    const { n } = await db.read
      .selectFrom('activity')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('actor', '=', id)
      .executeTakeFirstOrThrow()
    assert.ok(Number(n) > 1)
    await decide(ada, pathOf(it), { action: 'invitation send', email: ZORA, role: 'viewer' })
  },
)

withRunningService('the operator erases a person from all accounts, by the address alone', async it => {
  const { db } = it.service
  await aMember(it, 'ada@example.com', 'owner')
  const visitor = await zora(it)
  const id = await personId(visitor)
  const other = await anAccount(it, 'Other')
  const { tables } = await db.write(async tx => {
    await tx
      .insertInto('membership')
      .values({ account_id: other.id, person_id: id, role: 'owner', created_at: 1 })
      .execute()
    return { tables: Object.keys((await personExport(tx, ZORA)).held) }
  })
  for (const table of ['person', 'credential', 'session', 'passkey', 'membership', 'oauth_grant', 'activity'])
    assert.ok(tables.includes(table), table)
  const [person] = (await personExport(db.read, ZORA)).held.person ?? []
  const { membership = [], activity = [] } = (await personExport(db.read, ZORA)).held
  for (const row of [...membership, ...activity])
    assert.ok(
      [it.account.publicId, other.publicId].includes(String(row.account_id)),
      'the id that commands take',
    )
  assert.match(String(person?.created_at), /^2026-03-02T/)
  assert.doesNotMatch(
    JSON.stringify(await personExport(db.read, ZORA)),
    /"(?:password|token|hash|public_key)"/,
  )
  const erase = () => db.write(tx => eraseUser(tx, testAction(it), ZORA))
  await assert.rejects(erase(), { code: 'conflict', message: /needs at least one owner/ })
  const bo = await aMember(it, 'bo@example.com', 'owner', other.id)
  assert.equal(await erase(), 2)
  assert.deepEqual(await rowsNaming(db.read, 'zora'), [])
  assert.deepEqual(Object.keys((await personExport(db.read, ZORA)).held), [])
  assert.equal((await bo.get('/app/api/me')).status, 200)
})

withRunningService('who is also in another account stays there, with their name', async it => {
  await aMember(it, 'ada@example.com', 'owner')
  const bo = await aMember(it, 'bo@example.com', 'writer')
  const other = await anAccount(it, 'Other')
  const id = await personId(bo)
  await it.service.db.write(tx =>
    tx
      .insertInto('membership')
      .values({ account_id: other.id, person_id: id, role: 'viewer', created_at: 1 })
      .execute(),
  )
  const left = await decide(bo, pathOf(it), { action: 'member remove', id })
  assert.deepEqual(left.json, { userId: id, erased: false })
  assert.deepEqual(
    (await bo.get('/app/api/me')).json.accounts.map((one: { name: string }) => one.name),
    ['Other'],
  )
})
