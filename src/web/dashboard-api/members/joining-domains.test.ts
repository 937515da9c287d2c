import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { invite } from '#accounts/invitations.ts'
import { createPerson } from '#accounts/people.ts'
import { putDomain } from '#auth/domains/domain.ts'
import { proveDomain } from '#auth/domains/proof.ts'
import { admit } from '#auth/oidc/admit.ts'
import { hashPassword } from '#auth/passwords.ts'
import { createSignInLink } from '#auth/sign-in-links.ts'
import { DAY_MS } from '#platform/clock.ts'
import { aDashboardClient, type DashboardClient, decide } from '#testing/dashboard-client.ts'
import {
  accountsOf,
  putDomain as addDomain,
  anAcme,
  aWorld,
  comes,
  domainsOf,
  EVE,
  logOf,
  pathOf,
  UNKNOWN,
} from '#testing/joining-domains.ts'
import { testAction } from '#testing/members.ts'
import { withProvider } from '#testing/oidc-sign-in.ts'
import { anOwner, PASSWORD } from '#testing/owners.ts'
import type { TestService } from '#testing/service.ts'

const PAID = {
  TIDINGS_STRIPE_SECRET_KEY: 'sk_test_1',
  TIDINGS_STRIPE_WEBHOOK_SECRET: 'whsec_1',
  TIDINGS_STRIPE_PRICE: 'price_1',
}

const remove = (it: TestService, who: DashboardClient, id: string) =>
  decide(who, pathOf(it, ''), { action: 'member remove', id })
const invited = (it: TestService, owner: DashboardClient, email: string, role: string) =>
  decide(owner, pathOf(it, ''), { action: 'invitation send', email, role })

const countPeople = async ({ service }: TestService) =>
  (await service.db.read.selectFrom('person').select('id').execute()).length

withProvider('whoever has an address of a proven domain joins by signing in', async (it, provider) => {
  const owner = await anOwner(it)
  const world = aWorld(it, owner)
  await world.claim('acme.example', 'writer')
  const [waiting] = await domainsOf(it, owner)
  assert.equal(waiting.state, 'waiting')
  assert.equal(waiting.record.name, '_tidings.acme.example')
  assert.match(waiting.record.value, /^tidings-join=[\w-]{22}$/)
  assert.equal((await comes(it, provider, EVE)).page, UNKNOWN, 'nothing is proven yet')

  assert.equal((await world.check('acme.example')).json.state, 'proven')
  const { visitor, page } = await comes(it, provider, EVE)
  assert.equal(page, '/')
  assert.deepEqual(await accountsOf(visitor), ['Acme writer'])
  const again = await comes(it, provider, EVE)
  assert.deepEqual(await accountsOf(again.visitor), ['Acme writer'])
  const log = await logOf(it, owner)
  for (const action of ['domain added', 'domain proven', 'member added'])
    assert.equal(log.filter(one => one === action).length, action === 'member added' ? 2 : 1, action)
})

withProvider(
  'only a verified address of exactly that domain joins',
  async (it, provider) => {
    const { owner, world } = await anAcme(it)
    const unverified = await comes(it, provider, { ...EVE, email_verified: false })
    assert.equal(unverified.page, '/sign-in?error=oidc_unverified')
    const lookalikes = [
      'eve@mail.acme.example',
      'eve@acme.example.evil.test',
      'eve@evilacme.example',
      'eve@acme.exampleevil.test',
      'eve@аcme.example', // The first letter is Cyrillic.
      'acme.example@evil.test',
    ]
    for (const [n, email] of lookalikes.entries())
      assert.equal((await comes(it, provider, { ...EVE, sub: `look-${n}`, email })).page, UNKNOWN, email)
    for (const email of ['eve@acme.example@evil.test', 'eve@evil.test@acme.example', 'acme.example'])
      assert.match((await comes(it, provider, { ...EVE, sub: email, email })).page, /error=oidc_un/, email)
    assert.equal(await countPeople(it), 1)

    const loud = await comes(it, provider, { ...EVE, email: 'EVE@Acme.Example' })
    assert.deepEqual(await accountsOf(loud.visitor), ['Acme writer'])
    await world.claim('xn--bcher-kva.example')
    await world.check('xn--bcher-kva.example')
    const reader = await comes(it, provider, { ...EVE, sub: '4', email: 'bo@BÜCHER.example' })
    assert.deepEqual(await accountsOf(reader.visitor), ['Acme viewer'])
    assert.equal((await addDomain(it, owner, '@Bücher.example', 'writer')).status, 200)
    assert.equal((await domainsOf(it, owner)).length, 2, 'the same domain in another spelling')
  },
  { addressInToken: true },
)

withProvider('no other way to sign in joins', async (it, provider) => {
  await anAcme(it)
  const { db, ids } = it.service
  const passwordHash = await hashPassword(PASSWORD)
  const secret = await db.write(async tx => {
    await createPerson(tx, it.clock, ids, { name: 'Eve', email: EVE.email, passwordHash })
    return createSignInLink(tx, { clock: { now: () => Date.now() } }, EVE.email, 5)
  })
  const visitor = aDashboardClient(it)
  assert.equal((await visitor.post('/app/api/sign-in/link', { secret })).status, 200)
  assert.deepEqual(await accountsOf(visitor), [])
  const tried = { email: EVE.email, password: PASSWORD }
  const other = aDashboardClient(it)
  assert.equal((await other.post('/app/auth/sign-in/email', tried)).status, 200)
  assert.deepEqual(await accountsOf(other), [])
  const { visitor: eve } = await comes(it, provider, EVE)
  assert.deepEqual(await accountsOf(eve), ['Acme writer'], 'the same person, with the provider')
})

withProvider('who was removed or left does not come back by the domain', async (it, provider) => {
  const { owner } = await anAcme(it)
  const { visitor } = await comes(it, provider, EVE)
  const { json } = await visitor.get('/app/api/me')
  await remove(it, owner, json.person.id)
  assert.equal((await comes(it, provider, EVE)).page, UNKNOWN)
  const bo = { ...EVE, sub: '4', email: 'bo@acme.example' }
  const { visitor: leaver } = await comes(it, provider, bo)
  const { person } = (await leaver.get('/app/api/me')).json
  assert.equal((await remove(it, leaver, person.id)).status, 200)
  assert.equal((await comes(it, provider, bo)).page, UNKNOWN)

  await invited(it, owner, EVE.email, 'viewer')
  const { visitor: invitee } = await comes(it, provider, EVE)
  assert.deepEqual(await accountsOf(invitee), ['Acme viewer'], 'an invitation brings them back')
})

withProvider('an open invitation gives its role, and one that has expired does not', async (it, provider) => {
  const { owner } = await anAcme(it)
  const bo = { ...EVE, sub: '4', email: 'bo@acme.example' }
  for (const { email } of [EVE, bo]) await invited(it, owner, email, 'publisher')
  assert.deepEqual(await accountsOf((await comes(it, provider, EVE)).visitor), ['Acme publisher'])
  it.clock.advance(8 * DAY_MS)
  await it.service.db.write(tx =>
    tx.updateTable('joining_domain').set({ confirmed_at: it.clock.now() }).execute(),
  )
  assert.deepEqual(await accountsOf((await comes(it, provider, bo)).visitor), ['Acme writer'])
  assert.deepEqual((await owner.get(pathOf(it, 'members'))).json.invitations, [])
})

withProvider(
  'a member of another account joins too, by their invitation if there is one',
  async (it, provider) => {
    const { owner, world } = await anAcme(it)
    const { db, ids } = it.service
    const other = await db.write(tx => createAccount(tx, it.clock, ids, { name: 'Other' }))
    const action = { clock: it.clock, ids, actor: 'test' }
    const { record } = await db.write(tx =>
      putDomain(tx, action, other.id, { domain: 'other.example', role: 'viewer' }),
    )
    world.records.set(record.name, [record.value])
    await proveDomain(db, { ...action, txtRecords: it.parts.dashboard.txtRecords }, other.id, 'other.example')
    const first = await comes(it, provider, { ...EVE, email: 'eve@other.example' })
    assert.deepEqual(await accountsOf(first.visitor), ['Other viewer'])
    await invited(it, owner, EVE.email, 'publisher')
    const moved = await comes(it, provider, EVE)
    assert.deepEqual(await accountsOf(moved.visitor), ['Acme publisher', 'Other viewer'])
    assert.equal(
      (await db.read.selectFrom('ticket').where('purpose', '=', 'invitation').selectAll().execute()).length,
      0,
    )
  },
)

withProvider(
  'who has no seat in the plan is told so, and the owner sees it',
  async (it, provider) => {
    const { owner } = await anAcme(it)
    for (const name of ['bo', 'cy']) {
      const { page } = await comes(it, provider, { ...EVE, sub: name, email: `${name}@acme.example` })
      assert.equal(page, '/')
    }
    for (const _ of [1, 2]) {
      const { visitor, page } = await comes(it, provider, EVE)
      assert.equal(page, '/sign-in?error=oidc_full')
      assert.equal((await visitor.get('/app/api/me')).status, 401)
    }
    assert.equal(await countPeople(it), 3)
    const [domain] = await domainsOf(it, owner)
    assert.deepEqual(domain.turnedAway, { email: EVE.email, at: it.clock.now() })
    const log = await logOf(it, owner)
    assert.equal(log.filter(action => action === 'member turned away').length, 1)

    const { db, ids } = it.service
    await db.write(async tx => {
      const { id } = await createAccount(tx, it.clock, ids, { name: 'Own' })
      await invite(tx, testAction(it), 'none', id, { email: EVE.email, role: 'viewer', byMail: true })
    })
    const elsewhere = await comes(it, provider, EVE)
    assert.equal(elsewhere.page, '/no-seat?next=%2F')
    assert.deepEqual(await accountsOf(elsewhere.visitor), ['Own viewer'])

    const members = (await owner.get(pathOf(it, 'members'))).json.members
    const bo = members.find(({ email }: { email: string }) => email === 'bo@acme.example')
    await remove(it, owner, bo.id)
    const seated = await comes(it, provider, EVE)
    assert.equal(seated.page, '/')
    assert.deepEqual(await accountsOf(seated.visitor), ['Acme writer', 'Own viewer'])
    assert.equal((await domainsOf(it, owner))[0].turnedAway, null)
  },
  { env: PAID },
)

withProvider(
  'the last seat is taken once',
  async (it, provider) => {
    await anAcme(it)
    await comes(it, provider, { ...EVE, sub: 'bo', email: 'bo@acme.example' })
    const { db, clock, ids } = it.service
    const action = { clock, ids, actor: 'sign-in' }
    const outcomes = await Promise.all(
      ['cy', 'di'].map(name => {
        const said = { subject: name, email: `${name}@acme.example`, isProven: true, name }
        return db.write(tx => admit(tx, action, 'paid', { issuer: provider.issuer, ...said }))
      }),
    )
    assert.equal(outcomes.filter(outcome => outcome === 'full').length, 1)
    const members = await db.read.selectFrom('membership').select('person_id').execute()
    assert.equal(members.length, 3)
  },
  { env: PAID },
)
