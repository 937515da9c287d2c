import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { addMember } from '#accounts/members.ts'
import { createPerson } from '#accounts/people.ts'
import { prune, pruneSignIn } from '#pipeline/maintenance/prune.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { withDatabase } from '#testing/databases.ts'
import { type ManualClock, manualClock } from '#testing/world.ts'
import { registerClient, registeredClient } from './clients.ts'
import { grantAccess } from './grants.ts'
import { exchangeCode } from './tokens.ts'

const DAY_MS = 86_400_000
const RESOURCE = 'https://changelog.example.com/mcp'
const REDIRECT = 'https://app.example.com/callback'
// RFC 7636 appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

async function aKeeper(db: Database, clock: ManualClock) {
  const keeper = { clock, ids: randomIds }
  const { accountId, personId } = await db.write(async tx => {
    const account = await createAccount(tx, clock, randomIds, { name: 'Acme' })
    const person = await createPerson(tx, clock, randomIds, {
      name: '',
      email: 'ada@example.com',
      passwordHash: null,
    })
    await addMember(tx, { ...keeper, actor: 'test' }, account.id, person, 'viewer')
    return { accountId: account.id, personId: person.id }
  })
  const register = () => db.write(tx => registerClient(tx, keeper, { redirect_uris: [REDIRECT] }))
  return {
    register,
    isThere: async ({ id }: { id: string }) => (await registeredClient(db.read, id)) !== null,
    code: (client: Awaited<ReturnType<typeof register>>) =>
      db.write(tx =>
        grantAccess(tx, keeper, {
          client,
          personId,
          accountId,
          resource: RESOURCE,
          scope: 'highlights:read',
          redirectUri: REDIRECT,
          challenge: CHALLENGE,
        }),
      ),
    exchange: (clientId: string, code: string) =>
      db.write(tx =>
        exchangeCode(tx, clock, {
          clientId,
          resource: RESOURCE,
          code,
          verifier: VERIFIER,
          redirectUri: REDIRECT,
        }),
      ),
    counts: async () => {
      const rows = await Promise.all(
        (['oauth_client', 'oauth_grant', 'ticket', 'oauth_token'] as const).map(table =>
          db.read.selectFrom(table).selectAll().execute(),
        ),
      )
      return rows.map(({ length }) => length)
    },
    async prune() {
      for (const job of [prune({ db, ...keeper }), pruneSignIn(keeper)])
        await db.write(await job.run(new AbortController().signal))
    },
  }
}

withDatabase('a client that never gets access is deleted after thirty days', async db => {
  const clock = manualClock()
  const it = await aKeeper(db, clock)
  const early = await it.register()
  clock.advance(DAY_MS)
  const later = await it.register()
  clock.advance(29 * DAY_MS)
  await it.prune()
  assert.deepEqual([await it.isThere(early), await it.isThere(later)], [true, true])
  clock.advance(1)
  await it.prune()
  assert.deepEqual([await it.isThere(early), await it.isThere(later)], [false, true])
})

withDatabase(
  'expired codes, tokens and grants are deleted, and a client a year after its last grant',
  async db => {
    const clock = manualClock()
    const it = await aKeeper(db, clock)
    const client = await it.register()
    const given = await it.exchange(client.id, await it.code(client))
    assert.ok('access' in given)
    await it.code(client)
    assert.deepEqual(await it.counts(), [1, 1, 2, 2])
    clock.advance(3_600_000)
    await it.prune()
    assert.deepEqual(await it.counts(), [1, 1, 2, 1])
    clock.advance(29 * DAY_MS)
    await it.prune()
    assert.deepEqual(await it.counts(), [1, 1, 2, 1])
    clock.advance(DAY_MS)
    await it.prune()
    assert.deepEqual(await it.counts(), [1, 0, 0, 0])
    clock.advance(335 * DAY_MS - 3_600_000)
    await it.prune()
    assert.deepEqual(await it.counts(), [1, 0, 0, 0])
    clock.advance(1)
    await it.prune()
    assert.deepEqual(await it.counts(), [0, 0, 0, 0])
  },
)

withDatabase('a code that can still be exchanged is not deleted', async db => {
  const clock = manualClock()
  const it = await aKeeper(db, clock)
  const client = await it.register()
  const code = await it.code(client)
  await it.prune()
  assert.deepEqual(await it.counts(), [1, 1, 1, 0])
  const first = await it.exchange(client.id, code)
  const second = await it.code(client)
  assert.ok('access' in first && 'name' in (await it.exchange(client.id, code)))
  assert.ok('access' in (await it.exchange(client.id, second)))
})

/** Adds clients that have been waiting since this moment, each with this many bytes of addresses. */
async function waiting(db: Database, count: number, created_at: number, bytes = 2): Promise<void> {
  for (let left = count; left > 0; left -= 1_000) {
    const rows = Array.from({ length: Math.min(left, 1_000) }, () => ({
      id: randomIds.next(),
      name: 'x',
      redirect_uris: '[]'.padEnd(bytes),
      granted_at: null,
      created_at,
    }))
    await db.write(tx => tx.insertInto('oauth_client').values(rows).execute())
  }
}

withDatabase('beyond ten thousand unused clients the oldest is replaced, unless all are recent', async db => {
  const clock = manualClock()
  const it = await aKeeper(db, clock)
  const used = await it.register()
  await it.code(used)
  const oldest = await it.register()
  clock.advance(1_800_000)
  const second = await it.register()
  await waiting(db, 9_998, clock.now() + 1)
  await assert.rejects(it.register(), { code: 'unavailable' })
  clock.advance(1_800_000)
  await assert.rejects(it.register(), { code: 'unavailable' })
  clock.advance(1)
  const newest = await it.register()
  assert.equal((await it.counts())[0], 10_001)
  const there = await Promise.all([used, oldest, second, newest].map(it.isThere))
  assert.deepEqual(there, [true, false, true, true])
  clock.advance(1_800_001)
  await it.register()
  assert.deepEqual(await Promise.all([used, second, newest].map(it.isThere)), [true, false, true])
})

withDatabase('unused clients take at most eight megabytes', async db => {
  const clock = manualClock()
  const it = await aKeeper(db, clock)
  await waiting(db, 2_100, clock.now(), 4_000)
  await assert.rejects(it.register(), { code: 'unavailable' })
  clock.advance(3_600_001)
  await it.register()
})
