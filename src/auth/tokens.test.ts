import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '#accounts/account.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { openLog } from '#platform/log.ts'
import { hashOfSecret } from '#platform/secrets.ts'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import {
  type Audience,
  createToken,
  isTokenText,
  listTokens,
  newTokenText,
  revokeToken,
  stateOf,
  validToken,
} from './tokens.ts'
import { createTokenUseRecorder } from './verifier.ts'

const DAY = 86_400_000

async function aKeeper(db: Database) {
  const clock = manualClock()
  const keeper = { clock, ids: randomIds, actor: 'test' }
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  return {
    clock,
    account,
    make: (name: string, more: { audience?: Audience; expiresAt?: number | null } = {}) =>
      db.write(tx =>
        createToken(tx, keeper, account.id, { name, audience: 'api', expiresAt: null, ...more }),
      ),
    revoke: (id: string, accountId = account.id) => db.write(tx => revokeToken(tx, keeper, id, accountId)),
    opens: async (text: string, audience: Audience = 'api') =>
      (await validToken(db.read, clock.now(), text, audience))?.accountId ?? null,
  }
}

test('a token is recognised by its prefix and checksum', () => {
  const texts = Array.from({ length: 200 }, newTokenText)
  assert.equal(new Set(texts).size, 200)
  for (const text of texts) {
    assert.match(text, /^tid_[0-9A-Za-z]{36}$/)
    assert.ok(isTokenText(text))
    for (const at of [4, 20, 39]) {
      const other = text[at] === 'x' ? 'y' : 'x'
      assert.ok(!isTokenText(text.slice(0, at) + other + text.slice(at + 1)), `${text} mistyped at ${at}`)
    }
  }
  for (const text of ['', 'tid_', texts[0]?.slice(0, -1), `${texts[0]} `, texts[0]?.toUpperCase()])
    assert.ok(!isTokenText(text ?? ''))
})

withDatabase(
  'a token gives access to its account until it is revoked, and only its hash is stored',
  async db => {
    const { account, make, revoke, opens } = await aKeeper(db)
    const { token, text } = await make('Sales assistant')
    assert.equal(await opens(text), account.id)
    const stored = await db.read.selectFrom('token').selectAll().executeTakeFirstOrThrow()
    assert.equal(stored.hash, hashOfSecret(text))
    assert.ok(text.startsWith(stored.prefix) && stored.prefix.length === 10)
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(text))
    const revoked = await revoke(token.id)
    assert.equal(await opens(text), null)
    assert.equal((await revoke(token.id)).revokedAt, revoked.revokedAt)
    const told = await db.read.selectFrom('activity').select(['action', 'after']).execute()
    assert.deepEqual(told.map(line => line.action).toSorted(), ['token created', 'token revoked'])
    assert.doesNotMatch(JSON.stringify(told), new RegExp(text))
  },
)

withDatabase('a token expires on its date and works only for its own interface', async db => {
  const { clock, account, make, opens } = await aKeeper(db)
  const brief = await make('For a day', { expiresAt: clock.now() + DAY })
  const forMcp = await make('For an assistant', { audience: 'mcp' })
  assert.deepEqual([await opens(forMcp.text), await opens(forMcp.text, 'mcp')], [null, account.id])
  clock.advance(DAY - 1)
  assert.equal(await opens(brief.text), account.id)
  clock.advance(1)
  assert.equal(await opens(brief.text), null)
  const states = (await listTokens(db.read, account.id)).map(it => `${it.name} ${stateOf(it, clock.now())}`)
  assert.deepEqual(states.toSorted(), ['For a day expired', 'For an assistant active'])
  await assert.rejects(make('Too late', { expiresAt: clock.now() }), { code: 'invalid_parameter' })
  await assert.rejects(make('  '), { code: 'invalid_parameter' })
})

withDatabase('a token of another account cannot be revoked, and a pasted token is not echoed', async db => {
  const { make, revoke, opens, account } = await aKeeper(db)
  const { token, text } = await make('Ours')
  await assert.rejects(revoke(token.id, randomIds.next()), { code: 'not_found' })
  await assert.rejects(revoke(text), error => error instanceof Error && !error.message.includes(text))
  assert.equal(await opens(text), account.id)
})

withDatabase('the last use is written at most once a minute', async db => {
  const { clock, account, make, opens } = await aKeeper(db)
  const { text } = await make('Busy')
  const writes: Promise<unknown>[] = []
  const counted: Database = {
    ...db,
    write: work => {
      const written = db.write(work)
      writes.push(written)
      return written
    },
  }
  const note = createTokenUseRecorder({ db: counted, log: openLog('error', clock, () => {}) })
  const use = async () => {
    const token = await validToken(db.read, clock.now(), text, 'api')
    if (token) note(token, clock.now())
  }
  const lastUse = async () => {
    await Promise.all(writes)
    return (await listTokens(db.read, account.id))[0]?.lastUsedAt
  }
  const first = clock.now()
  for (let n = 0; n < 20; n++) await use()
  assert.deepEqual([await lastUse(), writes.length], [first, 1])
  clock.advance(59_999)
  await use()
  assert.deepEqual([await lastUse(), writes.length], [first, 1])
  clock.advance(1)
  await use()
  assert.deepEqual([await lastUse(), writes.length], [first + 60_000, 2])
  assert.ok(await opens(text))
})
