import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { addMember } from '#accounts/members.ts'
import {
  aDashboardClient,
  type DashboardClient,
  decide,
  printedLinkSecret,
} from '#testing/dashboard-client.ts'
import { aMember, personId, testAction } from '#testing/members.ts'
import { anOwner, PASSWORD } from '#testing/owners.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const DAY = 86_400_000
const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}`
const membersPath = (it: TestService) => `${pathOf(it)}/members`
const inviting = (it: TestService, owner: DashboardClient, email: string, role = 'viewer') =>
  decide(owner, pathOf(it), { action: 'invitation send', email, role })

withRunningService(
  'an invitation makes a new person a member, once, with the address it was sent to',
  async it => {
    const owner = await anOwner(it)
    assert.equal((await inviting(it, owner, 'not an address')).status, 400)
    const sent = await inviting(it, owner, 'Bo@Example.com', 'writer')
    const { email, problem, link } = sent.json
    assert.deepEqual([email, problem], ['bo@example.com', null])
    assert.match(link, /\/app\/invitation#[\w-]+$/)
    const secret = await printedLinkSecret(it, 'invitation')
    assert.doesNotMatch(JSON.stringify((await owner.get(membersPath(it))).json), new RegExp(secret))
    const stranger = await aMember(it, 'eve@example.com', null)
    const taken = await stranger.post('/app/api/invitation/accept', { secret })
    assert.deepEqual([taken.status, taken.json.title], [403, 'Not permitted'])
    const bo = aDashboardClient(it)
    const looked = await bo.post('/app/api/invitation/look', { secret })
    assert.deepEqual(looked.json, {
      account: 'Acme',
      from: 'Ada',
      role: 'writer',
      email: 'bo@example.com',
      isKnown: false,
      signedInAs: null,
    })
    const both = await Promise.all(
      [bo, aDashboardClient(it)].map(one => one.post('/app/api/invitation/accept', { secret, name: 'Bo' })),
    )
    assert.deepEqual(both.filter(one => one.status === 200).length, 1)
    assert.equal((await bo.post('/app/api/invitation/look', { secret })).status, 404)
    const { members, invitations: waiting } = (await owner.get(membersPath(it))).json
    assert.deepEqual(
      members.map((one: { email: string; role: string }) => `${one.email} ${one.role}`).toSorted(),
      ['ada@example.com owner', 'bo@example.com writer'],
    )
    assert.deepEqual(waiting, [])
  },
)

withRunningService('a person with a sign-in joins another account as themselves', async it => {
  const owner = await anOwner(it)
  const bo = await aMember(it, 'bo@example.com', null)
  await inviting(it, owner, 'bo@example.com')
  const secret = await printedLinkSecret(it, 'invitation')
  const finder = await aDashboardClient(it).post('/app/api/invitation/accept', {
    secret,
    name: 'Bo',
    password: PASSWORD,
  })
  assert.equal(finder.status, 401)
  assert.equal((await bo.post('/app/api/invitation/accept', { secret })).status, 200)
  assert.equal((await bo.get(membersPath(it))).status, 200)
})

withRunningService('an expired, revoked or replaced invitation does not work', async it => {
  const owner = await anOwner(it)
  const invite = async () => {
    it.printed.length = 0
    assert.equal((await inviting(it, owner, 'bo@example.com')).status, 200)
    return printedLinkSecret(it, 'invitation')
  }
  const opens = async (secret: string) =>
    (await aDashboardClient(it).post('/app/api/invitation/accept', { secret, name: 'Bo' })).status
  const first = await invite()
  const second = await invite()
  assert.equal(await opens(first), 404)
  const { invitations: waiting } = (await owner.get(membersPath(it))).json
  assert.equal(waiting.length, 1)
  await decide(owner, pathOf(it), { action: 'invitation withdraw', id: waiting[0].id })
  assert.equal(await opens(second), 404)
  const third = await invite()
  it.clock.advance(7 * DAY)
  assert.equal(await opens(third), 404)
  assert.equal((await it.service.db.read.selectFrom('person').select('id').execute()).length, 1)
})

withRunningService('only owners see who is invited', async it => {
  const owner = await anOwner(it)
  await inviting(it, owner, 'x@example.com')
  const seenBy = async (who: DashboardClient) => (await who.get(membersPath(it))).json.invitations.length
  const publisher = await aMember(it, 'publisher@example.com', 'publisher')
  assert.deepEqual([await seenBy(owner), await seenBy(publisher)], [1, 0])
  const outsider = await aMember(it, 'out@example.com', null)
  const nowhere = await owner.get(membersPath(it).replace(it.account.publicId, it.service.ids.next()))
  assert.deepEqual(nowhere.json, (await outsider.get(membersPath(it))).json)
})

withRunningService('owners create and revoke tokens for the highlights', async it => {
  const owner = await anOwner(it)
  const path = membersPath(it).replace('members', 'tokens')
  const create = membersPath(it).replace('members', 'actions/token.create')
  const revoke = membersPath(it).replace('members', 'actions/token.revoke')
  const input = { name: 'Sales', for: 'api', expiresInDays: 30 }
  const made = await owner.post(create, input)
  const ask = () => it.ask('/api/v1/highlights', { headers: { Authorization: `Bearer ${made.json.text}` } })
  assert.equal((await ask()).status, 200)
  const { id, name, prefix, expiresAt } = made.json.token
  const [listed, ...others] = (await owner.get(path)).json.tokens
  const { lastUsedAt } = listed
  assert.deepEqual(listed, { id, name, audience: 'api', prefix, state: 'active', lastUsedAt, expiresAt })
  assert.deepEqual(others, [])
  assert.doesNotMatch(JSON.stringify(listed), new RegExp(made.json.text))
  const publisher = await aMember(it, 'bo@example.com', 'publisher')
  for (const asked of [publisher.get(path), publisher.post(create, input), publisher.post(revoke, { id })])
    assert.equal((await asked).status, 403)
  assert.equal((await owner.post(create, { ...input, expiresInDays: 0 })).status, 400)
  assert.equal((await owner.post(revoke, { id })).status, 200)
  assert.equal((await ask()).status, 401)
})

withRunningService('a lowered or removed role takes effect with the next request', async it => {
  const owner = await anOwner(it)
  const path = membersPath(it)
  const bo = await aMember(it, 'bo@example.com', 'owner')
  const [id, ownId] = [await personId(bo), await personId(owner)]
  const by = (who: DashboardClient, input: { action: string; id: string; role?: string }) =>
    decide(who, pathOf(it), input)
  assert.equal((await by(owner, { action: 'member role', id, role: 'publisher' })).status, 200)
  assert.equal((await by(bo, { action: 'member role', id: ownId, role: 'viewer' })).status, 403)
  assert.equal((await by(bo, { action: 'member remove', id: ownId })).status, 403)
  assert.equal((await by(owner, { action: 'member remove', id })).status, 200)
  for (const asked of [path, '/app/api/me']) assert.equal((await bo.get(asked)).status, 401)
  const told = await it.service.db.read.selectFrom('activity').select('action').orderBy('at').execute()
  const actions: unknown[] = told.map(line => line.action)
  for (const action of ['member added', 'role changed', 'member removed']) assert.ok(actions.includes(action))
})

withRunningService('an account never loses its last owner, even if two leave at once', async it => {
  const owner = await anOwner(it)
  const leave = { action: 'member remove', id: await personId(owner) }
  assert.equal(
    (await decide(owner, pathOf(it), { ...leave, action: 'member role', role: 'writer' })).status,
    409,
  )
  assert.equal((await decide(owner, pathOf(it), leave)).status, 409)
  const bo = await aMember(it, 'bo@example.com', 'owner')
  const lower = { action: 'member role', id: await personId(bo), role: 'viewer' }
  const both = await Promise.all([decide(owner, pathOf(it), leave), decide(bo, pathOf(it), lower)])
  assert.deepEqual(both.map(answer => answer.status).toSorted(), [200, 409])
  const owners = await it.service.db.read
    .selectFrom('membership')
    .select('person_id')
    .where('role', '=', 'owner')
    .execute()
  assert.equal(owners.length, 1)
})

withRunningService('a member of several accounts returns to the one used last', async it => {
  const owner = await anOwner(it)
  const { db, ids } = it.service
  const other = await db.write(async tx => {
    const account = await createAccount(tx, it.clock, ids, { name: 'Other' })
    const [person] = await tx.selectFrom('person').select('id').execute()
    if (person) await addMember(tx, testAction(it), account.id, person, 'viewer')
    return account
  })
  it.clock.advance(1)
  assert.equal((await owner.post(`/app/api/accounts/${other.publicId}/open`)).status, 200)
  assert.equal((await owner.get('/app/api/me')).json.current, other.publicId)
  it.clock.advance(1)
  await owner.post(`/app/api/accounts/${it.account.publicId}/open`)
  assert.equal((await owner.get('/app/api/me')).json.current, it.account.publicId)
})

withRunningService('invitations are limited per address and per account', async it => {
  const owner = await anOwner(it)
  const bo = await aMember(it, 'bo@example.com', 'owner')
  const invite = async (email: string, by = owner) => (await inviting(it, by, email)).status
  for (let n = 0; n < 10; n++) assert.equal(await invite('ada@example.com'), 409, 'a member already')
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push(await invite('Cy@Example.com', n % 2 === 0 ? owner : bo))
  assert.deepEqual(statuses, [...Array(5).fill(200), 429])
  let sent = 5
  while ((await invite(`d${sent}@example.com`)) === 200) sent++
  assert.equal(sent, 50)
  it.clock.advance(DAY / 6)
  assert.equal(await invite('cy@example.com'), 200)
  assert.equal(await invite('cy@example.com'), 429)
})

withRunningService('an invitation that is sent again has a new link, and the old one ends', async it => {
  const owner = await anOwner(it)
  const first = await inviting(it, owner, 'bo@example.com', 'writer')
  const resend = { action: 'invitation resend', id: first.json.id }
  const again = await decide(owner, pathOf(it), resend)
  const lookAt = (link: string) =>
    aDashboardClient(it).post('/app/api/invitation/look', { secret: link.split('#')[1] })
  assert.equal((await lookAt(first.json.link)).status, 404)
  assert.equal((await lookAt(again.json.link)).json.role, 'writer')
  assert.equal((await decide(owner, pathOf(it), resend)).status, 404)
})
