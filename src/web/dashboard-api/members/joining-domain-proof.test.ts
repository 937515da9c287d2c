import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { allDomains, type JoiningDomain, putDomain, removeDomain } from '#auth/domains/domain.ts'
import { proveDomain } from '#auth/domains/proof.ts'
import { DAY_MS } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
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
import { withProvider } from '#testing/oidc-sign-in.ts'
import { anOwner } from '#testing/owners.ts'
import { withRunningService } from '#testing/service.ts'

withProvider('of two accounts that prove a domain, the first has it', async it => {
  const owner = await anOwner(it)
  const world = aWorld(it, owner)
  const { db, clock, ids } = it.service
  const action = { clock, ids, actor: 'test' }
  const rival = await db.write(tx => createAccount(tx, clock, ids, { name: 'Rival' }))
  const accounts = [it.account, rival]
  const claims = await Array.fromAsync(accounts, ({ id: accountId }) =>
    db.write(tx => putDomain(tx, action, accountId, { domain: 'acme.example', role: 'viewer' })),
  )
  const [own, theirs] = claims.map(({ record }) => record.value)
  assert.notEqual(own, theirs)
  world.records.set('_tidings.acme.example', [own ?? '', theirs ?? ''])
  const prove = ({ accountId }: JoiningDomain) =>
    proveDomain(db, { ...action, txtRecords: it.parts.dashboard.txtRecords }, accountId, 'acme.example')
  const outcomes = await Promise.allSettled(claims.map(prove))
  const first = outcomes.findIndex(({ status }) => status === 'fulfilled')
  const [winner, loser] = [claims[first] ?? assert.fail(), claims[1 - first] ?? assert.fail()]
  const taken = { code: 'conflict', message: /^Another account on this server has proven acme\.example/ }
  await assert.rejects(prove(loser), taken)
  await world.recheck()
  const proven = async () =>
    (await allDomains(db.read)).filter(({ provenAt }) => provenAt !== null).map(({ id }) => id)
  assert.deepEqual(await proven(), [winner.id])
  await db.write(tx => removeDomain(tx, action, winner.accountId, 'acme.example'))
  await prove(loser)
  assert.deepEqual(await proven(), [loser.id])
})

withProvider(
  'a record that is gone for a week ends joining, removes nobody, and frees the domain',
  async (it, provider) => {
    const { owner, world } = await anAcme(it)
    await comes(it, provider, EVE)
    const saved = [...world.records]
    world.records.clear()
    it.clock.advance(6 * DAY_MS)
    await world.recheck()
    assert.equal((await domainsOf(it, owner))[0].state, 'unconfirmed')
    const bo = { ...EVE, sub: '4', email: 'bo@acme.example' }
    assert.equal((await comes(it, provider, bo)).page, '/', 'a week has not passed')
    it.clock.advance(DAY_MS)
    const cy = { ...EVE, sub: '5', email: 'cy@acme.example' }
    assert.equal((await comes(it, provider, cy)).page, UNKNOWN, 'also before the worker looks')
    await world.recheck()
    assert.equal((await domainsOf(it, owner))[0].state, 'lapsed')
    assert.deepEqual(await accountsOf((await comes(it, provider, EVE)).visitor), ['Acme writer'])
    assert.equal((await owner.get(pathOf(it, 'members'))).json.members.length, 3)
    const missing = await world.check('acme.example')
    assert.equal(missing.status, 409)
    assert.match(missing.json.detail, /^_tidings\.acme\.example has no TXT record .*; found none\./)

    for (const [name, values] of saved) world.records.set(name, values)
    await world.recheck()
    assert.equal((await domainsOf(it, owner))[0].state, 'proven', 'the worker finds a record by itself')
    assert.equal((await comes(it, provider, cy)).page, '/')
    const log = (await logOf(it, owner)).filter(action => action.startsWith('domain ')).toSorted()
    assert.deepEqual(log, ['domain added', 'domain lapsed', 'domain proven', 'domain proven'])
  },
)

withProvider(
  'a name server that does not answer proves nothing and ends nothing at once',
  async (it, provider) => {
    const { owner, world } = await anAcme(it)
    it.parts.dashboard.txtRecords = () =>
      Promise.reject(new AppError('unavailable', 'No name server answers.'))
    assert.equal((await world.check('acme.example')).status, 503)
    assert.equal((await domainsOf(it, owner))[0].state, 'proven')
    assert.equal((await comes(it, provider, EVE)).page, '/')
  },
)

withProvider('what is no domain of a company is refused, and roles below owner are accepted', async it => {
  const owner = await anOwner(it)
  const put = (domain: string, role = 'viewer') => addDomain(it, owner, domain, role)
  for (const domain of [
    '',
    'example',
    '127.0.0.1',
    'a b.example',
    'https://a.example',
    'a.example/x',
    '_a.example',
  ])
    assert.match((await put(domain)).json.detail, /must be a domain like example\.com/, domain)
  for (const domain of ['gmail.com', 'GMail.com.', '@outlook.com'])
    assert.match((await put(domain)).json.detail, /no public mail host; got/, domain)
  assert.equal((await put('acme.example', 'owner')).status, 400)
  assert.equal((await put(' Acme.example. ')).status, 200)
  await put('acme.example', 'publisher')
  assert.deepEqual(
    (await domainsOf(it, owner)).map(({ name, role }: Record<string, string>) => [name, role]),
    [['acme.example', 'publisher']],
  )
  assert.ok((await logOf(it, owner)).includes('domain changed'))
  for (let n = 1; n < 20; n++) await put(`a${n}.example`)
  assert.match((await put('a20.example')).json.detail, /up to 20 domains/)
})

withRunningService('without a provider nobody can add a domain', async it => {
  const owner = await anOwner(it)
  assert.equal((await addDomain(it, owner, 'acme.example', 'viewer')).status, 409)
})
