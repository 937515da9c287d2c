import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import type { Database } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import type { Budget } from '#writing/models/cost.ts'
import { monthOf, reserveUsage, settleUsage, type UsageAmount, usageIn } from './usage.ts'

const clock = manualClock()
const MONTH = monthOf(clock.now())
const amount = (tokens: number, cost = 0): UsageAmount => ({ inputTokens: tokens, outputTokens: 0, cost })
const tokens = (limit: number): Budget => ({ unit: 'tokens', limit })

async function aPayer(db: Database, model = 'test/model') {
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  return { accountId: account.id, model }
}

const holdFor = (
  db: Database,
  payer: { accountId: string; model: string },
  most: UsageAmount,
  budget: Budget | null,
) => db.write(tx => reserveUsage(tx, randomIds, clock.now(), payer, most, budget))

withDatabase('usage is counted by account, month and model', async db => {
  const payer = await aPayer(db)
  for (const used of [amount(70, 7), amount(30, 3)]) {
    const id = (await holdFor(db, payer, amount(100, 10), null)) ?? ''
    await db.write(tx => settleUsage(tx, id, payer, MONTH, used))
  }
  const [usage, ...others] = await usageIn(db.read, payer.accountId, MONTH)
  const expected = { model: 'test/model', calls: 2, inputTokens: 100, outputTokens: 0, cost: 10 }
  assert.deepEqual({ ...usage }, expected)
  assert.equal(others.length, 0)
  assert.deepEqual(await usageIn(db.read, payer.accountId, '2020-01'), [])
})

withDatabase('the budget counts used and reserved amounts in its own unit', async db => {
  const payer = await aPayer(db)
  const first = await holdFor(db, payer, amount(60, 5), tokens(100))
  assert.ok(first)
  assert.equal(await holdFor(db, payer, amount(60, 5), tokens(100)), null)
  assert.ok(await holdFor(db, payer, amount(60, 5), { unit: 'micro-dollars', limit: 10 }))
  await db.write(tx => settleUsage(tx, first, payer, MONTH, amount(10)))
  assert.equal(await holdFor(db, payer, amount(60, 5), tokens(100)), null)
  assert.ok(await holdFor(db, payer, amount(30, 5), tokens(100)))
  const other = await aPayer(db)
  assert.ok(await holdFor(db, other, amount(100), tokens(100)), 'another account has its own')
})

withDatabase('changing the model does not reset the budget', async db => {
  const payer = await aPayer(db)
  assert.ok(await holdFor(db, payer, amount(60), tokens(100)))
  assert.equal(await holdFor(db, { ...payer, model: 'test/other' }, amount(60), tokens(100)), null)
})

withDatabase('a reservation of a dead process expires after fifteen minutes', async db => {
  const payer = await aPayer(db)
  assert.ok(await holdFor(db, payer, amount(100), tokens(100)))
  assert.equal(await holdFor(db, payer, amount(100), tokens(100)), null)
  clock.advance(15 * 60_000)
  assert.ok(await holdFor(db, payer, amount(100), tokens(100)))
})

withDatabase('concurrent processes never exceed the budget', async (db, location) => {
  const payer = await aPayer(db)
  const others = await Promise.all([1, 2].map(() => openDatabase(location, { migrate: false })))
  const processes = [db, ...others]
  const held = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      holdFor(processes[at % processes.length] ?? db, payer, amount(10), tokens(100)),
    ),
  )
  assert.equal(held.filter(id => id !== null).length, 10)
  await Promise.all(others.map(other => other.close()))
})
