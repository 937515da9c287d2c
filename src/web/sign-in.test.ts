import assert from 'node:assert/strict'
import { createSignInLink } from '#access/sign-in-link.ts'
import { createAccount } from '#accounts/account.ts'
import { addMember } from '#accounts/members.ts'
import { offerSetUp } from '#accounts/set-up.ts'
import { aMember, idOf, keeperOf } from '#testing/members.ts'
import { type TestedService, withRunningService } from '#testing/service.ts'
import { aVisitor, printedSecret, type Visitor } from '#testing/visitor.ts'

const PASSWORD = 'correct horse battery'
const DAY = 86_400_000

async function offer(it: TestedService): Promise<string> {
  const secret = await offerSetUp(it.service.db, it.clock)
  assert.ok(secret)
  return secret
}

const ownerWith = (secret: string, more: object = {}) => ({
  secret,
  name: 'Ada',
  email: 'ada@example.com',
  password: PASSWORD,
  accountName: '',
  ...more,
})

/** A visitor who set themselves up as the first owner. */
async function anOwner(it: TestedService): Promise<Visitor> {
  const visitor = aVisitor(it)
  const { status } = await visitor.post('/app/api/set-up', ownerWith(await offer(it)))
  assert.equal(status, 200)
  return visitor
}

const membersPath = (it: TestedService) => `/app/api/accounts/${it.account.publicId}/members`

withRunningService(
  'the set-up link makes the first owner, once, of every account that is there',
  async it => {
    const secret = await offer(it)
    const visitor = aVisitor(it)
    const looked = await visitor.post('/app/api/set-up/look', { secret })
    assert.deepEqual(looked.json, { accounts: ['Acme'] })
    assert.equal(
      (await visitor.post('/app/api/set-up', ownerWith(secret, { password: 'short' }))).status,
      400,
    )
    const done = await visitor.post('/app/api/set-up', ownerWith(secret))
    assert.equal(done.status, 200)
    assert.match(done.cookies.join(), /^tidings\.session_token=[^;]+;.*HttpOnly.*SameSite=Lax/i)
    const { json } = await visitor.get('/app/api/me')
    assert.equal(json.person.email, 'ada@example.com')
    assert.deepEqual(json.accounts, [{ id: it.account.publicId, name: 'Acme', role: 'owner' }])
    const again = await aVisitor(it).post('/app/api/set-up', ownerWith(secret, { email: 'eve@example.com' }))
    assert.equal(again.status, 404)
    assert.equal(await offerSetUp(it.service.db, it.clock), null)
    const stored = await it.service.db.read.selectFrom('set_up_link').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(secret))
  },
)

withRunningService('of two who set themselves up at once, one is the owner', async it => {
  const secrets = [await offer(it), await offer(it)]
  const answers = await Promise.all(
    secrets.map((secret, n) =>
      aVisitor(it).post('/app/api/set-up', ownerWith(secret, { email: `n${n}@example.com` })),
    ),
  )
  assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 404])
  const people = await it.service.db.read.selectFrom('person').select('email').execute()
  assert.equal(people.length, 1)
  assert.equal((await it.service.db.read.selectFrom('membership').selectAll().execute()).length, 1)
})

withRunningService('a set-up link is of no use after a day', async it => {
  const secret = await offer(it)
  it.clock.advance(DAY)
  assert.equal((await aVisitor(it).post('/app/api/set-up', ownerWith(secret))).status, 404)
})

withRunningService('a password lets in, and nobody can sign up or reach what is closed', async it => {
  await anOwner(it)
  const visitor = aVisitor(it)
  const tried = { email: 'Ada@Example.com', password: PASSWORD }
  const wrong = await visitor.post('/app/auth/sign-in/email', { ...tried, password: 'not this one' })
  assert.deepEqual([wrong.status, wrong.json.title], [401, 'Not signed in'])
  const unknown = await visitor.post('/app/auth/sign-in/email', { ...tried, email: 'eve@example.com' })
  assert.deepEqual(unknown.json, wrong.json)
  assert.equal((await visitor.post('/app/auth/sign-in/email', tried)).status, 200)
  assert.equal((await visitor.get('/app/api/me')).json.person.name, 'Ada')
  const newcomer = { name: 'Eve', email: 'eve@example.com', password: PASSWORD }
  for (const path of ['sign-up/email', 'begin', 'update-user', 'delete-user', 'list-sessions', 'nothing']) {
    assert.equal((await visitor.post(`/app/auth/${path}`, newcomer)).status, 404, path)
  }
  assert.equal((await visitor.get('/app/auth/magic-link/verify?token=x')).status, 404)
  assert.equal((await visitor.get('/app/auth/get-session')).status, 404)
  const people = await it.service.db.read.selectFrom('person').select('email').execute()
  assert.deepEqual(
    people.map(one => one.email),
    ['ada@example.com'],
  )
  await visitor.post('/app/auth/sign-out')
  assert.equal((await visitor.get('/app/api/me')).status, 401)
})

withRunningService('a link by mail lets in once, and a stranger gets none', async it => {
  await anOwner(it)
  const asker = aVisitor(it)
  const ask = (email: string) => asker.post('/app/auth/sign-in/magic-link', { email })
  const forStranger = await ask('eve@example.com')
  const forAda = await ask('ADA@example.com')
  assert.deepEqual([forStranger.status, forStranger.json], [forAda.status, forAda.json])
  const secret = await printedSecret(it, 'sign-in/link')
  assert.doesNotMatch(it.printed.join(''), /eve@example/)
  const stored = await it.service.db.read.selectFrom('verification').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(secret))
  const [first, second] = await Promise.all(
    [1, 2].map(() => aVisitor(it).post('/app/api/sign-in/link', { secret })),
  )
  assert.deepEqual([first?.status, second?.status].toSorted(), [200, 404])
  assert.equal((await aVisitor(it).post('/app/api/sign-in/link', { secret })).status, 404)
  assert.doesNotMatch(it.logged.join(''), new RegExp(secret))
})

withRunningService('a link that is too old lets nobody in', async it => {
  await anOwner(it)
  const past = { clock: { now: () => Date.now() - 6 * 60_000 }, ids: it.service.ids }
  const secret = await it.service.db.write(tx => createSignInLink(tx, past, 'ada@example.com', 5))
  assert.equal((await aVisitor(it).post('/app/api/sign-in/link', { secret })).status, 404)
})

withRunningService(
  'whoever made an account for an address they never proved is out once its owner comes',
  async it => {
    const squatter = await anOwner(it)
    await it.service.db.write(tx => tx.updateTable('person').set({ email_verified: 0 }).execute())
    const link = { clock: { now: () => Date.now() }, ids: it.service.ids }
    const secret = await it.service.db.write(tx => createSignInLink(tx, link, 'ada@example.com', 5))
    const rightful = aVisitor(it)
    assert.equal((await rightful.post('/app/api/sign-in/link', { secret })).status, 200)
    assert.equal((await rightful.get('/app/api/me')).status, 200)
    assert.equal((await squatter.get('/app/api/me')).status, 401)
    const tried = { email: 'ada@example.com', password: PASSWORD }
    assert.equal((await squatter.post('/app/auth/sign-in/email', tried)).status, 401)
  },
)

withRunningService(
  'guessing a password ends after ten tries a minute, wherever the guesser says to be',
  async it => {
    await anOwner(it)
    const tried = { email: 'ada@example.com', password: 'a wrong password' }
    const statuses = []
    for (let n = 0; n < 12; n++) {
      const spoofed = { 'X-Forwarded-For': `203.0.113.${n}`, 'X-Tidings-Client': `203.0.113.${n}` }
      statuses.push((await aVisitor(it).post('/app/auth/sign-in/email', tried, spoofed)).status)
    }
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429])
    const refused = await aVisitor(it).post('/app/auth/sign-in/email', { ...tried, password: PASSWORD })
    assert.equal(refused.json.title, 'Too many requests')
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
  },
)

withRunningService('changes come from our own pages alone, and need a session', async it => {
  const owner = await anOwner(it)
  const path = membersPath(it)
  for (const origin of ['https://evil.example', 'null', '', `${it.service.baseUrl}.evil.example`]) {
    const headers = { Origin: origin }
    const invitation = { email: 'eve@example.com', role: 'owner' }
    const attempts = [
      owner.post(path.replace('members', 'invitations'), invitation, headers),
      owner.post('/app/api/me/sign-out-everywhere', {}, headers),
      owner.post('/app/auth/sign-out', {}, headers),
      owner.post('/app/auth/sign-in/magic-link', { email: 'ada@example.com' }, headers),
      owner.post('/app/api/sign-in/link', { secret: 'x' }, headers),
    ]
    for (const attempt of attempts) assert.equal((await attempt).status, 403, origin)
  }
  const nobody = aVisitor(it)
  for (const asked of [
    nobody.get(path),
    nobody.get('/app/api/me'),
    nobody.post('/app/api/me/sign-out-everywhere'),
  ]) {
    assert.equal((await asked).status, 401)
  }
  const forged = aVisitor(it, `${owner.cookie().slice(0, -6)}AAAA%3D`)
  assert.equal((await forged.get('/app/api/me')).status, 401)
  assert.equal((await owner.get('/app/api/me')).headers['cache-control'], 'no-store')
})

withRunningService('signing out everywhere ends each session at once', async it => {
  const first = await anOwner(it)
  const second = aVisitor(it)
  await second.post('/app/auth/sign-in/email', { email: 'ada@example.com', password: PASSWORD })
  assert.equal((await second.get('/app/api/me')).status, 200)
  await first.post('/app/api/me/sign-out-everywhere')
  assert.deepEqual(
    [(await first.get('/app/api/me')).status, (await second.get('/app/api/me')).status],
    [401, 401],
  )
})

withRunningService('an invitation makes a newcomer a member, once, with the address it went to', async it => {
  const owner = await anOwner(it)
  const invitations = membersPath(it).replace('members', 'invitations')
  assert.equal((await owner.post(invitations, { email: 'not an address', role: 'writer' })).status, 400)
  assert.equal((await owner.post(invitations, { email: 'bo@example.com', role: 'king' })).status, 400)
  const sent = await owner.post(invitations, { email: 'Bo@Example.com', role: 'writer' })
  assert.deepEqual(sent.json, { email: 'bo@example.com', problem: null })
  const secret = await printedSecret(it, 'invitation')
  assert.doesNotMatch(JSON.stringify((await owner.get(membersPath(it))).json), new RegExp(secret))
  const stranger = await aMember(it, 'eve@example.com', null)
  const taken = await stranger.post('/app/api/invitation/accept', { secret })
  assert.deepEqual([taken.status, taken.json.title], [403, 'Not permitted'])
  const bo = aVisitor(it)
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
    [bo, aVisitor(it)].map(one => one.post('/app/api/invitation/accept', { secret, name: 'Bo' })),
  )
  assert.deepEqual(both.filter(one => one.status === 200).length, 1)
  assert.equal((await bo.post('/app/api/invitation/look', { secret })).status, 404)
  const { members, invitations: waiting } = (await owner.get(membersPath(it))).json
  assert.deepEqual(
    members.map((one: { email: string; role: string }) => `${one.email} ${one.role}`).toSorted(),
    ['ada@example.com owner', 'bo@example.com writer'],
  )
  assert.deepEqual(waiting, [])
})

withRunningService('somebody who can sign in joins another account as who they are', async it => {
  const owner = await anOwner(it)
  const bo = await aMember(it, 'bo@example.com', null)
  await owner.post(membersPath(it).replace('members', 'invitations'), {
    email: 'bo@example.com',
    role: 'viewer',
  })
  const secret = await printedSecret(it, 'invitation')
  const finder = await aVisitor(it).post('/app/api/invitation/accept', {
    secret,
    name: 'Bo',
    password: PASSWORD,
  })
  assert.equal(finder.status, 401)
  assert.equal((await bo.post('/app/api/invitation/accept', { secret })).status, 200)
  assert.equal((await bo.get(membersPath(it))).status, 200)
})

withRunningService('an invitation that is too old, was taken back or sent again opens nothing', async it => {
  const owner = await anOwner(it)
  const invitations = membersPath(it).replace('members', 'invitations')
  const invite = async () => {
    it.printed.length = 0
    assert.equal((await owner.post(invitations, { email: 'bo@example.com', role: 'viewer' })).status, 200)
    return printedSecret(it, 'invitation')
  }
  const opens = async (secret: string) =>
    (await aVisitor(it).post('/app/api/invitation/accept', { secret, name: 'Bo' })).status
  const first = await invite()
  const second = await invite()
  assert.equal(await opens(first), 404)
  const { invitations: waiting } = (await owner.get(membersPath(it))).json
  assert.equal(waiting.length, 1)
  await owner.send('DELETE', `${invitations}/${waiting[0].id}`)
  assert.equal(await opens(second), 404)
  const third = await invite()
  it.clock.advance(7 * DAY)
  assert.equal(await opens(third), 404)
  assert.equal((await it.service.db.read.selectFrom('person').select('id').execute()).length, 1)
})

withRunningService('each role may do what it may, and no more', async it => {
  const owner = await anOwner(it)
  const ownerId = await idOf(owner)
  const path = membersPath(it)
  const changes = (visitor: Visitor) => [
    visitor.post(path.replace('members', 'invitations'), { email: 'x@example.com', role: 'viewer' }),
    visitor.send('DELETE', `${path.replace('members', 'invitations')}/${it.service.ids.next()}`),
    visitor.send('PATCH', `${path}/${ownerId}`, { role: 'viewer' }),
    visitor.send('DELETE', `${path}/${ownerId}`),
  ]
  for (const role of ['viewer', 'writer', 'publisher'] as const) {
    const member = await aMember(it, `${role}@example.com`, role)
    const seen = await member.get(path)
    assert.deepEqual([seen.status, seen.json.invitations], [200, []])
    for (const change of changes(member)) assert.equal((await change).status, 403, role)
  }
  const outsider = await aMember(it, 'out@example.com', null)
  assert.equal((await outsider.get(path)).status, 404)
  for (const change of changes(outsider)) assert.equal((await change).status, 404)
  const nowhere = await owner.get(path.replace(it.account.publicId, it.service.ids.next()))
  assert.deepEqual(nowhere.json, (await outsider.get(path)).json)
})

withRunningService('owners make and revoke tokens, which open the highlights until then', async it => {
  const owner = await anOwner(it)
  const path = membersPath(it).replace('members', 'tokens')
  const wish = { name: 'Sales', audience: 'api', days: 30 }
  const made = await owner.post(path, wish)
  const ask = () => it.ask('/api/v1/highlights', { headers: { Authorization: `Bearer ${made.json.text}` } })
  assert.equal((await ask()).status, 200)
  const listed = await owner.get(path)
  assert.deepEqual(listed.json.tokens, [{ ...made.json.token, lastUsedAt: listed.json.tokens[0].lastUsedAt }])
  assert.doesNotMatch(JSON.stringify(listed.json), new RegExp(made.json.text))
  const publisher = await aMember(it, 'bo@example.com', 'publisher')
  for (const asked of [publisher.get(path), publisher.post(path, wish)])
    assert.equal((await asked).status, 403)
  const own = `${path}/${made.json.token.id}`
  assert.equal((await publisher.send('DELETE', own)).status, 403)
  assert.equal((await owner.post(path, { ...wish, days: 0 })).status, 400)
  assert.equal((await owner.send('DELETE', own)).status, 200)
  assert.equal((await ask()).status, 401)
})

withRunningService('a role that is lowered or taken ends with the next request', async it => {
  const owner = await anOwner(it)
  const path = membersPath(it)
  const bo = await aMember(it, 'bo@example.com', 'owner')
  const boPath = `${path}/${await idOf(bo)}`
  assert.equal((await owner.send('PATCH', boPath, { role: 'publisher' })).status, 200)
  assert.equal((await bo.send('PATCH', `${path}/${await idOf(owner)}`, { role: 'viewer' })).status, 403)
  assert.equal((await owner.send('DELETE', boPath)).status, 200)
  assert.equal((await bo.get(path)).status, 404)
  assert.deepEqual((await bo.get('/app/api/me')).json.accounts, [])
  const told = await it.service.db.read.selectFrom('activity').select('action').orderBy('at').execute()
  const actions = told.map(line => line.action)
  for (const action of ['member added', 'role changed', 'member removed']) assert.ok(actions.includes(action))
})

withRunningService('an account never loses its last owner, also when two go at once', async it => {
  const owner = await anOwner(it)
  const path = membersPath(it)
  const own = `${path}/${await idOf(owner)}`
  assert.equal((await owner.send('PATCH', own, { role: 'writer' })).status, 409)
  assert.equal((await owner.send('DELETE', own)).status, 409)
  const bo = await aMember(it, 'bo@example.com', 'owner')
  const both = await Promise.all([
    owner.send('DELETE', own),
    bo.send('PATCH', `${path}/${await idOf(bo)}`, { role: 'viewer' }),
  ])
  assert.deepEqual(both.map(answer => answer.status).toSorted(), [200, 409])
  const owners = await it.service.db.read
    .selectFrom('membership')
    .select('person_id')
    .where('role', '=', 'owner')
    .execute()
  assert.equal(owners.length, 1)
})

withRunningService(
  'somebody in several accounts finds themselves in the one they last turned to',
  async it => {
    const owner = await anOwner(it)
    const { db, ids } = it.service
    const other = await db.write(async tx => {
      const account = await createAccount(tx, it.clock, ids, { name: 'Other' })
      const [person] = await tx.selectFrom('person').select('id').execute()
      if (person) await addMember(tx, keeperOf(it), account.id, person, 'viewer')
      return account
    })
    it.clock.advance(1)
    assert.equal((await owner.post(`/app/api/accounts/${other.publicId}/open`)).status, 200)
    assert.equal((await owner.get('/app/api/me')).json.current, other.publicId)
    it.clock.advance(1)
    await owner.post(`/app/api/accounts/${it.account.publicId}/open`)
    assert.equal((await owner.get('/app/api/me')).json.current, it.account.publicId)
  },
)

withRunningService(
  'where the public address is https and has a path, cookies are for https and that path alone',
  async it => {
    const visitor = aVisitor(it)
    const { cookies } = await visitor.post('/app/api/set-up', ownerWith(await offer(it)))
    assert.match(cookies.join(), /^__Secure-tidings\.session_token=.*Path=\/log;.*Secure/i)
    assert.equal((await visitor.get('/app/api/me')).status, 200)
    const tried = { email: 'ada@example.com', password: PASSWORD }
    assert.equal((await aVisitor(it).post('/app/auth/sign-in/email', tried)).status, 200)
  },
  { TIDINGS_BASE_URL: 'https://example.com/log' },
)
