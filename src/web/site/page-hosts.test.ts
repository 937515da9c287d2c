import assert from 'node:assert/strict'
import { hostProof, proveHost } from '#changelog/page/address/hosts.ts'
import { changePage, pageSettings } from '#changelog/page/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import type { TxtLookup } from '#platform/http/dns.ts'
import { aChangelog, type Changelog } from '#testing/changelog.ts'
import { PAGE_CONTEXT, type TestServer, withServer } from '#testing/served.ts'

const HOST = 'news.acme.test'
const DNS: typeof PAGE_CONTEXT = { ...PAGE_CONTEXT, hostRules: { ...PAGE_CONTEXT.hostRules, proof: 'dns' } }

const claim = (db: Database, { account }: Changelog, host: string, context = DNS) =>
  db.write(tx => changePage(tx, context, account.id, { isOn: true, host }))

/** The TXT records in the DNS, by name. */
const records = new Map<string, string[]>()
const txtRecords: TxtLookup = async name => records.get(name) ?? []

const prove = async (db: Database, { account }: Changelog): Promise<string> => {
  const host = await proveHost(db, { ...DNS, txtRecords }, account.id)
  return host
}

/** Adds the TXT record that this account asks for, as the owner of the name would. */
async function addRecord(db: Database, { account }: Changelog): Promise<void> {
  const proof = await hostProof(db.read, account.id)
  assert.ok(proof)
  records.set(proof.name, ['v=spf1 -all', proof.value])
}

/** The title of the page that is served at the root of a host. */
async function servedAt({ ask }: TestServer, host: string): Promise<string | undefined> {
  const { text } = await ask('/', { headers: { Host: host } })
  return /<h1 lang="en" dir="auto">([^<]*) changelog</.exec(text)?.[1]
}

withServer('a host name serves once a DNS record shows whose it is', async (server, db) => {
  records.clear()
  const acme = await aChangelog(db)
  await claim(db, acme, HOST)
  assert.equal(await servedAt(server, HOST), undefined)
  const proof = await hostProof(db.read, acme.account.id)
  assert.equal(proof?.name, `_tidings.${HOST}`)
  assert.ok(!proof.value.includes(acme.account.publicId), 'the record is public, the account id is not')
  await assert.rejects(prove(db, acme), { code: 'conflict', message: /has no TXT record .*; found none\./ })
  records.set(proof.name, ['tidings=somebody-else'])
  await assert.rejects(prove(db, acme), { code: 'conflict', message: /found “tidings=somebody-else”/ })
  await addRecord(db, acme)
  assert.equal(await prove(db, acme), HOST)
  assert.equal(await servedAt(server, HOST), 'Acme')
  await assert.rejects(prove(db, acme), { code: 'conflict', message: 'No host name waits for its proof.' })
})

withServer('the host name before serves until the next one is proven', async (server, db) => {
  records.clear()
  const acme = await aChangelog(db)
  await claim(db, acme, HOST, PAGE_CONTEXT)
  await claim(db, acme, 'changes.acme.test')
  assert.equal(await servedAt(server, HOST), 'Acme')
  const offline: TxtLookup = () => Promise.reject(new AppError('unavailable', 'No name server answers.'))
  const { id } = acme.account
  await assert.rejects(proveHost(db, { ...DNS, txtRecords: offline }, id), { code: 'unavailable' })
  await addRecord(db, acme)
  await prove(db, acme)
  assert.equal(await servedAt(server, 'changes.acme.test'), 'Acme')
  assert.equal(await servedAt(server, HOST), undefined)
})

withServer('a claim without proof does not block the owner of the name', async (server, db) => {
  records.clear()
  const [squatter, acme] = [await aChangelog(db, 'Squatter'), await aChangelog(db)]
  await claim(db, squatter, HOST)
  await claim(db, acme, HOST)
  await addRecord(db, acme)
  await assert.rejects(prove(db, squatter), { code: 'conflict' })
  await prove(db, acme)
  assert.equal(await servedAt(server, HOST), 'Acme')
})

withServer('who proves a host name takes it from the account that had it before', async (server, db) => {
  records.clear()
  const [seller, buyer] = [await aChangelog(db, 'Seller'), await aChangelog(db, 'Buyer')]
  await claim(db, seller, HOST)
  await addRecord(db, seller)
  await prove(db, seller)
  await claim(db, buyer, HOST)
  await addRecord(db, buyer)
  await prove(db, buyer)
  assert.equal(await servedAt(server, HOST), 'Buyer')
  const { host, claimedHost } = await pageSettings(db.read, seller.account.id)
  assert.deepEqual([host, claimedHost], [null, HOST])
  const log = await db.read
    .selectFrom('activity')
    .select('actor')
    .where('account_id', '=', seller.account.id)
    .where('actor', '=', 'dns')
    .execute()
  assert.equal(log.length, 1, 'the account that lost it can read why')
})

withServer('names of the operator and of machines are refused', async (_, db) => {
  const acme = await aChangelog(db)
  const refused = ['changelog.example.com', 'Changelog.Example.com.', 'mcp.example.com', 'app.localhost']
  for (const host of [...refused, '127.0.0.1', '0x7f.1', '127.1', '[::1]', 'localhost', '1.2.3.4.'])
    for (const context of [DNS, PAGE_CONTEXT])
      await assert.rejects(claim(db, acme, host, context), { code: 'invalid_parameter' }, host)
})

withServer('a name that became the operator’s no longer serves a page', async (server, db) => {
  const acme = await aChangelog(db)
  const before: typeof PAGE_CONTEXT = { ...PAGE_CONTEXT, hostRules: { operatorHosts: [], proof: 'off' } }
  for (const host of ['changelog.example.com', 'mcp.example.com']) {
    await claim(db, acme, host, before)
    assert.equal(await servedAt(server, host), undefined, host)
  }
  await claim(db, acme, HOST, before)
  await db.write(tx => tx.updateTable('changelog_page').set({ claimed_host: 'mcp.example.com' }).execute())
  await assert.rejects(prove(db, acme), { code: 'invalid_parameter' })
})

withServer('the operator of one account may do without proof, but not of several', async (server, db) => {
  const acme = await aChangelog(db)
  await claim(db, acme, HOST, PAGE_CONTEXT)
  assert.equal(await servedAt(server, HOST), 'Acme')
  const rival = await aChangelog(db, 'Rival')
  await claim(db, rival, 'news.rival.test', PAGE_CONTEXT)
  assert.equal(await servedAt(server, 'news.rival.test'), undefined)
  assert.equal(await servedAt(server, HOST), 'Acme')
})
